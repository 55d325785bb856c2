/*
 * Thread-local variables in the kernel: one task storage map, whose value has all of them, 8 bytes
 * each, at their numbers, and after them the text of those that are strings, whose 8 bytes say
 * whether they are NULL. The kernel frees it with the thread. A variable that is assigned 0 stays
 * where it is: to delete and to make storage costs twenty times as much.
 *
 * The address of the storage of a view's thread is in the frame, 0 if it has none yet.  Storage
 * has no limit of its own: the threads that have it are counted, and dynvarsize limits them.  What
 * can't be stored is a drop.
 */
#include "lx.h"
#include <unistd.h>

bool dt_kvar_wanted(struct dt_linux_feed *f)
{
	f->lf_nkvars = 0;
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		for (unsigned i = 0; i < so->so_nbinds; i++) {
			const struct dt_places *pc = so->so_binds[i].bi_plan->pl_places;

			for (unsigned k = 0; pc && k < pc->pc_nvars; k++)
				if (!pc->pc_vars[k].kv_here && f->lf_nkvars <= k)
					f->lf_nkvars = k + 1;
		}
	return f->lf_nkvars != 0;
}

/* The number of threads that have storage. */
static void emit_threads(struct dt_asm *a, const struct dt_linux_feed *f, int32_t add, uint8_t old)
{
	dt_asm_mapval(a, BPF_REG_1, f->lf_areafd, 8 * f->lf_nkaggs);
	dt_asm_movi(a, old, add);
	dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_1, old, 0, BPF_ADD | BPF_FETCH);
}

/* The program that counts a thread's storage off when the kernel frees the thread. */
static int free_load(struct dt_linux_feed *f, uint32_t btf_id)
{
	struct dt_asm a = { 0 };
	uint32_t none = dt_asm_label(&a);
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_TRACING,
		.bp_attach = BPF_TRACE_RAW_TP,
		.bp_btf_id = btf_id,
		.bp_name = "dtrace" };

	dt_asm_ldx(&a, BPF_DW, BPF_REG_2, BPF_REG_1, 0);
	dt_asm_map(&a, BPF_REG_1, f->lf_kvarfd);
	dt_asm_movi(&a, BPF_REG_3, 0);
	dt_asm_movi(&a, BPF_REG_4, 0);
	dt_asm_call(&a, BPF_FUNC_task_storage_get);
	dt_asm_jmpi(&a, BPF_JEQ, BPF_REG_0, 0, none);
	emit_threads(&a, f, -1, BPF_REG_2);
	dt_asm_bind(&a, none);
	dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_exit(&a);
	f->lf_freeprog = dt_bpf_load_asm(&prog, &a);
	return f->lf_freeprog < 0 ? -1 : 0;
}

uint32_t dt_kvar_text(const struct dt_places *pc, unsigned number, uint32_t strsize)
{
	int text = dt_place_text(pc, number);

	return 8 * pc->pc_nvars + DT_SCRATCH_ROOM(strsize) * (uint32_t)(text < 0 ? 0 : text);
}

static uint32_t value_size(const struct dt_linux_feed *f)
{
	uint32_t size = 8 * f->lf_nkvars;
	const struct dt_places *pc = f->lf_places;

	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if (!pc->pc_vars[i].kv_here && dt_place_text(pc, i) >= 0)
			size = dt_kvar_text(pc, i, f->lf_strsize) + DT_SCRATCH_ROOM(f->lf_strsize);
	return size;
}

#define THREAD_COST 96 /* of storage, beside its variables */

int dt_kvar_open(struct dt_linux_feed *f)
{
	unsigned nargs;
	uint64_t max = (uint64_t)dt_engine_number(f->lf_engine, "dynvarsize") /
		(THREAD_COST + value_size(f));

	f->lf_threadsmax = max > INT32_MAX ? INT32_MAX : (uint32_t)max;
	f->lf_kvarfd = dt_bpf_task_map(value_size(f));
	if (f->lf_kvarfd < 0 ||
		free_load(f, dt_btf_tracepoint(&f->lf_btf, "sched_process_free", &nargs)) != 0)
		return -1;
	f->lf_freelink = dt_bpf_attach_tp(f->lf_freeprog, NULL);
	return f->lf_freelink < 0 ? -1 : 0;
}

void dt_kvar_close(struct dt_linux_feed *f)
{
	int *fds[] = { &f->lf_freelink, &f->lf_freeprog, &f->lf_kvarfd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
}

/* They are final: only BEGIN assigns them. */
void dt_kvar_globals(struct dt_linux_feed *f)
{
	for (unsigned i = 0; f->lf_area && f->lf_places && i < f->lf_places->pc_nglobals; i++)
		f->lf_area[f->lf_nkaggs + 1 + i] = dt_global(f->lf_engine,
			f->lf_places->pc_globals[i]);
}

/* r2 = the view's task; false: it is no pointer that the kernel trusts. */
static bool emit_task(struct dt_asm *a, const struct dt_path *p)
{
	if (p->pt_nsteps != 0)
		return false;
	if (p->pt_root == DT_PATH_CURRENT)
		dt_asm_mov(a, BPF_REG_2, BPF_REG_7);
	else
		dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_6, (int16_t)(p->pt_root * 8));
	a->as_typed |= p->pt_root != DT_PATH_CURRENT;
	return true;
}

bool dt_kvar_find(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_path *task,
	bool create)
{
	if (!emit_task(a, task))
		return false;
	dt_asm_map(a, BPF_REG_1, f->lf_kvarfd);
	dt_asm_movi(a, BPF_REG_3, 0);
	dt_asm_movi(a, BPF_REG_4, create ? BPF_LOCAL_STORAGE_GET_F_CREATE : 0);
	dt_asm_call(a, BPF_FUNC_task_storage_get);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_STORAGE, BPF_REG_0);
	return true;
}

void dt_kvar_load(struct dt_asm *a, unsigned number, uint8_t dst)
{
	uint32_t none = dt_asm_label(a), done = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, dst, BPF_REG_10, DT_FRAME_STORAGE);
	dt_asm_jmpi(a, BPF_JEQ, dst, 0, none);
	dt_asm_ldx(a, BPF_DW, dst, dst, (int16_t)(8 * number));
	dt_asm_ja(a, done);
	dt_asm_bind(a, none);
	dt_asm_movi(a, dst, 0);
	dt_asm_bind(a, done);
}

/* Stores the value in the frame; without storage, 0 needs none. */
void dt_kvar_store(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_path *task,
	unsigned number)
{
	uint32_t have = dt_asm_label(a), done = dt_asm_label(a), full = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_STORAGE);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, have);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, done);
	emit_threads(a, f, 1, BPF_REG_2);
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_2, (int32_t)f->lf_threadsmax, full);
	dt_kvar_find(a, f, task, true);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, full);
	dt_asm_bind(a, have);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_stx(a, BPF_DW, BPF_REG_0, (int16_t)(8 * number), BPF_REG_1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, full);
	emit_threads(a, f, -1, BPF_REG_2);
	dt_karea_count(a, f, DT_KAREA_DYNDROPS, done);
	dt_asm_bind(a, done);
}
