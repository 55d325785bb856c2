/*
 * Thread-local variables in the kernel: one task storage map, whose value has all of them, 8 bytes
 * each, at their numbers. The kernel frees it with the thread. A variable that is assigned 0 stays
 * where it is: to delete and to make storage costs twenty times as much.
 *
 * The address of the storage of a view's thread is in the frame, 0 if it has none yet. What can't
 * be stored, because there are too many threads, is a drop.
 */
#include "lx.h"
#include <string.h>

bool dt_kvar_wanted(const struct dt_linux_feed *f)
{
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		for (unsigned i = 0; i < so->so_nbinds; i++) {
			const struct dt_places *pc = so->so_binds[i].bi_plan->pl_places;

			for (unsigned k = 0; pc && k < pc->pc_nvars; k++)
				if (!pc->pc_vars[k].kv_here)
					return true;
		}
	return false;
}

int dt_kvar_open(struct dt_linux_feed *f)
{
	f->lf_kvarfd = dt_bpf_task_map(8 * DT_PLACE_MAXVARS);
	return f->lf_kvarfd < 0 ? -1 : 0;
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
	uint32_t have = dt_asm_label(a), done = dt_asm_label(a), drop = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_STORAGE);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, have);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, done);
	dt_kvar_find(a, f, task, true);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, drop);
	dt_asm_bind(a, have);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_stx(a, BPF_DW, BPF_REG_0, (int16_t)(8 * number), BPF_REG_1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, drop);
	dt_karea_count(a, f, DT_KAREA_DYNDROPS, done);
	dt_asm_bind(a, done);
}
