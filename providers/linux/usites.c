/*
 * Code of processes: a program is attached to many places of a file by one link.
 *
 * The kernel refuses a link if it can't trace one of the places, as an instruction with a lock
 * prefix.  Those are left out; if the link is refused still, the halves are tried, until what else
 * can't be traced is found.  It is named, and the rest works.
 */
#include "lx.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"

struct sites {
	struct dt_lx_source *st_source;
	uint64_t *st_offsets, *st_cookies;
	struct dt_probe **st_probes;
	unsigned st_count, st_refused;
	struct dt_probe *st_first; /* that was refused */
	int st_errno;
};

static void site_refused(struct sites *st, struct dt_probe *pr, int err)
{
	if (st->st_refused++ != 0)
		return;
	st->st_first = pr;
	st->st_errno = err;
}

/* What an instruction begins with, as far as it matters here. */
#define LOCK_PREFIX 0xf0
#define PUSH_FRAME 0x55 /* push %rbp */
#define IS_PUSH(code) \
	(((code)[0] & 0xf8) == 0x50 || ((code)[0] == 0x41 && ((code)[1] & 0xf8) == 0x50))

#define CODE_SIZE 6
static void read_code(int fd, uint64_t offset, uint8_t code[CODE_SIZE])
{
	memset(code, 0, CODE_SIZE);
#if defined(__x86_64__)
	if (fd >= 0 && pread(fd, code, CODE_SIZE, (off_t)offset) < CODE_SIZE)
		memset(code, 0, CODE_SIZE);
#else
	(void)fd, (void)offset;
#endif
}

/*
 * Returns how far after the function's start its probe is best.  The kernel does a push in the
 * instruction's place, but has to step the mark of an indirect call's target (endbr64), which is a
 * trap more.  No jump goes to a push after that mark, so it is as good as the start.
 */
static unsigned mark_length(const struct dt_lx_source *so, const uint8_t code[CODE_SIZE])
{
	static const uint8_t mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };

	return so->so_def->ls_kind != DT_LX_UCODE && memcmp(code, mark, sizeof(mark)) == 0 &&
			IS_PUSH(code + sizeof(mark)) ?
		sizeof(mark) :
		0;
}

/*
 * Until a function has kept the frame pointer, its caller is in no frame.  Newer kernels know the
 * instruction that keeps it, and if the probe is there, their walk has the caller nevertheless.
 */
static bool kernel_adds_callers(struct dt_lx_source *so)
{
	return so->so_def->ls_kind == DT_LX_UENTRY &&
		dt_btf_offset(&so->so_feed->lf_btf, "uprobe_task", "auprobe") >= 0;
}

#define ENOTSUPPORTED 524 /* of the kernel, without a name here */

static int sites_collect(struct sites *st)
{
	struct dt_lx_source *so = st->st_source;
	int fd = open(so->so_def->ls_file, O_RDONLY | O_CLOEXEC);
	bool adds = kernel_adds_callers(so);
	unsigned n = so->so_nbinds;

	st->st_offsets = base_calloc(n, sizeof(*st->st_offsets));
	st->st_cookies = base_calloc(n, sizeof(*st->st_cookies));
	st->st_probes = base_calloc(n, sizeof(*st->st_probes));
	for (unsigned i = 0; i < n && st->st_offsets && st->st_cookies && st->st_probes; i++) {
		const struct dt_lx_bind *b = &so->so_binds[i];
		uint64_t offset = so->so_def->ls_offsets[b->bi_select];
		uint8_t code[CODE_SIZE];
		unsigned mark;

		read_code(fd, offset, code);
		if (code[0] == LOCK_PREFIX) {
			site_refused(st, b->bi_probe, ENOTSUPPORTED);
			continue;
		}
		mark = mark_length(so, code);
		st->st_offsets[st->st_count] = offset + mark;
		st->st_cookies[st->st_count] = b->bi_select | (uint64_t)mark << DT_SITE_MARK;
		if (adds && code[mark] == PUSH_FRAME)
			st->st_cookies[st->st_count] |= 1ull << DT_SITE_WALKED;
		st->st_probes[st->st_count++] = b->bi_probe;
	}
	if (fd >= 0)
		close(fd);
	if (!st->st_offsets || !st->st_cookies || !st->st_probes)
		return dt_fail(so->so_feed->lf_engine, "out of memory");
	return 0;
}

/* Attaches to the places from, from + 1, ... Returns -1 with errno if no place can be the cause. */
static int sites_link(struct sites *st, unsigned from, unsigned count)
{
	struct dt_lx_source *so = st->st_source;
	int fd = dt_bpf_attach_sites(so->so_prog,
		&(struct dt_bpf_sites){ .bs_file = so->so_def->ls_file,
			.bs_offsets = st->st_offsets + from,
			.bs_cookies = st->st_cookies + from,
			.bs_count = count,
			.bs_pid = so->so_def->ls_pid,
			.bs_return = so->so_def->ls_kind == DT_LX_URETURN });

	if (fd >= 0)
		return dt_source_link(so, fd);
	if (dt_lx_is_denial(errno) || errno == ESRCH || errno == EINVAL)
		return -1;
	if (count == 1) {
		site_refused(st, st->st_probes[from], errno);
		return 0;
	}
	return sites_link(st, from, count / 2) != 0 ?
		-1 :
		sites_link(st, from + count / 2, count - count / 2);
}

static int sites_fail(const struct sites *st)
{
	struct dt_lx_source *so = st->st_source;
	struct dt_engine *e = so->so_feed->lf_engine;

	if (errno == ESRCH)
		return dt_fail(e, "process %u has ended", so->so_def->ls_pid);
	if (errno == EINVAL)
		return dt_fail(e,
			"can't trace functions of %s: the kernel has no multi-uprobe links, which "
			"Linux 6.6 brought",
			so->so_def->ls_name);
	return dt_lx_denied(so->so_feed, "can't trace functions of ", so->so_def->ls_name);
}

int dt_sites_attach(struct dt_lx_source *so)
{
	struct sites st = { .st_source = so };
	int rc = sites_collect(&st);

	if (rc == 0 && st.st_count != 0 && sites_link(&st, 0, st.st_count) != 0)
		rc = sites_fail(&st);
	if (rc == 0 && st.st_refused != 0)
		dt_warn(so->so_feed->lf_engine,
			"the kernel can't trace %u of %u places in %s, among them %s:%s (%s)",
			st.st_refused, so->so_nbinds, so->so_def->ls_name,
			dt_probe_func(st.st_first), dt_probe_name(st.st_first),
			st.st_errno == ENOTSUPPORTED ? "an instruction that can't be moved" :
						       strerror(st.st_errno));
	free(st.st_offsets);
	free(st.st_cookies);
	free(st.st_probes);
	return rc;
}
