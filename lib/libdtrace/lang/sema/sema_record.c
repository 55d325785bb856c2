/*
 * What only a trace describes: the fields of its events by name, and records that have these fields
 * as members.
 *
 * args[0] of an event's own probe has a type that isn't declared anywhere. Its first use makes the
 * type, and a translator from the payload in which each member is etwfield("NAME") or
 * etwfieldstr("NAME"). So a member is read by the event's schema, and print() shows all of them.
 */
#include <string.h>
#include "sema.h"

/* Reports a constant field name that no event has. */
void dt_sema_check_field(struct dt_lang *la, const struct dt_node *call)
{
	const struct dt_node *arg = call->dn_args;
	const char *f = call->dn_ident->id_name;

	if (!la->la_pdesc || !la->la_env.le_field ||
		(strcmp(f, "etwfield") && strcmp(f, "etwfieldstr")))
		return;
	if (arg->dn_kind == DN_STRING &&
		!la->la_env.le_field(la->la_env.le_arg, la->la_pdesc, arg->dn_str))
		dt_lang_error(la, &arg->dn_loc, D_TYPE_MEMBER,
			"no event of %s:%s:%s:%s has a field \"%s\"", la->la_pdesc->pd_field[0],
			la->la_pdesc->pd_field[1], la->la_pdesc->pd_field[2],
			la->la_pdesc->pd_field[3], arg->dn_str);
}

static struct dt_node *field_call(struct dt_lang *la, const struct dt_loc *loc,
	const struct dt_named_member *nm)
{
	struct dt_node *call = dt_node_new(la, DN_FUNC, loc),
		       *arg = dt_node_new(la, DN_STRING, loc);

	arg->dn_str = nm->nm_name;
	arg->dn_strlen = strlen(nm->nm_name);
	call->dn_str = strcmp(nm->nm_type, "string") ? "etwfield" : "etwfieldstr";
	call->dn_strlen = strlen(call->dn_str);
	call->dn_args = arg;
	return call;
}

static void add_member(struct dt_lang *la, struct dt_xlator *xl, struct dt_type *sou,
	const char *name, const struct dt_type *t, struct dt_node *value)
{
	struct dt_xlmember **tail = &xl->xl_members,
			   *xm = dt_types_alloc(la->la_types, sizeof(*xm));

	xm->xm_name = dt_types_strdup(la->la_types, name);
	xm->xm_expr = dt_node_keep(la, value);
	xm->xm_loc = value->dn_loc;
	dt_type_add_member(la->la_types, sou, xm->xm_name, t, 0);
	while (*tail)
		tail = &(*tail)->xm_next;
	*tail = xm;
}

static struct dt_node *name_node(struct dt_lang *la, const struct dt_loc *loc, const char *name)
{
	struct dt_node *n = dt_node_new(la, DN_IDENT, loc);

	n->dn_str = name;
	n->dn_strlen = strlen(name);
	return n;
}

static void enter_xlator(struct dt_lang *la, struct dt_xlator *xl)
{
	xl->xl_next = la->la_xlators;
	la->la_xlators = xl;
}

const struct dt_type *dt_sema_record(struct dt_lang *la, const struct dt_loc *loc, const char *name,
	const struct dt_type *in)
{
	size_t n = strlen(name);
	char *tag;
	struct dt_named_member nm;
	struct dt_type *sou;
	struct dt_xlator *xl;

	if (n < 10 || strncmp(name, "struct ", 7) || strcmp(name + n - 2, " *") ||
		!la->la_env.le_member || !la->la_env.le_member(la->la_env.le_arg, name, 0, &nm))
		return NULL;
	tag = dt_lang_strdup(la, name + 7);
	tag[n - 9] = '\0';
	sou = dt_type_new(la->la_types, TY_STRUCT, tag);
	xl = dt_types_alloc(la->la_types, sizeof(*xl));
	xl->xl_out = sou;
	xl->xl_in = in;
	xl->xl_inname = "";
	for (unsigned i = 0; la->la_env.le_member(la->la_env.le_arg, name, i, &nm); i++) {
		const struct dt_type *t = dt_types_lookup(la->la_types, nm.nm_type);

		if (t)
			add_member(la, xl, sou, nm.nm_name, t, field_call(la, loc, &nm));
	}
	dt_type_finish_sou(la->la_types, sou, 0, 0);
	if (dt_types_define_tag(la->la_types, sou) != sou)
		return NULL;
	enter_xlator(la, xl);
	return dt_type_pointer(la->la_types, sou);
}

static bool has_texts(const struct dt_type *sou)
{
	for (const struct dt_member *m = sou->ty_u.members; m; m = m->mb_next)
		if (m->mb_ref)
			return true;
	return false;
}

/* A typedef with the name of the type, for another struct. */
static const struct dt_type *renamed(struct dt_lang *la, const struct dt_type *named,
	struct dt_type *sou)
{
	struct dt_type *t;

	if (named->ty_kind != TY_TYPEDEF)
		return sou;
	t = dt_type_new(la->la_types, TY_TYPEDEF, named->ty_name);
	t->ty_ref = sou;
	t->ty_size = sou->ty_size;
	t->ty_align = sou->ty_align;
	return t;
}

/*
 * A native record contains the addresses of its strings. Where the whole record is recorded, it is
 * translated to a struct of the same members that contains the strings.
 */
struct dt_node *dt_sema_whole(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_type *in = dt_sema_is_dyn(n) ? NULL : dt_type_resolve(n->dn_type);
	struct dt_type *sou;
	struct dt_xlator *xl;
	struct dt_node *x;

	if (!in || in->ty_kind != TY_STRUCT || !has_texts(in))
		return n;
	sou = dt_type_new(la->la_types, TY_STRUCT, in->ty_name);
	xl = dt_types_alloc(la->la_types, sizeof(*xl));
	xl->xl_out = sou;
	xl->xl_in = n->dn_type;
	xl->xl_inname = "record";
	for (const struct dt_member *m = in->ty_u.members; m; m = m->mb_next)
		add_member(la, xl, sou, m->mb_name, m->mb_type,
			dt_node_op2(la, &n->dn_loc, '.', name_node(la, &n->dn_loc, "record"),
				name_node(la, &n->dn_loc, m->mb_name)));
	dt_type_finish_sou(la->la_types, sou, 0, 0);
	enter_xlator(la, xl);
	x = dt_node_new(la, DN_XLATE, &n->dn_loc);
	x->dn_dtype = renamed(la, n->dn_type, sou);
	x->dn_xlator = xl;
	x->dn_child = n;
	return dt_sema_done(x, dt_sema_state(la)->se_dyn);
}
