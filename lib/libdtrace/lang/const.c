/*
 * Integer constant expressions of declarations: array dimensions, enumerators, bit-field widths,
 * inlines.
 */
#include <string.h>
#include "parse.h"

struct value {
	int64_t v;
	const struct dt_type *type;
};

static const struct dt_type *base(struct dt_lang *la, const char *name)
{
	return dt_types_lookup_typedef(la->la_types, name);
}

static bool eval(struct dt_lang *, const struct dt_node *, struct value *);

static bool eval_ident(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	struct dt_ident *id;

	if (n->dn_scope != 0 || n->dn_args)
		return false;
	id = dt_ident_at(la->la_globals, n->dn_str, n->dn_loc.lo_seq);
	if (!id)
		return false;
	if (id->id_kind != ID_ENUM && !(id->id_kind == ID_INLINE && id->id_const))
		return false;
	out->v = (int64_t)id->id_value;
	out->type = id->id_type;
	return true;
}

static bool eval_sizeof(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	out->type = base(la, "size_t");
	if (n->dn_kind == DN_STRING)
		out->v = dt_types_strsize(la->la_types);
	else if (n->dn_kind == DN_TYPE)
		out->v = (int64_t)dt_type_size(la->la_types, n->dn_dtype);
	else
		return false;
	return out->v != 0;
}

static bool eval_offsetof(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	uint64_t off;
	const struct dt_member *m = dt_type_member(n->dn_left->dn_dtype, n->dn_right->dn_str, &off);

	if (!m || m->mb_bits != 0)
		return false;
	out->v = (int64_t)(off / 8);
	out->type = base(la, "size_t");
	return true;
}

/* Converts a value as a store and a load of the type would. */
static void convert(struct value *val, const struct dt_type *to)
{
	const struct dt_type *t = dt_type_resolve(to);
	unsigned shift = t->ty_size > 0 && t->ty_size < 8 ? 64 - 8 * (unsigned)t->ty_size : 0;

	if (t->ty_signed)
		val->v = (int64_t)((uint64_t)val->v << shift) >> shift;
	else
		val->v = (int64_t)((uint64_t)val->v << shift >> shift);
	val->type = to;
}

int64_t dt_const_convert(int64_t v, const struct dt_type *to)
{
	struct value val = { v, NULL };

	convert(&val, to);
	return val.v;
}

static bool eval_unary(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	if (n->dn_op == OP_SIZEOF)
		return eval_sizeof(la, n->dn_child, out);
	if (!eval(la, n->dn_child, out))
		return false;
	switch (n->dn_op) {
	case OP_IPOS: return true;
	case OP_INEG: out->v = (int64_t) - (uint64_t)out->v; return true;
	case '~': out->v = ~out->v; return true;
	case '!':
		out->v = !out->v;
		out->type = base(la, "int");
		return true;
	default: return false;
	}
}

static bool is_unsigned(const struct dt_type *t)
{
	return !dt_type_resolve(t)->ty_signed;
}

static unsigned rank(const struct dt_type *t)
{
	return (unsigned)dt_type_resolve(t)->ty_size * 8 + is_unsigned(t);
}

static int64_t divide(struct dt_lang *la, const struct dt_node *n, int64_t a, int64_t b, bool uns)
{
	bool rem = n->dn_op == '%';

	if (b == 0)
		dt_lang_error(la, &n->dn_loc, D_DIV_ZERO, "expression contains division by zero");
	if (uns)
		return (int64_t)(rem ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
	if (b == -1)
		return rem ? 0 : (int64_t) - (uint64_t)a;
	return rem ? a % b : a / b;
}

static bool compare(int op, int64_t a, int64_t b, bool uns)
{
	bool less = uns ? (uint64_t)a < (uint64_t)b : a < b;

	switch (op) {
	case '<': return less;
	case OP_LE: return less || a == b;
	case '>': return !less && a != b;
	case OP_GE: return !less;
	case OP_EQ: return a == b;
	default: return a != b;
	}
}

static bool eval_arith(struct dt_lang *la, const struct dt_node *n, struct value *l,
	const struct value *r)
{
	uint64_t a = (uint64_t)l->v, b = (uint64_t)r->v;
	bool uns;

	if (n->dn_op == OP_LSH || n->dn_op == OP_RSH) {
		l->v = n->dn_op == OP_LSH    ? (int64_t)(a << (b & 63)) :
			is_unsigned(l->type) ? (int64_t)(a >> (b & 63)) :
					       l->v >> (b & 63);
		return true;
	}
	if (rank(r->type) > rank(l->type))
		l->type = r->type;
	uns = is_unsigned(l->type);
	switch (n->dn_op) {
	case '+': l->v = (int64_t)(a + b); return true;
	case '-': l->v = (int64_t)(a - b); return true;
	case '*': l->v = (int64_t)(a * b); return true;
	case '/':
	case '%': l->v = divide(la, n, l->v, r->v, uns); return true;
	case '&': l->v &= r->v; return true;
	case '|': l->v |= r->v; return true;
	case '^': l->v ^= r->v; return true;
	default: return false;
	}
}

static bool eval_binary(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	struct value r;

	if (n->dn_op == OP_OFFSETOF)
		return eval_offsetof(la, n, out);
	if (n->dn_op == OP_CAST) {
		if (!dt_type_is_integer(n->dn_left->dn_dtype) || !eval(la, n->dn_right, out))
			return false;
		convert(out, n->dn_left->dn_dtype);
		return true;
	}
	if (n->dn_op == '.' || n->dn_op == OP_ARROW || !eval(la, n->dn_left, out) ||
		!eval(la, n->dn_right, &r))
		return false;
	switch (n->dn_op) {
	case '<':
	case '>':
	case OP_LE:
	case OP_GE:
	case OP_EQ:
	case OP_NE:
		out->v = compare(n->dn_op, out->v, r.v,
			rank(r.type) > rank(out->type) ? is_unsigned(r.type) :
							 is_unsigned(out->type));
		break;
	case OP_LAND: out->v = out->v != 0 && r.v != 0; break;
	case OP_LOR: out->v = out->v != 0 || r.v != 0; break;
	case OP_LXOR: out->v = (out->v != 0) != (r.v != 0); break;
	default: return eval_arith(la, n, out, &r);
	}
	out->type = base(la, "int");
	return true;
}

static bool eval(struct dt_lang *la, const struct dt_node *n, struct value *out)
{
	switch (n->dn_kind) {
	case DN_INT:
		out->v = (int64_t)n->dn_value;
		out->type = n->dn_type;
		return true;
	case DN_IDENT: return eval_ident(la, n, out);
	case DN_OP1: return eval_unary(la, n, out);
	case DN_OP2: return eval_binary(la, n, out);
	case DN_OP3:
		return eval(la, n->dn_cond, out) &&
			eval(la, out->v != 0 ? n->dn_left : n->dn_right, out);
	default: return false;
	}
}

bool dt_const_eval(struct dt_lang *la, const struct dt_node *n, int64_t *value,
	const struct dt_type **type)
{
	struct value val;

	if (!eval(la, n, &val))
		return false;
	*value = val.v;
	if (type)
		*type = val.type;
	return true;
}
