/*
 * Actions that the consumer runs when their record is printed: system(), freopen(), ftruncate(),
 * setopt(). The stream is flushed before, so that the output of a command, or of another file, is
 * in the right place.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "handle.h"

struct effect {
	dtrace_hdl_t *ef_hdl;
	FILE *ef_out;
	const struct dt_record *ef_rec;
	const struct dt_epdesc *ef_ep;
	const struct dt_action *ef_action;
};

static int __attribute__((format(printf, 2, 3)))
complain(const struct effect *ef, const char *fmt, ...)
{
	char text[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	dt_report_fault(ef->ef_hdl, dt_engine_ecb(ef->ef_hdl->dh_engine, ef->ef_ep->ep_id), 0, -1,
		DIF_FLT_LIBRARY, 0, text);
	return 0;
}

/* Formats the operands, at most strsize characters; to be freed. */
static char *formatted(const struct effect *ef)
{
	dtrace_hdl_t *h = ef->ef_hdl;
	size_t size = dt_strsize(&h->dh_opts) + 1;
	char *s = base_malloc(size);

	if (s)
		dt_consume_format(h->dh_consumer, ef->ef_ep, ef->ef_rec, ef->ef_action, s, size);
	return s;
}

static int do_system(const struct effect *ef)
{
	char *command = formatted(ef);

	if (!command || system(command) == -1)
		complain(ef, "couldn't run \"%s\": %s", command ? command : "", strerror(errno));
	free(command);
	return 0;
}

/*
 * The stream stays the same, but its descriptor is replaced, so that all output to the stream is
 * redirected.
 */
static int redirect(const struct effect *ef, int fd)
{
	dtrace_hdl_t *h = ef->ef_hdl;
	int out = fileno(ef->ef_out);

	if (h->dh_saved < 0) {
		h->dh_saved = fcntl(out, F_DUPFD_CLOEXEC, 3);
		if (h->dh_saved < 0)
			return -1;
	}
	return dup2(fd, out);
}

static int do_freopen(const struct effect *ef)
{
	dtrace_hdl_t *h = ef->ef_hdl;
	char *path = formatted(ef);
	bool restore = path && !*path;
	int fd = restore ? h->dh_saved :
		path	 ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) :
			   -1;

	if (fd < 0 ? !restore : redirect(ef, fd) < 0)
		complain(ef, "couldn't freopen() \"%s\": %s", path ? path : "", strerror(errno));
	if (fd >= 0 && !restore)
		close(fd);
	dt_output_terminal(h);
	free(path);
	return 0;
}

static int do_ftruncate(const struct effect *ef)
{
	int out = fileno(ef->ef_out);
	struct stat st;

	if (fstat(out, &st) == 0 && S_ISREG(st.st_mode) && ftruncate(out, 0) == 0)
		lseek(out, 0, SEEK_SET);
	return 0;
}

/* String operand i, or NULL. */
static const char *string_operand(const struct effect *ef, uint32_t i)
{
	for (uint32_t k = 0; k < ef->ef_ep->ep_nrecs; k++) {
		const struct dt_recdesc *rd = &ef->ef_ep->ep_recs[k];

		if (rd->rd_action == ef->ef_action && rd->rd_op && rd->rd_index == i)
			return (const char *)ef->ef_rec + rd->rd_offset;
	}
	return NULL;
}

static int do_setopt(const struct effect *ef)
{
	const char *name = string_operand(ef, 0), *value = string_operand(ef, 1);
	const char *msg = dt_options_set(&ef->ef_hdl->dh_opts, name ? name : "", value,
		DT_FROM_SETOPT);

	if (msg)
		return complain(ef, "couldn't set option \"%s\" to \"%s\": %s", name,
			value ? value : "", msg);
	dt_output_terminal(ef->ef_hdl);
	dt_output_setopt(ef->ef_hdl, name, value);
	return 0;
}

int dt_effect(dtrace_hdl_t *h, const struct dt_record *rc, const struct dt_epdesc *ep,
	const struct dt_action *ac)
{
	struct effect ef = { h, h->dh_out ? h->dh_out : stdout, rc, ep, ac };

	fflush(ef.ef_out);
	if (ac->ac_kind == DT_ACT_SYSTEM)
		return do_system(&ef);
	if (ac->ac_kind == DT_ACT_FREOPEN)
		return do_freopen(&ef);
	return ac->ac_arg == DT_LIB_FTRUNCATE ? do_ftruncate(&ef) : do_setopt(&ef);
}
