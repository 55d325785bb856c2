/*
 * Operators on constants, with the machine's results: 64-bit registers, the signedness of the
 * promoted type, shift counts modulo 64.
 */
#include "sema.h"

static bool fold_signed(int op, int64_t l, int64_t r, uint64_t *out)
{
	switch (op) {
	case '/': *out = r == -1 ? -(uint64_t)l : (uint64_t)(l / r); return true;
	case '%': *out = r == -1 ? 0 : (uint64_t)(l % r); return true;
	case '<': *out = l < r; return true;
	case '>': *out = l > r; return true;
	case OP_LE: *out = l <= r; return true;
	case OP_GE: *out = l >= r; return true;
	case OP_RSH: *out = (uint64_t)(l >> (r & 63)); return true;
	}
	return false;
}

static bool fold_unsigned(int op, uint64_t l, uint64_t r, uint64_t *out)
{
	switch (op) {
	case '/': *out = l / r; return true;
	case '%': *out = l % r; return true;
	case '<': *out = l < r; return true;
	case '>': *out = l > r; return true;
	case OP_LE: *out = l <= r; return true;
	case OP_GE: *out = l >= r; return true;
	case OP_RSH: *out = l >> (r & 63); return true;
	}
	return false;
}

/* The caller has checked that the divisor isn't 0. */
bool dt_fold_binary(int op, bool is_signed, uint64_t l, uint64_t r, uint64_t *out)
{
	switch (op) {
	case '+': *out = l + r; return true;
	case '-': *out = l - r; return true;
	case '*': *out = l * r; return true;
	case '&': *out = l & r; return true;
	case '|': *out = l | r; return true;
	case '^': *out = l ^ r; return true;
	case OP_LSH: *out = l << (r & 63); return true;
	case OP_EQ: *out = l == r; return true;
	case OP_NE: *out = l != r; return true;
	case OP_LAND: *out = l && r; return true;
	case OP_LOR: *out = l || r; return true;
	case OP_LXOR: *out = !l != !r; return true;
	}
	return is_signed ? fold_signed(op, (int64_t)l, (int64_t)r, out) :
			   fold_unsigned(op, l, r, out);
}

/* Truncates to the type's size and extends by its signedness. */
uint64_t dt_fold_cast(uint64_t value, const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	if (r->ty_size == 0 || r->ty_size >= 8)
		return value;
	unsigned sh = 64 - (unsigned)r->ty_size * 8;
	return dt_sema_is_signed(r) ? (uint64_t)((int64_t)(value << sh) >> sh) : value << sh >> sh;
}

struct dt_node *dt_sema_const(struct dt_lang *la, const struct dt_loc *loc, uint64_t value,
	const struct dt_type *t)
{
	struct dt_node *n = dt_node_int(la, loc, value, t);

	n->dn_attr = dt_attr_stable;
	return dt_sema_done(n, t);
}
