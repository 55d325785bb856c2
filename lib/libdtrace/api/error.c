/*
 * Errors of a handle: codes and their texts; what a public function does before and after its work.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "handle.h"

const char *dtrace_version(void)
{
	return "dtrace-etw 0.1 D 1.13";
}

static const char *const error_text[] = {
#define DT_ERROR(code, text) text,
#include "dtrace_errors.def"
#undef DT_ERROR
};

int dtrace_errno(dtrace_hdl_t *h)
{
	return h->dh_errno;
}

const char *dtrace_errmsg(dtrace_hdl_t *h, int error)
{
	const char *text;

	if (h && error == h->dh_errno && *h->dh_errmsg)
		return h->dh_errmsg;
	if (error < EDT_BASE)
		return strerror(error);
	text = error < EDT_NERRORS ? error_text[error - EDT_BASE] : NULL;
	return text ? text : "Unknown error";
}

int dt_set_error(dtrace_hdl_t *h, int code)
{
	h->dh_errno = code;
	h->dh_errmsg[0] = 0;
	return -1;
}

int dt_set_message(dtrace_hdl_t *h, int code, const char *fmt, ...)
{
	va_list ap;

	h->dh_errno = code;
	va_start(ap, fmt);
	vsnprintf(h->dh_errmsg, sizeof(h->dh_errmsg), fmt, ap);
	va_end(ap);
	return -1;
}

bool dt_lacks_nothing(dtrace_hdl_t *h, bool failed)
{
	int err = base_lacked();

	if (err)
		h->dh_lacked = err == ENOMEM ? EDT_NOMEM : err;
	if (err && err != ENOMEM && failed && *h->dh_errmsg) { /* the text may name the file */
		size_t n = strlen(h->dh_errmsg);

		snprintf(h->dh_errmsg + n, sizeof(h->dh_errmsg) - n, ": %s", strerror(err));
		h->dh_errno = err;
		return false;
	}
	if (h->dh_lacked)
		dt_set_error(h, h->dh_lacked);
	return !h->dh_lacked;
}

bool dt_enter(dtrace_hdl_t *h, struct dt_over *over)
{
	if (!dt_lacks_nothing(h, false))
		return false;
	dt_over_push(over);
	return true;
}

bool dt_leave(dtrace_hdl_t *h, struct dt_over *over, bool failed)
{
	dt_over_pop(over);
	return dt_lacks_nothing(h, failed);
}

/* The code of one of the library's own texts, or dflt. */
int dt_error_code(const char *text, int dflt)
{
	for (int code = EDT_BASE; code < EDT_NERRORS; code++)
		if (error_text[code - EDT_BASE] && !strcmp(error_text[code - EDT_BASE], text))
			return code;
	return dflt;
}

int dt_aborted(dtrace_hdl_t *h)
{
	bool aborted = h->dh_abort;

	h->dh_abort = false;
	return aborted ? dt_set_error(h, EDT_ABORT) : 0;
}
