/*
 * Option follow: code of a process is traced in the processes that it forks, too.
 *
 * The program is attached to the file in all processes, and looks whether the running one belongs
 * to the one that was named: a map has the processes that do, which programs at fork and exit keep.
 * So a child is traced from its first instruction on.
 */
#include "lx.h"
#include <unistd.h>

#define PROCESSES_MAX 65536

/*
 * r1 = a number at offsets of the task that is argument `arg`.  The pointers are the kernel's own,
 * so none is checked.
 */
static void task_load(struct dt_asm *a, unsigned arg, int first, int second)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_6, (int16_t)(8 * arg));
	if (second >= 0)
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_1, (int16_t)first);
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_1, (int16_t)(second >= 0 ? second : first));
}

/* r0 = the value of the process in the frame, or 0. */
static void emit_lookup(struct dt_asm *a, const struct dt_linux_feed *f)
{
	dt_asm_map(a, BPF_REG_1, f->lf_followfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_TEMP);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
}

void dt_follow_emit(struct dt_asm *a, const struct dt_lx_source *so, uint32_t no)
{
	const struct dt_linux_feed *f = so->so_feed;

	if (f->lf_followfd < 0 || !dt_lx_in_process(so) || so->so_def->ls_pid == 0)
		return;
	dt_asm_call(a, BPF_FUNC_get_current_pid_tgid);
	dt_asm_alui(a, BPF_RSH, BPF_REG_0, 32);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_0);
	emit_lookup(a, f);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, no);
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_0, 0);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, (int32_t)so->so_def->ls_pid, no);
}

/* The child belongs where its parent does. A thread is its own process's. */
static bool fork_emit(struct dt_asm *a, struct dt_linux_feed *f, uint32_t done)
{
	int tgid = dt_btf_offset(&f->lf_btf, "task_struct", "tgid");

	if (tgid < 0)
		return false;
	task_load(a, 0, tgid, -1);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_1);
	emit_lookup(a, f);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, done);
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_0, 0);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_CPU, BPF_REG_1);
	task_load(a, 1, tgid, -1);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_1);
	dt_asm_map(a, BPF_REG_1, f->lf_followfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_TEMP);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, DT_FRAME_CPU);
	dt_asm_movi(a, BPF_REG_4, 0);
	dt_asm_call(a, BPF_FUNC_map_update_elem);
	return true;
}

/* With its last thread the process ends, and its number may be used again. */
static bool exit_emit(struct dt_asm *a, struct dt_linux_feed *f, uint32_t done)
{
	int tgid = dt_btf_offset(&f->lf_btf, "task_struct", "tgid"),
	    sig = dt_btf_offset(&f->lf_btf, "task_struct", "signal"),
	    live = dt_btf_offset(&f->lf_btf, "signal_struct", "live.counter");

	if (tgid < 0 || sig < 0 || live < 0)
		return false;
	task_load(a, 0, sig, live);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, 0, done);
	task_load(a, 0, tgid, -1);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_1);
	dt_asm_map(a, BPF_REG_1, f->lf_followfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_TEMP);
	dt_asm_call(a, BPF_FUNC_map_delete_elem);
	return true;
}

/* Returns the link of the program, or -1. */
static int follow_attach(struct dt_linux_feed *f, const char *tracepoint,
	bool (*emit)(struct dt_asm *, struct dt_linux_feed *, uint32_t))
{
	struct dt_asm a = { 0 };
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_TRACING,
		.bp_attach = BPF_TRACE_RAW_TP,
		.bp_name = "dtrace_follow" };
	uint32_t done = dt_asm_label(&a);
	int fd, link;
	unsigned nargs;

	prog.bp_btf_id = dt_btf_tracepoint(&f->lf_btf, tracepoint, &nargs);
	dt_asm_mov(&a, BPF_REG_6, BPF_REG_1);
	if (prog.bp_btf_id == 0 || !emit(&a, f, done))
		a.as_failed = true;
	dt_asm_bind(&a, done);
	dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_exit(&a);
	fd = dt_bpf_load_asm(&prog, &a);
	if (fd < 0)
		return -1;
	link = dt_bpf_attach_tp(fd, NULL);
	close(fd); /* the link keeps it */
	return link;
}

int dt_follow_open(struct dt_linux_feed *f)
{
	bool wanted = false;

	for (const struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		wanted |= dt_lx_in_process(so) && so->so_def->ls_pid != 0;
	if (!wanted || !dt_engine_number(f->lf_engine, "follow"))
		return 0;
	f->lf_followfd = dt_bpf_map(BPF_MAP_TYPE_HASH, 4, 4, PROCESSES_MAX, 0);
	for (const struct dt_lx_source *so = f->lf_sources; so && f->lf_followfd >= 0;
		so = so->so_next)
		if (dt_lx_in_process(so) && so->so_def->ls_pid != 0 &&
			dt_bpf_map_set(f->lf_followfd, &so->so_def->ls_pid, &so->so_def->ls_pid) !=
				0)
			return dt_lx_denied(f, "can't fill a BPF map", "");
	if (f->lf_followfd >= 0) {
		f->lf_followlinks[0] = follow_attach(f, "sched_process_fork", fork_emit);
		f->lf_followlinks[1] = follow_attach(f, "sched_process_exit", exit_emit);
	}
	if (f->lf_followlinks[0] < 0 || f->lf_followlinks[1] < 0)
		return dt_lx_denied(f, "can't follow forks", "");
	return 0;
}

void dt_follow_close(struct dt_linux_feed *f)
{
	int *fds[] = { &f->lf_followlinks[0], &f->lf_followlinks[1], &f->lf_followfd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
}
