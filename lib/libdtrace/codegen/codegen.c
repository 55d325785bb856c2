/*
 * Expressions to instructions. cg_node() returns the register of the value, which the caller frees;
 * %r0 is 0. Integers have 64 bits and are truncated to their type only where they are stored, cast
 * or assigned.
 */
#include "asm.h"

int cg_owned(struct dif_asm *as, int r)
{
	if (r)
		return r;
	r = dif_reg(as);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, 0, 0, r));
	return r;
}

int cg_add(struct dif_asm *as, int reg, uint64_t offset)
{
	if (offset == 0)
		return reg;
	int ro = dif_reg(as), rd = reg ? reg : ro;
	dif_emit_int(as, offset, ro);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, reg, ro, rd));
	if (rd != ro)
		dif_reg_free(as, ro);
	return rd;
}

void cg_scale(struct dif_asm *as, int reg, uint64_t size)
{
	bool power = (size & (size - 1)) == 0;

	if (size == 1 || reg == 0)
		return;
	int rs = dif_reg(as);
	dif_emit_int(as, power ? (uint64_t)__builtin_ctzll(size) : size, rs);
	dif_emit(as, DIF_INSTR_RRR(power ? DIF_OP_SLL : DIF_OP_MUL, reg, rs, reg));
	dif_reg_free(as, rs);
}

static void cut(struct dif_asm *as, int reg, unsigned bits, bool sign)
{
	if (reg == 0 || bits == 0 || bits >= 64)
		return;
	int rc = dif_reg(as);
	if (sign) {
		dif_emit_int(as, 64 - bits, rc);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_SLL, reg, rc, reg));
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_SRA, reg, rc, reg));
	} else {
		dif_emit_int(as, (1ull << bits) - 1, rc);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_AND, reg, rc, reg));
	}
	dif_reg_free(as, rc);
}

/* Truncates a register to an integer type of less than 64 bits. */
void cg_normalize(struct dif_asm *as, int reg, const struct dt_type *t)
{
	if (dt_type_is_integer(t))
		cut(as, reg, (unsigned)dt_type_resolve(t)->ty_size * 8, dt_sema_is_signed(t));
}

/* Whether the node is a variable that keeps 64 bits, whatever the size of its type. */
static bool is_wide(const struct dt_node *n)
{
	return n->dn_kind == DN_VAR &&
		(n->dn_ident->id_kind == ID_SCALAR || n->dn_ident->id_kind == ID_ASSOC) &&
		dt_sema_is_signed(n->dn_type);
}

/* Whether every value that the node can compute is in the range of its type. */
static bool is_exact(const struct dt_node *n)
{
	switch (n->dn_kind) {
	case DN_INT:
	case DN_FUNC: return true;
	case DN_VAR: return !is_wide(n);
	case DN_MEMBER:
		return is_exact(n->dn_child) && dt_type_same(n->dn_type, n->dn_child->dn_type);
	case DN_OP1:
		return n->dn_op == '!' || n->dn_op == OP_DEREF ||
			(n->dn_op >= OP_PREINC && n->dn_op <= OP_POSTDEC && !is_wide(n->dn_child));
	case DN_OP2:
		if (n->dn_op == '=' || (n->dn_op >= OP_ADDEQ && n->dn_op <= OP_RSHEQ))
			return !is_wide(n->dn_left);
		return n->dn_op == '.' || n->dn_op == OP_ARROW || n->dn_op == OP_INDEX ||
			n->dn_op == OP_CAST || n->dn_op == '<' || n->dn_op == '>' ||
			(n->dn_op >= OP_LE && n->dn_op <= OP_LOR);
	default: return false;
	}
}

static bool fits(const struct dt_node *n, const struct dt_type *t)
{
	uint64_t from = dt_type_resolve(n->dn_type)->ty_size, to = dt_type_resolve(t)->ty_size;
	bool fs = dt_sema_is_signed(n->dn_type), ts = dt_sema_is_signed(t);

	if (!dt_type_is_integer(n->dn_type) || !is_exact(n))
		return false;
	return (from == to && fs == ts) || (from < to && (!fs || ts));
}

/* Of two operands without side effects, the one that needs more registers is computed first. */
void cg_pair(struct dif_asm *as, struct dt_node *l, struct dt_node *r, int *rl, int *rr)
{
	if (cg_needs(r) > cg_needs(l) && cg_is_pure(l) && cg_is_pure(r)) {
		*rr = cg_node(as, r);
		*rl = cg_node(as, l);
	} else {
		*rl = cg_node(as, l);
		*rr = cg_node(as, r);
	}
}

static unsigned arith_op(int op, bool sign)
{
	switch (op) {
	case '+': return DIF_OP_ADD;
	case '-': return DIF_OP_SUB;
	case '*': return DIF_OP_MUL;
	case '/': return sign ? DIF_OP_SDIV : DIF_OP_UDIV;
	case '%': return sign ? DIF_OP_SREM : DIF_OP_UREM;
	case '&': return DIF_OP_AND;
	case '|': return DIF_OP_OR;
	case '^': return DIF_OP_XOR;
	case OP_LSH: return DIF_OP_SLL;
	default: return sign ? DIF_OP_SRA : DIF_OP_SRL;
	}
}

void cg_arith(struct dif_asm *as, int op, const struct dt_type *t, int rd, int rs)
{
	dif_emit(as, DIF_INSTR_RRR(arith_op(op, dt_sema_is_signed(t)), rd, rs, rd));
}

static bool is_address(const struct dt_node *n)
{
	return dt_type_is_pointer(n->dn_type) || dt_type_is_string(n->dn_type);
}

static uint64_t pointee_size(struct dif_asm *as, const struct dt_node *n)
{
	return dif_size_of(as, dt_sema_pointee(as->as_la, n->dn_type));
}

static int cg_additive(struct dif_asm *as, struct dt_node *n)
{
	struct dt_node *l = n->dn_left, *r = n->dn_right;
	bool lp = is_address(l), rp = is_address(r);
	int rl, rr;

	if (lp && dt_sema_is_const(r))
		return cg_add(as, cg_node(as, l),
			(n->dn_op == '-' ? -r->dn_value : r->dn_value) * pointee_size(as, l));
	cg_pair(as, l, r, &rl, &rr);
	if (lp && !rp)
		cg_scale(as, rr = cg_owned(as, rr), pointee_size(as, l));
	if (rp && !lp)
		cg_scale(as, rl = cg_owned(as, rl), pointee_size(as, r));
	rl = cg_owned(as, rl);
	dif_emit(as, DIF_INSTR_RRR(n->dn_op == '+' ? DIF_OP_ADD : DIF_OP_SUB, rl, rr, rl));
	dif_reg_free(as, rr);
	if (lp && rp && pointee_size(as, l) > 1) {
		int rs = dif_reg(as);
		dif_emit_int(as, pointee_size(as, l), rs);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_SDIV, rl, rs, rl));
		dif_reg_free(as, rs);
	}
	return rl;
}

static int cg_binary(struct dif_asm *as, struct dt_node *n)
{
	int rl, rr;

	cg_pair(as, n->dn_left, n->dn_right, &rl, &rr);
	rl = cg_owned(as, rl);
	cg_arith(as, n->dn_op, n->dn_type, rl, rr);
	dif_reg_free(as, rr);
	return rl;
}

static int cg_choice(struct dif_asm *as, struct dt_node *n)
{
	uint32_t other = dif_label(as), end = dif_label(as);

	cg_branch(as, n->dn_cond, other, false);
	int rd = cg_owned(as, cg_node(as, n->dn_left));
	dif_emit_branch(as, DIF_OP_BA, end);
	dif_place(as, other);
	dif_reg_free(as, rd);
	int rr = cg_node(as, n->dn_right);
	if (rr != rd)
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, rr, 0, rd));
	dif_reg_free(as, rr);
	dif_reg_claim(as, rd);
	dif_place(as, end);
	return rd;
}

/*
 * Assignments.
 */

/* A variable is cut to its own type first if it is converted to another one. */
static int cg_converted(struct dif_asm *as, struct dt_node *n, const struct dt_type *to)
{
	int r = cg_node(as, n);

	if (is_wide(n) && !dt_type_same(dt_type_resolve(n->dn_type), dt_type_resolve(to)))
		cg_normalize(as, r, n->dn_type);
	return r;
}

static int assigned(struct dif_asm *as, struct dt_node *n, int r, const struct dt_node *from)
{
	const struct dt_node *l = n->dn_kind == DN_OP2 ? n->dn_left : n->dn_child;

	if (as->as_drop == n || is_wide(l))
		return r;
	if (l->dn_flags & DNF_BITFIELD)
		cut(as, r, l->dn_member->mb_bits, dt_sema_is_signed(n->dn_type));
	else if (!from || !fits(from, n->dn_type))
		cg_normalize(as, r, n->dn_type);
	return r;
}

static int cg_assign(struct dif_asm *as, struct dt_node *n)
{
	struct cg_lval lv;

	if (dt_sema_is_dyn(n->dn_right))
		return cg_assign_xlate(as, n);
	int r = cg_converted(as, n->dn_right, n->dn_type);
	cg_lval_open(as, &lv, n->dn_left);
	cg_lval_store(as, &lv, r);
	cg_lval_close(as, &lv);
	return assigned(as, n, r, n->dn_right);
}

static int plain_op(int op)
{
	static const int plain[] = { '+', '-', '*', '/', '%', '&', '|', '^', OP_LSH, OP_RSH };

	return plain[op - OP_ADDEQ];
}

/* The type that decides signedness. */
static const struct dt_type *compound_type(struct dif_asm *as, const struct dt_node *n, int op)
{
	const struct dt_type *l = n->dn_left->dn_type;

	if (op == OP_LSH || op == OP_RSH || !dt_type_is_integer(l))
		return l;
	return dt_sema_promote(as->as_la, l, n->dn_right->dn_type);
}

static int cg_compound(struct dif_asm *as, struct dt_node *n)
{
	int op = plain_op(n->dn_op), rr = cg_node(as, n->dn_right);
	struct cg_lval lv;

	if (dt_type_is_pointer(n->dn_left->dn_type))
		cg_scale(as, rr = cg_owned(as, rr), pointee_size(as, n->dn_left));
	cg_lval_open(as, &lv, n->dn_left);
	int rl = cg_lval_load(as, &lv);
	cg_arith(as, op, compound_type(as, n, op), rl, rr);
	dif_reg_free(as, rr);
	cg_lval_store(as, &lv, rl);
	cg_lval_close(as, &lv);
	return assigned(as, n, rl, NULL);
}

static int cg_incdec(struct dif_asm *as, struct dt_node *n)
{
	bool post = n->dn_op == OP_POSTINC || n->dn_op == OP_POSTDEC,
	     inc = n->dn_op == OP_POSTINC || n->dn_op == OP_PREINC;
	uint64_t by = dt_type_is_pointer(n->dn_type) ? pointee_size(as, n->dn_child) : 1;
	struct cg_lval lv;
	int old = 0;

	cg_lval_open(as, &lv, n->dn_child);
	int r = cg_lval_load(as, &lv);
	if (post && as->as_drop != n) {
		old = dif_reg(as);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, r, 0, old));
	}
	r = cg_add(as, r, inc ? by : -by);
	cg_lval_store(as, &lv, r);
	cg_lval_close(as, &lv);
	if (old) {
		dif_reg_free(as, r);
		return old;
	}
	return assigned(as, n, r, NULL);
}

/*
 * The kinds of nodes.
 */
static int cg_op1(struct dif_asm *as, struct dt_node *n)
{
	int r;

	switch (n->dn_op) {
	case OP_PREINC:
	case OP_PREDEC:
	case OP_POSTINC:
	case OP_POSTDEC: return cg_incdec(as, n);
	case OP_DEREF: return cg_load(as, n, cg_address(as, n, false));
	case OP_ADDROF: return cg_address(as, n->dn_child, true);
	case '!': return cg_bool(as, n);
	case '~':
		r = cg_owned(as, cg_node(as, n->dn_child));
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_NOT, r, 0, r));
		return r;
	case OP_INEG:
		r = cg_owned(as, cg_node(as, n->dn_child));
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_SUB, 0, r, r));
		return r;
	default: /* + stringof */ return cg_node(as, n->dn_child);
	}
}

static int cg_cast(struct dif_asm *as, struct dt_node *n)
{
	int r = cg_converted(as, n->dn_right, n->dn_type);

	if (!fits(n->dn_right, n->dn_type))
		cg_normalize(as, r, n->dn_type);
	return r;
}

static int cg_op2(struct dif_asm *as, struct dt_node *n)
{
	switch (n->dn_op) {
	case '=': return cg_assign(as, n);
	case ',': dif_reg_free(as, cg_node(as, n->dn_left)); return cg_node(as, n->dn_right);
	case '.':
	case OP_ARROW:
	case OP_INDEX: return cg_load(as, n, cg_address(as, n, false));
	case OP_CAST: return cg_cast(as, n);
	case OP_LAND:
	case OP_LOR:
	case '<':
	case '>':
	case OP_LE:
	case OP_GE:
	case OP_EQ:
	case OP_NE: return cg_bool(as, n);
	case OP_LXOR: return cg_lxor(as, n);
	case '+':
	case '-': return cg_additive(as, n);
	default:
		return n->dn_op >= OP_ADDEQ && n->dn_op <= OP_RSHEQ ? cg_compound(as, n) :
								      cg_binary(as, n);
	}
}

static int cg_int(struct dif_asm *as, uint64_t value)
{
	if (value == 0)
		return 0;
	int r = dif_reg(as);
	dif_emit_int(as, value, r);
	return r;
}

static int cg_string(struct dif_asm *as, const struct dt_node *n)
{
	int r = dif_reg(as);

	dif_emit_str(as, n->dn_str, n->dn_strlen, r);
	return r;
}

static int node_code(struct dif_asm *as, struct dt_node *n)
{
	switch (n->dn_kind) {
	case DN_INT: return cg_int(as, n->dn_value);
	case DN_STRING: return cg_string(as, n);
	case DN_VAR: return cg_var(as, n);
	case DN_FUNC: return cg_call(as, n);
	case DN_OP1: return cg_op1(as, n);
	case DN_OP2: return cg_op2(as, n);
	case DN_OP3: return cg_choice(as, n);
	case DN_MEMBER: /* of a translation, or a whole one */
		return dt_sema_is_dyn(n->dn_child) ? cg_xlate(as, n->dn_child) :
						     cg_node(as, n->dn_child);
	case DN_XLATE:
		dt_lang_error(as->as_la, &n->dn_loc, D_CG_DYN,
			"cannot generate code for the value of a translation");
	case DN_SYM:
		dt_lang_error(as->as_la, &n->dn_loc, D_ASRELO,
			"external symbol %s cannot be resolved: its address is not "
			"known",
			n->dn_str);
	case DN_AGG:
		dt_lang_error(as->as_la, &n->dn_loc, D_CG_EXPR,
			"an aggregation may not be used in an expression");
	default:
		dt_lang_error(as->as_la, &n->dn_loc, D_UNKNOWN, "no code for node kind %d",
			n->dn_kind);
	}
}

int cg_node(struct dif_asm *as, struct dt_node *n)
{
	const struct dt_loc *outer = as->as_from;
	int r;

	if (n->dn_loc.lo_seq > as->as_la->la_libseq) /* the program's own text, not a library's */
		as->as_from = &n->dn_loc;
	r = node_code(as, n);
	as->as_from = outer;
	return r;
}

struct dif_object *dif_codegen(struct dt_lang *la, struct dt_node *n, bool effect)
{
	struct dif_asm as;
	char err[256];
	struct dif_type none = { .dt_name = "void" },
			t = effect ? none : dif_type_of(la, &n->dn_loc, n->dn_type);

	dif_asm_init(&as, la, &n->dn_loc);
	as.as_drop = effect ? n : NULL;
	int r = cg_node(&as, n);
	if (!effect && (n->dn_flags & DNF_USERLAND) &&
		dt_type_resolve(n->dn_type)->ty_kind == TY_ARRAY)
		r = cg_copyin(&as, r, t.dt_size);
	dif_emit(&as, DIF_INSTR_RRR(DIF_OP_RET, 0, 0, r));
	struct dif_object *o = dif_asm_finish(&as, &t);
	if (dif_verify(o, err, sizeof(err)) == 0)
		return o;
	dif_object_free(o);
	dt_lang_error(la, &n->dn_loc, D_UNKNOWN, "generated code is not valid: %s", err);
}
