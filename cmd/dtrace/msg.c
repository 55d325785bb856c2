/* What the command says, and where its output goes. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "cmd.h"

static void say(const char *fmt, va_list ap, const char *more)
{
	progress_clear();
	fputs("dtrace: ", stderr);
	vfprintf(stderr, fmt, ap);
	if (more)
		fprintf(stderr, ": %s", more);
	fputc('\n', stderr);
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
}

void fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
	exit(CMD_ERROR);
}

void dfatal(dtrace_hdl_t *hdl, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap, dtrace_errmsg(hdl, dtrace_errno(hdl)));
	va_end(ap);
	dtrace_close(hdl);
	exit(CMD_ERROR);
}

void *xcalloc(size_t n, size_t size)
{
	void *p = base_calloc(n ? n : 1, size);

	if (!p)
		fatal("out of memory");
	return p;
}

bool is_quiet(struct cmd *cm)
{
	int64_t value;

	return dtrace_getopt(cm->cm_hdl, "quiet", &value) == 0 && value > 0;
}

void output_open(struct cmd *cm)
{
	if (cm->cm_out)
		return;
	cm->cm_out = cm->cm_output ? fopen(cm->cm_output, "ae") : stdout;
	if (!cm->cm_out)
		fatal("failed to open output file '%s': %s", cm->cm_output, strerror(errno));
}

void output_flush(struct cmd *cm)
{
	if (fflush(cm->cm_out) == 0 && !ferror(cm->cm_out))
		return;
	if (errno == EPIPE)
		_exit(CMD_ERROR);	/* with SIGPIPE ignored: as quietly as it would have been */
	fatal("failed to write %s: %s", cm->cm_output ? cm->cm_output : "output", strerror(errno));
}

int desc_len(const char *text)
{
	return (int)strcspn(text, "{/;");
}
