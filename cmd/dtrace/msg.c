/* Messages, and where the output goes. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "cmd.h"
#include "termtext.h"

static bool rawterm;
static const char before[] = "dtrace: ";

void messages_raw(dtrace_hdl_t *hdl)
{
	int64_t value;

	rawterm = dtrace_getopt(hdl, "rawterm", &value) == 0 && value > 0;
}

void text_write(FILE *fp, const char *text, size_t len)
{
	/* checked first, because there is rarely anything to escape */
	size_t n = base_term_len(text, len);
	char *shown;

	if (n == len || rawterm || !isatty(fileno(fp))) {
		fwrite(text, 1, len, fp);
		return;
	}
	shown = xcalloc(1, n);
	base_term_copy(shown, text, len);
	fwrite(shown, 1, n, fp);
	free(shown);
}

void text_print(FILE *fp, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = base_vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		fatal("out of memory");
	text_write(fp, text, (size_t)n);
	free(text);
}

void lines_write(FILE *fp, const char *text, size_t len)
{
	while (len) {
		size_t n = 0;

		while (n < len && text[n] != '\n' && text[n] != '\t')
			n++;
		text_write(fp, text, n);
		if (n < len)
			fputc(text[n++], fp);
		text += n;
		len -= n;
	}
}

static void say(const char *prefix, const char *fmt, va_list ap, const char *more)
{
	char *text;
	int n = base_vasprintf(&text, fmt, ap);

	progress_clear();
	fputs(prefix, stderr);
	if (n >= 0)
		lines_write(stderr, text, (size_t)n);
	else
		fputs("out of memory", stderr);
	if (more) {
		fputs(": ", stderr);
		lines_write(stderr, more, strlen(more));
	}
	fputc('\n', stderr);
	free(text);
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(before, fmt, ap, NULL);
	va_end(ap);
}

void relay(const char *msg)
{
	progress_clear();
	fputs(before, stderr);
	text_write(stderr, msg, strcspn(msg, "\n"));
	fputc('\n', stderr);
}

void fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(before, fmt, ap, NULL);
	va_end(ap);
	exit(CMD_ERROR);
}

void hint(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("hint: ", fmt, ap, NULL);
	va_end(ap);
}

void fail(dtrace_hdl_t *hdl)
{
	handle_close(hdl);
	exit(CMD_ERROR);
}

void dnote(dtrace_hdl_t *hdl, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(before, fmt, ap, dtrace_errmsg(hdl, dtrace_errno(hdl)));
	va_end(ap);
}

void dfatal(dtrace_hdl_t *hdl, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(before, fmt, ap, dtrace_errmsg(hdl, dtrace_errno(hdl)));
	va_end(ap);
	fail(hdl);
}

void handle_close(dtrace_hdl_t *hdl)
{
	int64_t core = 0;

	if (hdl)
		dtrace_getopt(hdl, "core", &core);
	dtrace_close(hdl);
	if (core > 0)
		abort(); /* as the option asks */
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
		_exit(CMD_ERROR); /* SIGPIPE is ignored: ends as quietly as by the signal */
	fatal("failed to write %s: %s", cm->cm_output ? cm->cm_output : "output", strerror(errno));
}

int desc_len(const char *text)
{
	return (int)strcspn(text, "{/;");
}
