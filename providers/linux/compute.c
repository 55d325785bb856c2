/*
 * The capture program computes the addresses that a clause computes, and records what is there:
 * fields behind kernel pointers, user memory at computed addresses.
 *
 * Every expression has a slot. A LOAD's slot has the value that was read; the interpreter, which
 * computes the same address, finds it there. If it couldn't be read, its bit in the status slot is
 * set, and the interpreter faults as well.
 *
 * Memory on a path that D doesn't take is read as well; it costs time, but isn't used.
 */
#include "lx.h"
#include <stdio.h>
#include <string.h>

#define LOADS_MAX 64

static uint16_t operand(const struct dt_variant *v, unsigned first, uint8_t number)
{
	return v->va_computed[first + number].cp_off;
}

/* Gives the expression its slot, if its operands have theirs. */
static void place(struct dt_layout *l, struct dt_computed *c, unsigned first,
	const struct dt_linux_view *view)
{
	struct dt_variant *v = l->ly_variant;

	switch (c->cp_expr.ex_kind) {
	case DT_EX_ARG:
		if (view->lv_retval && c->cp_expr.ex_imm < 2)
			c->cp_off = dt_layout_slot(l, view->lv_retval, true);
		else
			c->cp_off = dt_layout_var(l, view,
				DIF_VAR_ARG0 + (uint32_t)c->cp_expr.ex_imm);
		return;
	case DT_EX_ENTRYARG:
		c->cp_off = dt_layout_entryarg(l, view, (unsigned)c->cp_expr.ex_imm);
		return;
	case DT_EX_KVAR:
		c->cp_off = dt_layout_kvar(l, c->cp_view, (unsigned)c->cp_expr.ex_imm);
		return;
	case DT_EX_FACT:
		c->cp_off = dt_fact_slot(l, view->lv_task, (unsigned)c->cp_expr.ex_imm);
		return;
	case DT_EX_ALU:
		c->cp_a = operand(v, first, c->cp_expr.ex_a);
		c->cp_b = operand(v, first, c->cp_expr.ex_b);
		if (c->cp_a == 0 || c->cp_b == 0)
			return;
		break;
	case DT_EX_LOAD:
		c->cp_a = operand(v, first, c->cp_expr.ex_a);
		if (c->cp_a == 0 || v->va_nloads == LOADS_MAX ||
			(c->cp_expr.ex_user && strcmp(view->lv_task, "current") != 0))
			return;
		c->cp_bit = (uint8_t)v->va_nloads++;
		if (v->va_status == 0)
			v->va_status = dt_layout_room(v, 8);
		break;
	default: break;
	}
	c->cp_off = dt_layout_room(v, 8);
}

static void place_read(struct dt_layout *l, const struct dt_plan_read *r, unsigned first,
	unsigned view)
{
	struct dt_varlen t = { .vl_kind = &dt_varlen_mem,
		.vl_view = (uint8_t)view,
		.vl_string = r->pr_string,
		.vl_kernel = !r->pr_user,
		.vl_addr = operand(l->ly_variant, first, r->pr_addr) };

	if (t.vl_addr == 0 ||
		(r->pr_user &&
			strcmp(l->ly_source->so_def->ls_views[view].lv_task, "current") != 0))
		return;
	t.vl_max = r->pr_string && r->pr_size == 0 ? dt_varlen_string(l->ly_source->so_feed) :
						     r->pr_size;
	if (r->pr_sizeexpr != DT_PLAN_NOEXPR) {
		t.vl_size = operand(l->ly_variant, first, r->pr_sizeexpr);
		t.vl_max = t.vl_size != 0 ? DT_LX_MEMSIZE : 0;
	}
	if (t.vl_max > DT_LX_MEMSIZE)
		t.vl_max = r->pr_string || !r->pr_user ? DT_LX_MEMSIZE : 0;
	dt_varlen_add(l, t);
}

void dt_compute_layout(struct dt_layout *l, const struct dt_plan *p, unsigned view)
{
	struct dt_variant *v = l->ly_variant;
	unsigned first = v->va_ncomputed;

	if (p->pl_nexprs == 0 || p->pl_nexprs > DT_LX_COMPUTED - first)
		return;
	v->va_ncomputed += p->pl_nexprs;
	for (unsigned i = 0; i < p->pl_nexprs; i++) {
		struct dt_computed *c = &v->va_computed[first + i];

		*c = (struct dt_computed){ .cp_expr = p->pl_exprs[i], .cp_view = (uint8_t)view };
		place(l, c, first, &l->ly_source->so_def->ls_views[view]);
	}
	for (unsigned i = 0; i < p->pl_nreads; i++)
		place_read(l, &p->pl_reads[i], first, view);
}

/*
 * The program: r6 the context, r7 the task, r8 the record.
 */
static uint8_t alu_of(uint8_t op)
{
	static const uint8_t ops[DIF_NOPS] = {
		[DIF_OP_OR] = BPF_OR,
		[DIF_OP_XOR] = BPF_XOR,
		[DIF_OP_AND] = BPF_AND,
		[DIF_OP_SLL] = BPF_LSH,
		[DIF_OP_SRL] = BPF_RSH,
		[DIF_OP_SRA] = BPF_ARSH,
		[DIF_OP_SUB] = BPF_SUB,
		[DIF_OP_ADD] = BPF_ADD,
		[DIF_OP_MUL] = BPF_MUL,
	};

	return ops[op];
}

static void emit_alu(struct dt_asm *a, const struct dt_computed *c)
{
	uint8_t op = alu_of(c->cp_expr.ex_op);

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)c->cp_a);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_8, (int16_t)c->cp_b);
	if (op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH)
		dt_asm_alui(a, BPF_AND, BPF_REG_2, 63);
	dt_asm_alu(a, op, BPF_REG_1, BPF_REG_2);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)c->cp_off, BPF_REG_1);
}

static void emit_sign(struct dt_asm *a, const struct dt_computed *c)
{
	int bits = 64 - 8 * c->cp_expr.ex_size;

	if (!c->cp_expr.ex_signed || bits == 0)
		return;
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)c->cp_off);
	dt_asm_alui(a, BPF_LSH, BPF_REG_1, bits);
	dt_asm_alui(a, BPF_ARSH, BPF_REG_1, bits);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)c->cp_off, BPF_REG_1);
}

static void emit_load(struct dt_asm *a, const struct dt_variant *v, const struct dt_computed *c)
{
	uint32_t fine = dt_asm_label(a);

	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)c->cp_off, 0);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, c->cp_off);
	dt_asm_movi(a, BPF_REG_2, c->cp_expr.ex_size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_8, (int16_t)c->cp_a);
	dt_asm_call(a, c->cp_expr.ex_user ? dt_asm_read_user(a) : BPF_FUNC_probe_read_kernel);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, fine);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)v->va_status);
	dt_asm_imm64(a, BPF_REG_2, UINT64_C(1) << c->cp_bit);
	dt_asm_alu(a, BPF_OR, BPF_REG_1, BPF_REG_2);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)v->va_status, BPF_REG_1);
	dt_asm_bind(a, fine);
	emit_sign(a, c);
}

void dt_compute_emit(struct dt_asm *a, const struct dt_variant *v)
{
	if (v->va_status != 0)
		dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)v->va_status, 0);
	for (unsigned i = 0; i < v->va_ncomputed; i++) {
		const struct dt_computed *c = &v->va_computed[i];

		if (c->cp_off == 0)
			continue;
		switch (c->cp_expr.ex_kind) {
		case DT_EX_CONST:
			dt_asm_imm64(a, BPF_REG_1, c->cp_expr.ex_imm);
			dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)c->cp_off, BPF_REG_1);
			break;
		case DT_EX_FACT: break; /* a slot of its own */
		case DT_EX_ALU: emit_alu(a, c); break;
		case DT_EX_LOAD: emit_load(a, v, c); break;
		}
	}
}

/* Adds what was read to the firing's memory. */
void dt_compute_firing(const struct dt_lx_event *e, unsigned view, struct dt_firing *fi)
{
	const struct dt_variant *v = e->ev_variant;
	uint64_t status = dt_event_slot(e, v->va_status);
	/* a source whose view is "task" wakes it; other views are of threads that have a CPU */
	bool runs = strcmp(e->ev_source->so_def->ls_views[view].lv_task, "task") != 0;

	for (unsigned i = 0; i < v->va_ncomputed; i++) {
		const struct dt_computed *c = &v->va_computed[i];

		if (c->cp_view != view || c->cp_off == 0)
			continue;
		if (c->cp_expr.ex_fact != 0)
			dt_fact_set(fi->fi_thread, c->cp_expr.ex_fact - 1u,
				dt_event_slot(e, c->cp_off), runs);
		bool fault = c->cp_expr.ex_kind == DT_EX_LOAD && (status >> c->cp_bit & 1);

		/* what isn't resident at a system call may be so when the live process is read */
		if (c->cp_expr.ex_kind != DT_EX_LOAD ||
			(fault && (!c->cp_expr.ex_user || e->ev_source->so_def->ls_refault)))
			continue;
		dt_event_mem(e, fi,
			(struct dt_mem){ .me_addr = dt_event_slot(e, c->cp_a),
				.me_data = e->ev_rec + c->cp_off,
				.me_len = c->cp_expr.ex_size,
				.me_fault = fault,
				.me_user = c->cp_expr.ex_user });
	}
}
