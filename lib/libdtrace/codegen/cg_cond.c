/* Conditions: comparisons and logical operators, as jumps or as values 0 and 1. */
#include "asm.h"

static bool compares_strings(const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;

	return (dt_type_is_string(l->dn_type) || dt_type_is_string(r->dn_type)) &&
		!dt_sema_is_zero(l) && !dt_sema_is_zero(r);
}

static bool compares_signed(struct dif_asm *as, const struct dt_node *n)
{
	const struct dt_type *l = n->dn_left->dn_type, *r = n->dn_right->dn_type;

	if (!dt_type_is_integer(l) || !dt_type_is_integer(r))
		return false;
	return dt_sema_is_signed(dt_sema_promote(as->as_la, l, r));
}

static unsigned branch_op(int op, bool sign)
{
	switch (op) {
	case '<': return sign ? DIF_OP_BL : DIF_OP_BLU;
	case '>': return sign ? DIF_OP_BG : DIF_OP_BGU;
	case OP_LE: return sign ? DIF_OP_BLE : DIF_OP_BLEU;
	case OP_GE: return sign ? DIF_OP_BGE : DIF_OP_BGEU;
	case OP_EQ: return DIF_OP_BE;
	default: return DIF_OP_BNE;
	}
}

static int negated(int op)
{
	switch (op) {
	case '<': return OP_GE;
	case '>': return OP_LE;
	case OP_LE: return '>';
	case OP_GE: return '<';
	case OP_EQ: return OP_NE;
	default: return OP_EQ;
	}
}

static void branch_compare(struct dif_asm *as, struct dt_node *n, uint32_t label, bool sense)
{
	int rl, rr;

	cg_pair(as, n->dn_left, n->dn_right, &rl, &rr);
	dif_emit(as, DIF_INSTR_RRR(compares_strings(n) ? DIF_OP_SCMP : DIF_OP_CMP, rl, rr, 0));
	dif_reg_free(as, rl);
	dif_reg_free(as, rr);
	dif_emit_branch(as, branch_op(sense ? n->dn_op : negated(n->dn_op), compares_signed(as, n)),
		label);
}

/*
 * l && r that jumps if false, and l || r that jumps if true: either side jumps to the label.
 * Otherwise the left side jumps past the right.
 */
static void branch_logical(struct dif_asm *as, struct dt_node *n, uint32_t label, bool sense)
{
	bool either = (n->dn_op == OP_LOR) == sense;

	if (either) {
		cg_branch(as, n->dn_left, label, sense);
		cg_branch(as, n->dn_right, label, sense);
		return;
	}
	uint32_t skip = dif_label(as);
	cg_branch(as, n->dn_left, skip, !sense);
	cg_branch(as, n->dn_right, label, sense);
	dif_place(as, skip);
}

static void branch_value(struct dif_asm *as, struct dt_node *n, uint32_t label, bool sense)
{
	int r = cg_node(as, n);

	dif_emit(as, DIF_INSTR_RRR(DIF_OP_TST, r, 0, 0));
	dif_reg_free(as, r);
	dif_emit_branch(as, sense ? DIF_OP_BNE : DIF_OP_BE, label);
}

void cg_branch(struct dif_asm *as, struct dt_node *n, uint32_t label, bool sense)
{
	if (n->dn_kind == DN_OP1 && n->dn_op == '!') {
		cg_branch(as, n->dn_child, label, !sense);
		return;
	}
	switch (n->dn_kind == DN_OP2 ? n->dn_op : 0) {
	case '<':
	case '>':
	case OP_LE:
	case OP_GE:
	case OP_EQ:
	case OP_NE: branch_compare(as, n, label, sense); break;
	case OP_LAND:
	case OP_LOR: branch_logical(as, n, label, sense); break;
	default: branch_value(as, n, label, sense);
	}
}

/* Computes a condition as 0 or 1. */
int cg_bool(struct dif_asm *as, struct dt_node *n)
{
	uint32_t no = dif_label(as), end = dif_label(as);

	cg_branch(as, n, no, false);
	int rd = dif_reg(as);
	dif_emit_int(as, 1, rd);
	dif_emit_branch(as, DIF_OP_BA, end);
	dif_place(as, no);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, 0, 0, rd));
	dif_place(as, end);
	return rd;
}

static int cg_truth(struct dif_asm *as, struct dt_node *n)
{
	uint32_t zero = dif_label(as);
	int r = cg_owned(as, cg_node(as, n));

	dif_emit(as, DIF_INSTR_RRR(DIF_OP_TST, r, 0, 0));
	dif_emit_branch(as, DIF_OP_BE, zero);
	dif_emit_int(as, 1, r);
	dif_place(as, zero);
	return r;
}

int cg_lxor(struct dif_asm *as, struct dt_node *n)
{
	int rl = cg_truth(as, n->dn_left), rr = cg_truth(as, n->dn_right);

	dif_emit(as, DIF_INSTR_RRR(DIF_OP_XOR, rl, rr, rl));
	dif_reg_free(as, rr);
	return rl;
}
