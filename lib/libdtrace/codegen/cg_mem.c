/* Variables and memory. */
#include "asm.h"
#include "dtrace_records.h"

static unsigned var_op(const struct dt_ident *id, bool store)
{
	bool assoc = id->id_kind == ID_ASSOC;

	switch (id->id_scope) {
	case SC_SELF:
		return assoc  ? (store ? DIF_OP_STTAA : DIF_OP_LDTAA) :
			store ? DIF_OP_STTS :
				DIF_OP_LDTS;
	case SC_THIS: return store ? DIF_OP_STLS : DIF_OP_LDLS;
	default:
		return assoc  ? (store ? DIF_OP_STGAA : DIF_OP_LDGAA) :
			store ? DIF_OP_STGS :
				DIF_OP_LDGS;
	}
}

static void var_load(struct dif_asm *as, const struct dt_node *n, int rd)
{
	dif_emit_var(as, var_op(n->dn_ident, false), n->dn_ident, n->dn_type, rd, false);
}

static void var_store(struct dif_asm *as, const struct dt_node *n, int rs)
{
	dif_emit_var(as, var_op(n->dn_ident, true), n->dn_ident, n->dn_type, rs, true);
}

static int array_load(struct dif_asm *as, struct dt_node *n)
{
	int rd = dif_reg(as), ri = cg_node(as, n->dn_args);

	dif_emit_var(as, DIF_OP_LDGA, n->dn_ident, n->dn_type, rd, false);
	as->as_text[as->as_len - 1] = DIF_INSTR_RRR(DIF_OP_LDGA, n->dn_ident->id_num, ri, rd);
	dif_reg_free(as, ri);
	return rd;
}

/* A struct or array without storage before the first store: a thread-local or associative one. */
static bool may_be_absent(const struct dt_node *n)
{
	const struct dt_ident *id = n->dn_ident;

	return (id->id_kind == ID_ASSOC || (id->id_kind == ID_SCALAR && id->id_scope == SC_SELF)) &&
		dif_by_ref(n->dn_type) && !dt_type_is_string(n->dn_type);
}

/* If the variable is absent, uses the address of zeros; stores them first if it will be written. */
static void absent_zero(struct dif_asm *as, const struct dt_node *n, int r, bool write)
{
	size_t size = dif_size_of(as, n->dn_type);
	uint32_t there = dif_label(as);

	dif_emit(as, DIF_INSTR_RRR(DIF_OP_TST, r, 0, 0));
	dif_emit_branch(as, DIF_OP_BNE, there);
	dif_emit_str(as, dt_lang_alloc(as->as_la, size + 1), size, r);
	if (write) {
		var_store(as, n, r);
		var_load(as, n, r);
	}
	dif_place(as, there);
}

static int var_value(struct dif_asm *as, struct dt_node *n, bool write)
{
	if (n->dn_ident->id_kind == ID_ARRAY)
		return array_load(as, n);
	cg_tuple(as, n->dn_args, &n->dn_loc);
	int rd = dif_reg(as);
	var_load(as, n, rd);
	if (may_be_absent(n))
		absent_zero(as, n, rd, write);
	cg_flush(as, n->dn_args);
	return rd;
}

static bool is_curthread(const struct dt_node *n)
{
	return n->dn_kind == DN_VAR && n->dn_ident->id_kind == ID_BUILTIN &&
		n->dn_ident->id_num == DIF_VAR_CURTHREAD;
}

/*
 * The value of curthread is the address of the kernel's thread; dtrace's own record of it is what
 * "->" and "*" follow.
 */
int cg_var(struct dif_asm *as, struct dt_node *n)
{
	int r = var_value(as, n, false);

	if (!is_curthread(n))
		return r;
	r = cg_add(as, r, offsetof(thread_t, t_addr));
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_LDX, r, 0, r));
	return r;
}

/* What args[] has, where argN is the key of a record. */
static int args_load(struct dif_asm *as, const struct dt_node *arg)
{
	const struct dt_ident *args = dt_ident_lookup(as->as_la->la_globals, "args");
	int rd = dif_reg(as), ri = dif_reg(as);

	dif_emit_int(as, arg->dn_ident->id_num - DIF_VAR_ARG0, ri);
	dif_emit_var(as, DIF_OP_LDGA, args, arg->dn_type, rd, false);
	as->as_text[as->as_len - 1] = DIF_INSTR_RRR(DIF_OP_LDGA, DIF_VAR_ARGS, ri, rd);
	dif_reg_free(as, ri);
	return rd;
}

/* A pointer that is followed. */
static int cg_pointer(struct dif_asm *as, struct dt_node *n)
{
	bool builtin = n->dn_kind == DN_VAR && n->dn_ident->id_kind == ID_BUILTIN;

	/* no record of dtrace is in the process */
	if (builtin && n->dn_ident->id_num >= DIF_VAR_ARG0 &&
		n->dn_ident->id_num < DIF_VAR_ARG0 + DT_MAXARGS &&
		!dt_type_resolve(n->dn_type)->ty_userland)
		return args_load(as, n);
	return is_curthread(n) ? var_value(as, n, false) : cg_node(as, n);
}

int cg_ref(struct dif_asm *as, struct dt_node *n, bool write)
{
	if (n->dn_kind == DN_VAR)
		return var_value(as, n, write);
	if ((n->dn_kind == DN_OP1 && n->dn_op == OP_DEREF) ||
		(n->dn_kind == DN_OP2 &&
			(n->dn_op == '.' || n->dn_op == OP_ARROW || n->dn_op == OP_INDEX)))
		return cg_address(as, n, write);
	return cg_node(as, n);
}

static uint64_t storage_unit(const struct dt_node *n)
{
	return dt_type_resolve(n->dn_type)->ty_size;
}

/* Bytes from the start of the struct to the member; to its storage unit if it is a bit-field. */
static uint64_t member_offset(const struct dt_node *n)
{
	uint64_t bytes = n->dn_bitoff / 8, unit;

	if (!(n->dn_flags & DNF_BITFIELD))
		return bytes;
	unit = storage_unit(n);
	return bytes - bytes % unit;
}

static int index_address(struct dif_asm *as, struct dt_node *n, bool write)
{
	struct dt_node *l = n->dn_left, *i = n->dn_right;
	uint64_t size = dif_size_of(as, n->dn_type);
	bool array = dt_type_resolve(l->dn_type)->ty_kind == TY_ARRAY;
	int rl = array ? cg_ref(as, l, write) : cg_node(as, l);

	if (dt_sema_is_const(i))
		return cg_add(as, rl, i->dn_value * size);
	rl = cg_owned(as, rl);
	int ri = cg_owned(as, cg_node(as, i));
	cg_scale(as, ri, size);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_ADD, rl, ri, rl));
	dif_reg_free(as, ri);
	return rl;
}

int cg_address(struct dif_asm *as, struct dt_node *n, bool write)
{
	if (n->dn_kind == DN_SYM)
		return cg_node(as, n); /* reports that it has no address */
	if (n->dn_kind == DN_OP1)
		return cg_pointer(as, n->dn_child);
	if (n->dn_op == OP_INDEX)
		return index_address(as, n, write);
	int r = n->dn_op == '.' ? cg_ref(as, n->dn_left, write) : cg_pointer(as, n->dn_left);
	r = cg_add(as, r, member_offset(n));
	if (n->dn_member->mb_ref) {
		r = cg_owned(as, r);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_LDX, r, 0, r));
	}
	return r;
}

static unsigned load_op(uint64_t size, bool is_signed, bool user)
{
	static const unsigned ops[2][2][4] = {
		{ { DIF_OP_LDUB, DIF_OP_LDUH, DIF_OP_LDUW, DIF_OP_LDX },
			{ DIF_OP_LDSB, DIF_OP_LDSH, DIF_OP_LDSW, DIF_OP_LDX } },
		{ { DIF_OP_ULDUB, DIF_OP_ULDUH, DIF_OP_ULDUW, DIF_OP_ULDX },
			{ DIF_OP_ULDSB, DIF_OP_ULDSH, DIF_OP_ULDSW, DIF_OP_ULDX } },
	};

	return ops[user][is_signed][size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

static void shift(struct dif_asm *as, unsigned op, int reg, unsigned count)
{
	if (count == 0)
		return;
	int rc = dif_reg(as);
	dif_emit_int(as, count, rc);
	dif_emit(as, DIF_INSTR_RRR(op, reg, rc, reg));
	dif_reg_free(as, rc);
}

static unsigned bit_in_unit(const struct dt_node *n)
{
	return (unsigned)(n->dn_bitoff - member_offset(n) * 8);
}

int cg_load(struct dif_asm *as, struct dt_node *n, int addr)
{
	const struct dt_type *t = n->dn_type;
	bool bits = n->dn_flags & DNF_BITFIELD, sign = dt_sema_is_signed(t);

	if (dt_type_is_sou(t) && (n->dn_flags & DNF_USERLAND))
		return cg_copyin(as, addr, dif_size_of(as, t));
	if (dif_by_ref(t))
		return addr;
	int rd = cg_owned(as, addr);
	dif_emit(as,
		DIF_INSTR_RRR(load_op(dif_size_of(as, t), sign && !bits,
				      n->dn_flags & DNF_USERLAND),
			rd, 0, rd));
	if (bits) {
		unsigned width = n->dn_member->mb_bits;
		shift(as, DIF_OP_SLL, rd, 64 - width - bit_in_unit(n));
		shift(as, sign ? DIF_OP_SRA : DIF_OP_SRL, rd, 64 - width);
	}
	return rd;
}

void cg_store(struct dif_asm *as, const struct dt_type *t, int value, int addr)
{
	uint64_t size = dif_size_of(as, t);
	static const unsigned ops[] = { DIF_OP_STB, DIF_OP_STH, DIF_OP_STW, DIF_OP_STX };

	if (!dif_by_ref(t)) {
		dif_emit(as,
			DIF_INSTR_RRR(ops[size == 1		? 0 :
						      size == 2 ? 1 :
						      size == 4 ? 2 :
								  3],
				value, 0, addr));
	} else if (dt_type_is_string(t)) {
		cg_copy_string(as, value, addr, size);
	} else {
		int len = dif_reg(as);
		dif_emit_int(as, size, len);
		dif_emit(as, DIF_INSTR_RRR(DIF_OP_COPYS, value, len, addr));
		dif_reg_free(as, len);
	}
}

static void mask(struct dif_asm *as, int reg, uint64_t bits)
{
	int rm = dif_reg(as);

	dif_emit_int(as, bits, rm);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_AND, reg, rm, reg));
	dif_reg_free(as, rm);
}

/* unit = unit & ~field | value << bit & field */
static void store_bits(struct dif_asm *as, struct dt_node *n, int value, int addr)
{
	uint64_t size = storage_unit(n);
	unsigned width = n->dn_member->mb_bits, bit = bit_in_unit(n);
	uint64_t field = (width == 64 ? ~0ull : (1ull << width) - 1) << bit;
	int unit = dif_reg(as), v = dif_reg(as);

	dif_emit(as, DIF_INSTR_RRR(load_op(size, false, false), addr, 0, unit));
	mask(as, unit, ~field);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, value, 0, v));
	shift(as, DIF_OP_SLL, v, bit);
	mask(as, v, field);
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_OR, unit, v, unit));
	cg_store(as, n->dn_type, unit, addr);
	dif_reg_free(as, v);
	dif_reg_free(as, unit);
}

/*
 * Lvalues.
 */
void cg_lval_open(struct dif_asm *as, struct cg_lval *lv, struct dt_node *n)
{
	lv->lv_node = n;
	lv->lv_addr = -1;
	if (n->dn_kind == DN_VAR)
		cg_tuple(as, n->dn_args, &n->dn_loc);
	else
		lv->lv_addr = cg_address(as, n, true);
}

int cg_lval_load(struct dif_asm *as, struct cg_lval *lv)
{
	int rd = dif_reg(as);

	if (lv->lv_addr < 0) {
		var_load(as, lv->lv_node, rd);
		return rd;
	}
	dif_emit(as, DIF_INSTR_RRR(DIF_OP_MOV, lv->lv_addr, 0, rd));
	return cg_load(as, lv->lv_node, rd);
}

void cg_lval_store(struct dif_asm *as, struct cg_lval *lv, int value)
{
	struct dt_node *n = lv->lv_node;

	if (lv->lv_addr < 0)
		var_store(as, n, value);
	else if (n->dn_flags & DNF_BITFIELD)
		store_bits(as, n, value, lv->lv_addr);
	else
		cg_store(as, n->dn_type, value, lv->lv_addr);
}

void cg_lval_close(struct dif_asm *as, struct cg_lval *lv)
{
	if (lv->lv_addr < 0)
		cg_flush(as, lv->lv_node->dn_args);
	else
		dif_reg_free(as, lv->lv_addr);
}
