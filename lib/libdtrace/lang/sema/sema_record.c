/*
 * What only a trace describes: the fields of its events, by name, and records whose members they
 * are.
 *
 * args[0] of an event's own probe has a type that no text declares.  When it is first used, the
 * type is made, and a translator to it from the payload, of which each member is etwfield("NAME")
 * or etwfieldstr("NAME"): so a member is taken from the event by its schema, and print() shows them
 * all.
 */
#include <string.h>
#include "sema.h"

/* A field that is asked for by a constant name has to be one that some event has. */
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
	return dt_node_keep(la, call);
}

static void add_member(struct dt_lang *la, const struct dt_loc *loc, struct dt_type *sou,
	struct dt_xlator *xl, const struct dt_named_member *nm)
{
	const struct dt_type *t = dt_types_lookup(la->la_types, nm->nm_type);
	struct dt_xlmember **tail = &xl->xl_members,
			   *xm = dt_types_alloc(la->la_types, sizeof(*xm));

	if (!t)
		return;
	xm->xm_name = dt_types_strdup(la->la_types, nm->nm_name);
	xm->xm_expr = field_call(la, loc, nm);
	xm->xm_loc = *loc;
	dt_type_add_member(la->la_types, sou, xm->xm_name, t, 0);
	while (*tail)
		tail = &(*tail)->xm_next;
	*tail = xm;
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
	for (unsigned i = 0; la->la_env.le_member(la->la_env.le_arg, name, i, &nm); i++)
		add_member(la, loc, sou, xl, &nm);
	dt_type_finish_sou(la->la_types, sou);
	if (dt_types_define_tag(la->la_types, sou) < 0)
		return NULL;
	xl->xl_next = la->la_xlators;
	la->la_xlators = xl;
	return dt_type_pointer(la->la_types, sou);
}
