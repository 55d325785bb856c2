/*
 * Environment variables: DTRACE_OPT_NAME presets the option NAME, DTRACE_DEBUG turns on debug
 * messages.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "handle.h"

#define PREFIX "DTRACE_OPT_"

extern char **environ;

/* entry is NAME=value: NAME in upper or lower case, and an empty value means no value. */
static void preset(dtrace_hdl_t *h, const char *entry)
{
	const char *value = strchr(entry, '=') + 1, *msg;
	size_t n = value - 1 - entry;
	char name[64];

	for (size_t i = 0; i < n && i < sizeof(name); i++)
		name[i] = tolower((unsigned char)entry[i]);
	name[n < sizeof(name) ? n : 0] = 0;
	msg = dt_options_set(&h->dh_opts, name, *value ? value : NULL, DT_FROM_CMD);
	if (msg && !h->dh_presetmsg &&
		base_asprintf(&h->dh_presetmsg, PREFIX "%s: %s", entry, msg) < 0)
		h->dh_presetmsg = NULL;
}

void dt_presets(dtrace_hdl_t *h)
{
	const char *debug = getenv("DTRACE_DEBUG");

	for (char **e = environ; e && *e; e++)
		if (!strncmp(*e, PREFIX, strlen(PREFIX)) && strchr(*e, '='))
			preset(h, *e + strlen(PREFIX));
	if (debug && *debug)
		h->dh_opts.op_num[DT_OPT_DEBUG] = 1;
}

void dt_debug(dtrace_hdl_t *h, const char *fmt, ...)
{
	va_list ap;

	if (dt_opt(&h->dh_opts, DT_OPT_DEBUG) <= 0)
		return;
	fputs("libdtrace DEBUG: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}
