/*
 * A copy of the running thread's user registers and of the top of its stack, from which
 * dt_sys_unwind() makes frames.
 *
 * The copy is made in pieces, the last ones small, because a read past the end of the stack fails
 * as a whole.
 */
#include "lx.h"
#include <string.h>

#define PIECE 1024
#define SMALL 128
#define CURSOR (-40) /* in the frame: the stack address to read next */
#define START (-48)  /* r9 where the copy began */
#if defined(__aarch64__)
#define REG_SP 31
#else
#define REG_SP 19
#endif

/*
 * Copies size bytes at the cursor to r8 + r9 and advances both; goes to `failed` if they can't be
 * read.
 */
static void ucopy_piece(struct dt_asm *a, int32_t size, uint32_t failed)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_2, size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, CURSOR);
	dt_asm_call(a, BPF_FUNC_probe_read_user);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, failed);
	dt_asm_alui(a, BPF_ADD, BPF_REG_9, size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, CURSOR);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, size);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, CURSOR, BPF_REG_3);
}

static void ucopy_regs(struct dt_asm *a, uint32_t failed)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_7);
	dt_asm_call(a, BPF_FUNC_task_pt_regs);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_0);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_2, DT_UREGS * 8);
	dt_asm_call(a, BPF_FUNC_probe_read_kernel);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, failed);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_1, REG_SP * 8);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, CURSOR, BPF_REG_2);
	dt_asm_alui(a, BPF_ADD, BPF_REG_9, DT_UREGS * 8);
}

static void ucopy_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	uint32_t none = dt_asm_label(a), small = dt_asm_label(a), end = dt_asm_label(a);

	(void)so;
	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, 0);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_addr);
	/* kernel threads have no user stack */
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, none);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, START, BPF_REG_9);
	ucopy_regs(a, none);
	for (unsigned i = 0; i < DT_UCOPY_SIZE / PIECE; i++)
		ucopy_piece(a, PIECE, small);
	dt_asm_ja(a, end);
	dt_asm_bind(a, small);
	for (unsigned i = 0; i < PIECE / SMALL - 1; i++)
		ucopy_piece(a, SMALL, end);
	dt_asm_bind(a, end);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_9);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, START);
	dt_asm_alu(a, BPF_SUB, BPF_REG_1, BPF_REG_2);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_1);
	dt_asm_bind(a, none);
}

/* Valid until the next one. */
static struct dt_stack ucopy_stack(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len)
{
	struct dt_linux_feed *f = e->ev_source->so_feed;
	struct dt_ustack us = { .us_regs = (const uint64_t *)data, .us_mem = data + DT_UREGS * 8 };

	if (len < DT_UREGS * 8)
		return (struct dt_stack){ 0 };
	us.us_size = len - DT_UREGS * 8;
	if (f->lf_unwoundrec != e->ev_rec ||
		f->lf_unwoundtime != e->ev_time) /* else: another look at the same event */
		f->lf_nunwound = dt_sys_unwind(f->lf_sys, (uint32_t)dt_event_slot(e, t->vl_size),
			&us, f->lf_unwound, DT_LX_FRAMES);
	f->lf_unwoundrec = e->ev_rec;
	f->lf_unwoundtime = e->ev_time;
	return (struct dt_stack){ f->lf_unwound, f->lf_nunwound };
}

const struct dt_varlen_kind dt_varlen_ucopy = { .vk_emit = ucopy_emit, .vk_stack = ucopy_stack };
