/* Tuples, calls, and the assignment of whole translations. */
#include <string.h>
#include "asm.h"

static void push(struct dif_asm *as, const struct dt_node *n, int reg)
{
	const struct dt_type *t = n->dn_type;

	if (!dif_by_ref(t) || dt_type_is_string(t)) {
		dif_emit_push(as, t, 0, reg);
	} else {
		int size = dif_reg(as);
		dif_emit_int(as, dif_size_of(as, t), size);
		dif_emit_push(as, t, size, reg);
		dif_reg_free(as, size);
	}
	dif_reg_free(as, reg);
}

/*
 * A value that needs the tuple stack itself must be computed before the first push. So all values
 * up to the last such value wait in registers; the others are pushed as they are computed.
 */
void cg_tuple(struct dif_asm *as, struct dt_node *list, const struct dt_loc *loc)
{
	unsigned n = 0, last = 0, i = 0;
	int64_t tregs = as->as_la->la_opts ? dt_opt(as->as_la->la_opts, DT_OPT_TREGS) : DIF_NTUPLE;
	int regs[DIF_NTUPLE];

	for (struct dt_node *a = list; a; a = a->dn_next) {
		n++;
		last = cg_uses_tuple(a) ? n : last;
	}
	if (n > DIF_NTUPLE || n > tregs)
		dt_lang_error(as->as_la, loc, D_NOREG,
			"Insufficient tuple registers to generate code");
	struct dt_node *a = list;
	for (; i < last; i++, a = a->dn_next)
		regs[i] = cg_node(as, a);
	i = 0;
	for (a = list; a; a = a->dn_next, i++)
		push(as, a, i < last ? regs[i] : cg_node(as, a));
}

void cg_flush(struct dif_asm *as, const struct dt_node *list)
{
	if (list)
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_FLUSHTS, 0, 0, 0));
}

int cg_call(struct dif_asm *as, struct dt_node *n)
{
	const struct dt_ident *id = n->dn_ident;

	if (id->id_kind != ID_FUNC)
		dt_lang_error(as->as_la, &n->dn_loc, D_CG_EXPR,
			"%s( ) may not be called from a D expression", id->id_name);
	cg_tuple(as, n->dn_args, &n->dn_loc);
	int r = dif_reg(as);
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, id->id_num, r));
	cg_flush(as, n->dn_args);
	return r;
}

static void push_int(struct dif_asm *as, int reg)
{
	dif_emit_push(as, dt_sema_state(as->as_la)->se_int64, 0, reg);
}

static void call(struct dif_asm *as, unsigned subr, int rd)
{
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, subr, rd));
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_FLUSHTS, 0, 0, 0));
}

/* Copies size bytes of the process at addr to memory at to; both registers are advanced. */
static void copy_piece(struct dif_asm *as, int addr, int to, uint64_t size)
{
	int len = dif_reg(as), none = dif_reg(as);

	dif_emit_int(as, size, len);
	push_int(as, addr);
	push_int(as, len);
	push_int(as, to);
	call(as, DIF_SUBR_COPYINTO, none);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, addr, len, addr));
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, to, len, to));
	dif_reg_free(as, none);
	dif_reg_free(as, len);
}

#define PIECE 4096 /* bytes that the probe captures at once */

/* A copy of an object in the memory of the process; frees addr. */
int cg_copyin(struct dif_asm *as, int addr, uint64_t size)
{
	int r = dif_reg(as), to;

	dif_emit_int(as, size, r);
	if (size <= PIECE) {
		push_int(as, addr);
		push_int(as, r);
		dif_reg_free(as, addr);
		call(as, DIF_SUBR_COPYIN, r);
		return r;
	}
	push_int(as, r);
	call(as, DIF_SUBR_ALLOCA, r);
	addr = cg_owned(as, addr);
	to = dif_reg(as);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, r, 0, to));
	for (; size > PIECE; size -= PIECE)
		copy_piece(as, addr, to, PIECE);
	copy_piece(as, addr, to, size);
	dif_reg_free(as, to);
	dif_reg_free(as, addr);
	return r;
}

/*
 * Copies a string to size bytes of memory, cut to fit: its NUL is there only if it is shorter. NULL
 * is "". The registers keep their values.
 */
void cg_copy_string(struct dif_asm *as, int from, int to, uint64_t size)
{
	uint32_t fits = dif_label(as), null = dif_label(as), done = dif_label(as);
	int len = dif_reg(as), end = dif_reg(as);

	dif_emit(as, DIF_INSTR_RRR(DIF_OP_TST, from, 0, 0));
	dif_emit_branch(as, DIF_OP_BE, null);
	dif_emit_push(as, dt_sema_state(as->as_la)->se_string, 0, from);
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_STRLEN, len));
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_FLUSHTS, 0, 0, 0));
	dif_emit_int(as, 1, end);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, len, end, len));
	dif_emit_int(as, size, end);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_CMP, len, end, 0));
	dif_emit_branch(as, DIF_OP_BLEU, fits);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, end, 0, len));
	dif_place(as, fits);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_COPYS, from, len, to));
	dif_emit_branch(as, DIF_OP_BA, done);
	dif_place(as, null);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_STB, 0, 0, to));
	dif_place(as, done);
	dif_reg_free(as, end);
	dif_reg_free(as, len);
}

/* An array of characters always ends in a NUL. */
static void copy_text(struct dif_asm *as, int from, int to, const struct dt_type *t)
{
	uint64_t size = dif_size_of(as, t);

	if (!dt_type_is_string(t)) {
		int last = dif_reg(as);

		dif_emit_int(as, --size, last);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, to, last, last));
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_STB, 0, 0, last));
		dif_reg_free(as, last);
	}
	cg_copy_string(as, from, to, size);
}

/* Stores a member of a translation in the struct at address ra, and frees ra. */
static void xlate_store(struct dif_asm *as, struct dt_node *at, struct dt_node *dyn,
	const char *name, int ra)
{
	uint64_t bitoff;
	const struct dt_member *mb = dt_type_member(dt_type_resolve(dyn->dn_dtype), name, &bitoff);
	struct dt_node *v = dt_sema_xmember(as->as_la, at, dyn, name);

	if (!mb || mb->mb_bits)
		dt_lang_error(as->as_la, &at->dn_loc, D_CG_DYN,
			"member %s may not be copied by a translation", name);
	int rv = cg_node(as, v);
	ra = cg_add(as, cg_owned(as, ra), bitoff / 8);
	if (dt_type_is_string(v->dn_type))
		copy_text(as, rv, ra, mb->mb_type);
	else
		cg_store(as, mb->mb_type, rv, ra);
	dif_reg_free(as, ra);
	dif_reg_free(as, rv);
}

/* variable = xlate<struct>(...): zeroes it, then stores the members that the translator defines. */
int cg_assign_xlate(struct dif_asm *as, struct dt_node *n)
{
	struct dt_node *dyn = n->dn_right;
	const struct dt_xlmember *m = dyn->dn_xlator->xl_members;
	size_t size = dif_size_of(as, dyn->dn_dtype);
	char *zeroes = dt_lang_alloc(as->as_la, size + 1);
	int r = dif_reg(as);
	struct cg_lval lv;

	dif_emit_str(as, zeroes, size, r);
	cg_lval_open(as, &lv, n->dn_left);
	cg_lval_store(as, &lv, r);
	cg_lval_close(as, &lv);
	dif_reg_free(as, r);
	for (; m; m = m->xm_next)
		xlate_store(as, n, dyn, m->xm_name, cg_ref(as, n->dn_left, true));
	return as->as_drop == n ? 0 : cg_ref(as, n->dn_left, false);
}

/* Makes the whole struct in scratch memory; returns the register of its address. */
int cg_xlate(struct dif_asm *as, struct dt_node *dyn)
{
	const struct dt_xlmember *m = dyn->dn_xlator->xl_members;
	size_t size = dif_size_of(as, dyn->dn_dtype);
	int r = dif_reg(as), len = dif_reg(as), zeroes = dif_reg(as);

	dif_emit_int(as, size, len);
	dif_emit_push(as, dt_sema_state(as->as_la)->se_int64, 0, len);
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, r));
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_FLUSHTS, 0, 0, 0));
	dif_emit_str(as, dt_lang_alloc(as->as_la, size + 1), size, zeroes);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_COPYS, zeroes, len, r));
	dif_reg_free(as, zeroes);
	dif_reg_free(as, len);
	for (; m; m = m->xm_next) {
		int ra = dif_reg(as);

		dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, r, 0, ra));
		xlate_store(as, dyn, dyn, m->xm_name, ra);
	}
	return r;
}
