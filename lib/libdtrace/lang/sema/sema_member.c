/* Members, elements, sizeof and offsetof. */
#include "sema.h"

static const char *member_name(struct dt_lang *la, const struct dt_node *n)
{
	if (n->dn_right->dn_kind != DN_IDENT)
		dt_lang_error(la, &n->dn_loc, D_OP_IDENT,
			"operator %s must be followed by a member name", dt_sema_opname(n->dn_op));
	return n->dn_right->dn_str;
}

/* The struct or union to the left of . or ->. */
static const struct dt_type *left_sou(struct dt_lang *la, const struct dt_node *n,
	const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	if (n->dn_op == OP_ARROW) {
		if (r->ty_kind != TY_POINTER && r->ty_kind != TY_ARRAY)
			dt_lang_error(la, &n->dn_loc, D_OP_PTR,
				"operator -> requires a pointer as left operand, not %s",
				dt_sema_tname(la, t));
		r = dt_type_resolve(r->ty_ref);
	}
	if (r->ty_kind == TY_FORWARD)
		dt_lang_error(la, &n->dn_loc, D_OP_INCOMPLETE,
			"operator %s cannot be applied to a forward declaration: "
			"no %s definition is available",
			dt_sema_opname(n->dn_op), dt_sema_tname(la, r));
	if (!dt_type_is_sou(r))
		dt_lang_error(la, &n->dn_loc, D_OP_SOU,
			"operator %s cannot be applied to type \"%s\"; must be applied to "
			"a struct or union%s",
			dt_sema_opname(n->dn_op), dt_sema_tname(la, t),
			n->dn_op == OP_ARROW ? " pointer" : "");
	return r;
}

void dt_sema_no_member(struct dt_lang *la, const struct dt_loc *loc, const char *name,
	const struct dt_type *sou)
{
	la->la_nomember = name;
	la->la_nomember_of = sou;
	dt_lang_error(la, loc, D_TYPE_MEMBER, "%s is not a member of %s", name,
		dt_sema_tname(la, sou));
}

struct dt_node *dt_sema_member(struct dt_lang *la, struct dt_node *n)
{
	const char *name = member_name(la, n);
	struct dt_node *l = n->dn_left = dt_sema_expr(la, n->dn_left);
	const struct dt_type *sou = left_sou(la, n, dt_sema_is_dyn(l) ? l->dn_dtype : l->dn_type);

	if (dt_sema_is_dyn(l))
		return dt_sema_xmember(la, n, l, name);
	n->dn_member = dt_type_member(sou, name, &n->dn_bitoff);
	if (!n->dn_member)
		dt_sema_no_member(la, &n->dn_right->dn_loc, name, sou);
	n->dn_flags |= n->dn_op == '.' ? l->dn_flags & (DNF_LVALUE | DNF_WRITABLE) :
					 DNF_LVALUE | DNF_WRITABLE;
	if (n->dn_member->mb_bits)
		n->dn_flags |= DNF_BITFIELD;
	if (n->dn_member->mb_ref)
		n->dn_flags &= ~DNF_WRITABLE;
	bool user = n->dn_op == '.' ? l->dn_flags & DNF_USERLAND :
				      dt_type_resolve(l->dn_type)->ty_userland;
	dt_sema_done(n, n->dn_member->mb_type);
	if (user)
		n->dn_flags |= DNF_USERLAND;
	return n;
}

static struct dt_node *index_value(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *l = n->dn_left, *r = n->dn_right;
	const struct dt_type *elem = dt_sema_is_dyn(l) ? NULL : dt_sema_pointee(la, l->dn_type);

	dt_sema_no_dyn(la, n, l);
	if (!elem || r->dn_next)
		dt_lang_error(la, &n->dn_loc, D_ARR_BADREF,
			"cannot index a value of type %s: not an array",
			dt_sema_tname(la, l->dn_type));
	dt_sema_no_dyn(la, n, r);
	if (!dt_type_is_integer(r->dn_type))
		dt_lang_error(la, &r->dn_loc, D_OP_INT, "array subscript must be of integral type");
	if (dt_type_is_void(elem) || dt_type_resolve(elem)->ty_kind == TY_FUNCTION ||
		dt_type_size(la->la_types, elem) == 0)
		dt_lang_error(la, &n->dn_loc, D_OP_VFPTR,
			"operator [] requires elements of known size");
	bool array = dt_type_resolve(l->dn_type)->ty_kind == TY_ARRAY;
	n->dn_flags |= array ? l->dn_flags & (DNF_LVALUE | DNF_WRITABLE) :
			       DNF_LVALUE | DNF_WRITABLE;
	bool user = array ? l->dn_flags & DNF_USERLAND : dt_type_resolve(l->dn_type)->ty_userland;
	dt_sema_done(n, elem);
	if (user)
		n->dn_flags |= DNF_USERLAND;
	return n;
}

struct dt_node *dt_sema_index(struct dt_lang *la, struct dt_node *n)
{
	if (n->dn_left->dn_kind == DN_AGG)
		dt_lang_error(la, &n->dn_loc, D_AGG_MDIM,
			"improper attempt to reference @%s as a multi-dimensional array",
			n->dn_left->dn_str);
	n->dn_left = dt_sema_expr(la, n->dn_left);
	dt_sema_list(la, &n->dn_right);
	return index_value(la, n);
}

struct dt_node *dt_sema_sizeof(struct dt_lang *la, struct dt_node *n)
{
	bool literal = n->dn_child->dn_kind == DN_STRING; /* not an inline that is one */
	struct dt_node *c = dt_sema_expr(la, n->dn_child);

	if (c->dn_flags & DNF_BITFIELD)
		dt_lang_error(la, &n->dn_loc, D_SIZEOF_BITFIELD,
			"cannot apply sizeof to a bit-field");
	uint64_t size = literal				  ? c->dn_strlen + 1 :
		dt_sema_is_dyn(c) || c->dn_kind == DN_AGG ? 0 :
							    dt_type_size(la->la_types, c->dn_type);
	enum dt_tkind k = dt_type_resolve(c->dn_type)->ty_kind;
	if (size == 0 || k == TY_FUNCTION || k == TY_STACK || k == TY_VOID || k == TY_FORWARD)
		dt_lang_error(la, &n->dn_loc, D_SIZEOF_TYPE,
			"cannot apply sizeof to a value of type %s", dt_sema_tname(la, c->dn_type));
	return dt_sema_const(la, &n->dn_loc, size, dt_sema_state(la)->se_size);
}

struct dt_node *dt_sema_offsetof(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->dn_left->dn_dtype);
	const char *name = member_name(la, n);
	uint64_t bitoff;

	if (!dt_type_is_sou(t))
		dt_lang_error(la, &n->dn_loc, D_OFFSETOF_TYPE,
			"offsetof operand must be a struct or union type");
	const struct dt_member *m = dt_type_member(t, name, &bitoff);
	if (!m)
		dt_sema_no_member(la, &n->dn_right->dn_loc, name, t);
	if (m->mb_bits)
		dt_lang_error(la, &n->dn_right->dn_loc, D_OFFSETOF_BITFIELD,
			"cannot take the offset of bit-field %s", name);
	return dt_sema_const(la, &n->dn_loc, bitoff / 8, dt_sema_state(la)->se_size);
}
