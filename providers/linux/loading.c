/*
 * Libraries that a process loads while it is traced.
 *
 * Its dynamic linker calls a function, for debuggers, when it has mapped libraries and before it
 * runs anything of them.  A program there stops the process (SIGSTOP) and leaves a note in a ring
 * that wakes us. The providers look for what is new, it is traced, and the process goes on. So it
 * is stopped for some milliseconds; its parent can see that.
 *
 * The note is written first and completed after the signal is sent, so the signal that lets the
 * process go on never comes before the other. Without room for the note it isn't stopped.
 *
 * What is found gets sources of its own, whose clauses run where those at the model of its probes
 * were decided to run.  The source that awaits them has the cells of their losses, and the hashes
 * of their aggregations.
 */
#include "lx.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"

#define NOTES_SIZE 65536
#define UNLOADING_MAX 65536

/* struct r_debug of <link.h>, of both sizes */
#define STATE_OFFSET(ilp32) ((ilp32) ? 12 : 24)
enum { STATE_CONSISTENT, STATE_ADD, STATE_DELETE };

#if defined(__x86_64__)
#define REGS_PC (16 * 8)
#elif defined(__aarch64__)
#define REGS_PC (32 * 8)
#else
#define REGS_PC 0
#endif

/*
 * The program: r6 the context, then the note; r7 the process.
 */
static void emit_user(struct dt_asm *a, int32_t size)
{
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_TEMP, 0);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, DT_FRAME_TEMP);
	dt_asm_movi(a, BPF_REG_2, size);
	dt_asm_call(a, BPF_FUNC_probe_read_user);
}

/* r1 = what the linker is about; what can't be read is STATE_CONSISTENT. */
static void emit_state(struct dt_asm *a, const struct dt_userlinker *ul)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_6, REGS_PC);
	dt_asm_imm64(a, BPF_REG_1, (uint64_t)ul->ul_state);
	dt_asm_alu(a, BPF_ADD, BPF_REG_3, BPF_REG_1);
	if (ul->ul_pointer) {
		emit_user(a, ul->ul_ilp32 ? 4 : 8);
		dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, DT_FRAME_TEMP);
	}
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, STATE_OFFSET(ul->ul_ilp32));
	emit_user(a, 4);
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_TEMP);
}

/* r1, r2 = the map of the processes that unload, the process */
static void emit_unloading(struct dt_asm *a, const struct dt_loading *lo)
{
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_7);
	dt_asm_map(a, BPF_REG_1, lo->ld_unloadingfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_TEMP);
}

/*
 * Goes to done before something is loaded or unloaded, and after it is unloaded.  Of libraries in a
 * namespace of their own only the calls are known: such a process is stopped at each.
 */
static void emit_filter(struct dt_asm *a, const struct dt_loading *lo,
	const struct dt_userlinker *ul, uint32_t done)
{
	uint32_t unloads = dt_asm_label(a), loaded = dt_asm_label(a);

	if (ul->ul_state == 0)
		return;
	emit_state(a, ul);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, STATE_ADD, done);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, STATE_DELETE, unloads);
	emit_unloading(a, lo);
	dt_asm_call(a, BPF_FUNC_map_delete_elem);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, done);
	dt_asm_ja(a, loaded);
	dt_asm_bind(a, unloads);
	emit_unloading(a, lo);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_2);
	dt_asm_movi(a, BPF_REG_4, 0);
	dt_asm_call(a, BPF_FUNC_map_update_elem);
	dt_asm_ja(a, done);
	dt_asm_bind(a, loaded);
}

static void emit_stop(struct dt_asm *a, const struct dt_loading *lo, uint32_t root, uint32_t done)
{
	dt_asm_map(a, BPF_REG_1, lo->ld_ring.rg_fd);
	dt_asm_movi(a, BPF_REG_2, sizeof(struct dt_loadingnote));
	dt_asm_movi(a, BPF_REG_3, 0);
	dt_asm_call(a, BPF_FUNC_ringbuf_reserve);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, done);
	dt_asm_mov(a, BPF_REG_6, BPF_REG_0);
	dt_asm_stx(a, BPF_W, BPF_REG_6, offsetof(struct dt_loadingnote, nt_pid), BPF_REG_7);
	dt_asm_sti(a, BPF_W, BPF_REG_6, offsetof(struct dt_loadingnote, nt_root), (int32_t)root);
	dt_asm_movi(a, BPF_REG_1, SIGSTOP);
	dt_asm_call(a, BPF_FUNC_send_signal);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
	dt_asm_movi(a, BPF_REG_2, BPF_RB_FORCE_WAKEUP);
	dt_asm_call(a, BPF_FUNC_ringbuf_submit);
}

static int program_load(const struct dt_linux_feed *f, const struct dt_lx_source *awaits,
	const struct dt_userlinker *ul)
{
	const struct dt_loading *lo = &f->lf_loading;
	struct dt_asm a = { 0 };
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_KPROBE,
		.bp_multi = f->lf_multi,
		.bp_name = "dtrace_loading" };
	uint32_t done = dt_asm_label(&a);

	dt_asm_mov(&a, BPF_REG_6, BPF_REG_1);
	dt_follow_emit(&a, awaits, done);
	dt_asm_call(&a, BPF_FUNC_get_current_pid_tgid);
	dt_asm_mov(&a, BPF_REG_7, BPF_REG_0);
	dt_asm_alui(&a, BPF_RSH, BPF_REG_7, 32);
	emit_filter(&a, lo, ul, done);
	emit_stop(&a, lo, awaits->so_def->ls_pid, done);
	dt_asm_bind(&a, done);
	dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_exit(&a);
	return dt_bpf_load_asm(&prog, &a);
}

/*
 * Attaching.
 */
static int program_attach(const struct dt_linux_feed *f, int prog, uint32_t pid,
	const struct dt_userlinker *ul)
{
	char file[32];
	const uint64_t cookie = 0;
	struct dt_bpf_sites bs = { .bs_file = file,
		.bs_offsets = &ul->ul_offset,
		.bs_cookies = &cookie,
		.bs_count = 1,
		.bs_pid = f->lf_followfd < 0 ? pid : 0 };
	struct dt_perf_uprobe pu;

	snprintf(file, sizeof(file), "/proc/self/fd/%d", ul->ul_fd);
	if (f->lf_multi)
		return dt_bpf_attach_sites(prog, &bs);
	return dt_perf_uprobe(&pu) != 0 ? -1 : dt_bpf_attach_site(prog, &bs, 0, &pu);
}

/* A process without such a linker loads nothing, or nobody knows when. */
static int process_attach(struct dt_linux_feed *f, const struct dt_lx_source *awaits)
{
	struct dt_loading *lo = &f->lf_loading;
	uint32_t pid = awaits->so_def->ls_pid;
	struct dt_userlinker ul;
	int prog, link;

	if (!base_more(lo->ld_links, lo->ld_nlinks))
		return dt_fail(f->lf_engine, "out of memory");
	if (REGS_PC == 0 || !dt_user_linker(f->lf_engine, pid, &ul))
		return 0;
	prog = program_load(f, awaits, &ul);
	link = prog < 0 ? -1 : program_attach(f, prog, pid, &ul);
	close(ul.ul_fd);
	if (link < 0)
		dt_warn(f->lf_engine,
			"libraries that process %u loads later are traced only if their module is "
			"named: the kernel can't trace its dynamic linker (%s)",
			pid, strerror(errno));
	else
		lo->ld_links[lo->ld_nlinks++] = (struct dt_loadinglink){ link, pid };
	if (prog >= 0)
		close(prog); /* the link keeps it */
	return 0;
}

static bool process_known(const struct dt_loading *lo, uint32_t pid)
{
	for (unsigned i = 0; i < lo->ld_nlinks; i++)
		if (lo->ld_links[i].ll_pid == pid)
			return true;
	return false;
}

int dt_loading_open(struct dt_linux_feed *f)
{
	struct dt_loading *lo = &f->lf_loading;
	bool wanted = false;

	for (const struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		wanted |= so->so_def->ls_awaits;
	if (!wanted)
		return 0;
	lo->ld_unloadingfd = dt_bpf_map(BPF_MAP_TYPE_HASH, 4, 4, UNLOADING_MAX, 0);
	if (lo->ld_unloadingfd < 0 || dt_ring_open(&lo->ld_ring, 0, NOTES_SIZE) != 0)
		return dt_lx_denied(f, "can't make a BPF map", "");
	lo->ld_opened = true;
	if (dt_keeper_start(lo) != 0)
		return dt_fail(f->lf_engine, "can't fork: %s", strerror(errno));
	for (const struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		if (so->so_def->ls_awaits && !process_known(lo, so->so_def->ls_pid) &&
			process_attach(f, so) != 0)
			return -1;
	return 0;
}

/*
 * What is loaded.
 */
/* The source that awaits what is in the process `pid`, or what it forks. */
static const struct dt_lx_source *awaiting(const struct dt_linux_feed *f, uint32_t pid)
{
	for (const struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		if (so->so_def->ls_awaits && so->so_def->ls_pid == pid)
			return so;
	return NULL;
}

static void loaded(struct dt_linux_feed *f, uint32_t root, uint32_t pid)
{
	const struct dt_lx_source *so = awaiting(f, root);

	if (!so)
		return;
	dt_enable_later(f->lf_engine, so->so_def->ls_provider, pid);
	dt_feed_more(f, so->so_def->ls_provider);
}

/* Lets all stopped processes go on; looks at what they have loaded before, unless it is the end. */
static void notes_take(struct dt_linux_feed *f, bool ends)
{
	struct dt_ring *r = &f->lf_loading.ld_ring;
	uint64_t pos = *r->rg_cons;
	const uint8_t *rec;
	struct dt_loadingnote nt;
	uint32_t len;

	while (dt_ring_peek(r, &pos, &rec, &len) == DT_RING_RECORD) {
		memcpy(&nt, rec, sizeof(nt));
		if (!ends)
			loaded(f, nt.nt_root, nt.nt_pid);
		dt_keeper_continue(&f->lf_loading, nt.nt_pid);
		dt_ring_release(r, pos);
	}
}

void dt_loading_poll(struct dt_linux_feed *f)
{
	struct dt_loading *lo = &f->lf_loading;

	if (!lo->ld_opened)
		return;
	/* what was loaded after it was looked at, and before the program was there */
	for (unsigned i = 0; i < lo->ld_nlinks && !lo->ld_looked; i++)
		loaded(f, lo->ld_links[i].ll_pid, lo->ld_links[i].ll_pid);
	lo->ld_looked = true;
	notes_take(f, false);
}

void dt_loading_nap(const struct dt_linux_feed *f, uint64_t ns)
{
	struct timespec ts = { .tv_nsec = (long)ns };
	struct pollfd pf = { .fd = f->lf_loading.ld_ring.rg_fd, .events = POLLIN };

	if (f->lf_loading.ld_opened)
		ppoll(&pf, 1, &ts, NULL);
	else
		nanosleep(&ts, NULL);
}

/* Places are perf events then, which CAP_PERFMON isn't enough for. */
bool dt_loading_admin(const struct dt_feed *fd)
{
	const struct dt_linux_feed *f = (const struct dt_linux_feed *)fd;

	return f->lf_loading.ld_opened && !f->lf_multi;
}

void dt_loading_close(struct dt_linux_feed *f)
{
	struct dt_loading *lo = &f->lf_loading;

	while (lo->ld_nlinks != 0)
		close(lo->ld_links[--lo->ld_nlinks].ll_fd);
	if (lo->ld_opened) { /* no program stops one any more */
		notes_take(f, true);
		dt_keeper_end(lo);
		dt_ring_close(&lo->ld_ring);
	}
	if (lo->ld_unloadingfd >= 0)
		close(lo->ld_unloadingfd);
	free(lo->ld_links);
	*lo = (struct dt_loading){ .ld_unloadingfd = -1 };
}
