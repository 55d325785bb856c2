/*
 * Code of processes: a program is attached to many places of a file by one link.
 *
 * The kernel refuses a link if it can't trace one of the places, as an instruction with a lock
 * prefix. Those that are known are left out; if the link is refused still, the halves are tried,
 * until what else can't be traced is found. It is named, and the rest works.
 *
 * A kernel before Linux 6.6 has no such links: there each place has a perf event, which works as
 * well, but the kernel takes tens of milliseconds to end each.
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
	int st_prog;
	uint64_t *st_offsets, *st_cookies, *st_semaphores; /* the last: NULL if there are none */
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
 * A lock prefix and a VEX-encoded instruction are refused; an EVEX-encoded one isn't, but would
 * have no effect.
 */
static bool is_immovable(const uint8_t code[CODE_SIZE])
{
	return code[0] == 0xf0 || code[0] == 0xc4 || code[0] == 0xc5 || code[0] == 0x62;
}

/*
 * Returns how far after the function's start its probe is best.  The kernel does a push in the
 * instruction's place, but has to step the mark of an indirect call's target (endbr64), which is a
 * trap more.  No jump goes to a push after that mark, so it is as good as the start.
 */
static unsigned mark_length(const struct dt_lx_source *so, const uint8_t code[CODE_SIZE])
{
	static const uint8_t mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	bool start = so->so_def->ls_kind == DT_LX_UENTRY || so->so_def->ls_kind == DT_LX_URETURN;

	return start && memcmp(code, mark, sizeof(mark)) == 0 && IS_PUSH(code + sizeof(mark)) ?
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
#define SLOW_SITES 64

static int sites_collect(struct sites *st)
{
	struct dt_lx_source *so = st->st_source;
	int fd = open(so->so_def->ls_file, O_RDONLY | O_CLOEXEC);
	bool adds = kernel_adds_callers(so);
	unsigned n = so->so_nbinds;

	st->st_offsets = base_calloc(n, sizeof(*st->st_offsets));
	st->st_cookies = base_calloc(n, sizeof(*st->st_cookies));
	st->st_probes = base_calloc(n, sizeof(*st->st_probes));
	if (so->so_def->ls_semaphores)
		st->st_semaphores = base_calloc(n, sizeof(*st->st_semaphores));
	bool *seen = base_calloc(so->so_nselect + 1, sizeof(*seen));
	bool room = seen && st->st_offsets && st->st_cookies && st->st_probes &&
		(st->st_semaphores || !so->so_def->ls_semaphores);

	for (unsigned i = 0; i < n && room; i++) {
		const struct dt_lx_bind *b = &so->so_binds[i];
		uint64_t offset = so->so_def->ls_offsets[b->bi_select];
		uint8_t code[CODE_SIZE];
		unsigned mark;

		if (seen[b->bi_select]) /* by another view */
			continue;
		seen[b->bi_select] = true;
		read_code(fd, offset, code);
		if (is_immovable(code)) {
			site_refused(st, b->bi_probe, ENOTSUPPORTED);
			continue;
		}
		mark = mark_length(so, code);
		st->st_offsets[st->st_count] = offset + mark;
		st->st_cookies[st->st_count] = b->bi_select | (uint64_t)mark << DT_SITE_MARK;
		if (adds && code[mark] == PUSH_FRAME)
			st->st_cookies[st->st_count] |= UINT64_C(1) << DT_SITE_WALKED;
		if (st->st_semaphores)
			st->st_semaphores[st->st_count] = so->so_def->ls_semaphores[b->bi_select];
		st->st_probes[st->st_count++] = b->bi_probe;
	}
	if (fd >= 0)
		close(fd);
	free(seen);
	if (!room)
		return dt_fail(so->so_feed->lf_engine, "out of memory");
	return 0;
}

static struct dt_bpf_sites sites_from(const struct sites *st, unsigned from, unsigned count)
{
	const struct dt_linux_source *def = st->st_source->so_def;

	return (struct dt_bpf_sites){ .bs_file = def->ls_file,
		.bs_offsets = st->st_offsets + from,
		.bs_cookies = st->st_cookies + from,
		.bs_semaphores = st->st_semaphores ? st->st_semaphores + from : NULL,
		.bs_count = count,
		.bs_pid = st->st_source->so_feed->lf_followfd < 0 ? def->ls_pid : 0,
		.bs_return = def->ls_kind == DT_LX_URETURN };
}

static bool is_general(int err)
{
	return dt_lx_is_denial(err) || err == ESRCH;
}

/* Attaches to the places from, from + 1, ... Returns -1 with errno if no place can be the cause. */
static int sites_link(struct sites *st, unsigned from, unsigned count)
{
	struct dt_bpf_sites bs = sites_from(st, from, count);
	int fd = dt_bpf_attach_sites(st->st_prog, &bs);

	if (fd >= 0)
		return dt_source_link(st->st_source, fd);
	if (is_general(errno))
		return -1;
	if (count == 1) {
		site_refused(st, st->st_probes[from], errno);
		return 0;
	}
	return sites_link(st, from, count / 2) != 0 ?
		-1 :
		sites_link(st, from + count / 2, count - count / 2);
}

/* As sites_link(), by a perf event each. */
static int sites_perf(struct sites *st)
{
	struct dt_bpf_sites bs = sites_from(st, 0, st->st_count);
	struct dt_perf_uprobe pu;

	if (dt_perf_uprobe(&pu) != 0) {
		errno = ENOSYS;
		return -1;
	}

	for (unsigned i = 0; i < st->st_count; i++) {
		int fd = dt_bpf_attach_site(st->st_prog, &bs, i, &pu);

		if (fd >= 0 && dt_source_link(st->st_source, fd) != 0)
			return -1;
		if (fd < 0 && (is_general(errno) || errno == EMFILE))
			return -1;
		if (fd < 0)
			site_refused(st, st->st_probes[i], errno);
	}
	if (st->st_count > SLOW_SITES && st->st_prog == st->st_source->so_prog)
		dt_warn(st->st_source->so_feed->lf_engine,
			"%u places in %s are traced one by one, which takes the kernel long to "
			"end: multi-uprobe links came with Linux 6.6",
			st->st_count, st->st_source->so_def->ls_name);
	return 0;
}

static int sites_all(struct sites *st)
{
	return st->st_source->so_feed->lf_multi ? sites_link(st, 0, st->st_count) : sites_perf(st);
}

static int sites_fail(const struct sites *st)
{
	struct dt_lx_source *so = st->st_source;
	struct dt_engine *e = so->so_feed->lf_engine;

	if (errno == ESRCH)
		return dt_fail(e, "process %u has ended", so->so_def->ls_pid);
	if (errno == ENOSYS)
		return dt_fail(e,
			"can't trace functions of %s: the kernel has no uprobes (CONFIG_UPROBE_EVENTS)",
			so->so_def->ls_name);
	if (errno == EMFILE)
		return dt_fail(e,
			"can't trace %u places in %s: on a kernel without multi-uprobe links, which "
			"Linux 6.6 brought, each takes a file descriptor; raise the limit (ulimit -n)",
			st->st_count, so->so_def->ls_name);
	return dt_lx_denied(so->so_feed, "can't trace functions of ", so->so_def->ls_name);
}

/* Where the capture program runs, the one that touches its memory runs before: touch.c. */
static void sites_touch(struct sites *st)
{
	struct sites touch = *st;

	touch.st_prog = st->st_source->so_touchprog;
	touch.st_semaphores = NULL;
	sites_all(&touch);
}

int dt_sites_attach(struct dt_lx_source *so)
{
	struct sites st = { .st_source = so, .st_prog = so->so_prog };
	int rc = sites_collect(&st);

	if (rc == 0 && st.st_count != 0 && sites_all(&st) != 0)
		rc = sites_fail(&st);
	if (rc == 0 && st.st_count != 0 && so->so_touchprog >= 0)
		sites_touch(&st);
	if (rc == 0 && st.st_refused != 0)
		dt_warn(so->so_feed->lf_engine,
			"the kernel can't trace %u of %u places in %s, among them %s:%s (%s)",
			st.st_refused, so->so_nbinds, so->so_def->ls_name,
			dt_probe_func(st.st_first), dt_probe_name(st.st_first),
			st.st_errno == ENOTSUPPORTED ? "an instruction that can't be moved" :
						       strerror(st.st_errno));
	free(st.st_offsets);
	free(st.st_cookies);
	free(st.st_semaphores);
	free(st.st_probes);
	return rc;
}
