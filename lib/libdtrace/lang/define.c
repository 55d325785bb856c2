/* Inlines, translators and providers. */
#include <ctype.h>
#include <string.h>
#include "parse.h"

void dt_define_inline(struct dt_lang *la, struct dt_spec *sp, struct dt_declr *de,
	struct dt_node *body, const struct dt_loc *loc)
{
	struct dt_plist *params = NULL;
	const struct dt_type *ty = dt_declr_type(la, sp, de, &params);
	struct dt_ident *id;
	int64_t v;

	(void)loc;
	if (sp->sp_class != 0)
		dt_lang_error(la, &sp->sp_loc, D_DECL_BADCLASS,
			"specified storage class not appropriate for inline");
	if (dt_type_is_void(ty))
		dt_lang_error(la, &de->de_loc, D_DECL_VOIDOBJ, "cannot declare void inline: %s",
			de->de_name);
	if (params)
		dt_check_params(la, params, "inline", 0);
	dt_decl_free(la, de->de_name, &de->de_loc);
	id = dt_ident_insert(la->la_globals, de->de_name, ID_INLINE);
	id->id_type = ty;
	id->id_seq = la->la_seq;
	id->id_flags = IDF_WRITTEN | IDF_DECLARED |
		(la->la_context == CTX_LIBRARY ? IDF_LIBRARY : 0);
	id->id_params = !params ? NULL : params->pl_params;
	id->id_body = dt_node_keep(la, body);
	if (!params && dt_type_is_integer(ty) && dt_const_eval(la, body, &v, NULL)) {
		id->id_const = true;
		id->id_value = (uint64_t)dt_const_convert(v, ty);
	}
	dt_pragma_apply(la, id);
	dt_sema_check_inline(la, id);
}

/* Translators. */

/* Whether two types are the same, without resolving typedefs. */
static bool alike(const struct dt_type *a, const struct dt_type *b)
{
	for (; a != b; a = a->ty_ref, b = b->ty_ref) {
		if (a->ty_kind != b->ty_kind || a->ty_userland != b->ty_userland ||
			a->ty_nelems != b->ty_nelems)
			return false;
		if (a->ty_name && b->ty_name)
			return strcmp(a->ty_name, b->ty_name) == 0 && dt_type_same(a, b);
		if (a->ty_name != b->ty_name || a->ty_kind == TY_FUNCTION || !a->ty_ref)
			return false;
	}
	return true;
}

struct dt_xlator *dt_define_xlator(struct dt_lang *la, const struct dt_type *out,
	struct dt_plist *in, const struct dt_loc *loc)
{
	const struct dt_type *xl_in;
	struct dt_xlator *xl;
	char oname[128], iname[128];

	if (dt_check_params(la, in, "translator", 0) != 1)
		dt_lang_error(la, loc, D_SYNTAX, "a translator has one input");
	xl_in = in->pl_params->pr_type;
	dt_type_name(out, oname, sizeof(oname));
	if (!dt_type_is_sou(out))
		dt_lang_error(la, loc, D_XLATE_SOU,
			"translator output type %s is not a struct or union", oname);
	for (struct dt_xlator *old = la->la_xlators; old; old = old->xl_next)
		if (old->xl_program == (la->la_context != CTX_LIBRARY) &&
			dt_type_same(old->xl_out, out) && alike(old->xl_in, xl_in))
			dt_lang_error(la, loc, D_XLATE_REDECL,
				"translator from %s to %s has already been declared",
				dt_type_name(xl_in, iname, sizeof(iname)), oname);
	xl = dt_types_alloc(la->la_types, sizeof(*xl));
	xl->xl_out = out;
	xl->xl_in = xl_in;
	xl->xl_inname = in->pl_params->pr_name;
	xl->xl_program = la->la_context != CTX_LIBRARY;
	xl->xl_next = la->la_xlators;
	la->la_xlators = xl;
	return xl;
}

void dt_define_xlmember(struct dt_lang *la, struct dt_xlator *xl, const char *name,
	struct dt_node *expr, const struct dt_loc *loc)
{
	struct dt_xlmember *xm;
	char oname[128];

	if (!dt_type_member(xl->xl_out, name, NULL))
		dt_lang_error(la, loc, D_XLATE_MEMB, "translator member %s is not a member of %s",
			name, dt_type_name(xl->xl_out, oname, sizeof(oname)));
	xm = dt_types_alloc(la->la_types, sizeof(*xm));
	xm->xm_name = dt_types_strdup(la->la_types, name);
	xm->xm_expr = dt_node_keep(la, expr);
	xm->xm_loc = *loc;
	xm->xm_next = xl->xl_members;
	xl->xl_members = xm;
}

struct dt_xlator *dt_xlator_find(struct dt_lang *la, const struct dt_type *out,
	const struct dt_type *in, const struct dt_loc *from)
{
	struct dt_xlator *xl, *near = NULL;
	bool program = from->lo_seq > la->la_libseq;

	for (xl = la->la_xlators; xl; xl = xl->xl_next) {
		if ((xl->xl_program && !program) || !dt_type_same(xl->xl_out, out))
			continue;
		if (alike(xl->xl_in, in))
			return xl;
		if (dt_type_same(xl->xl_in, in) || (!near && dt_type_compatible(xl->xl_in, in)))
			near = xl;
	}
	return near;
}

/* Providers. */

#define PROVNAME_MAX 63
#define PID_DIGITS 10
#define PROBEARGS_MAX 255

void dt_define_provider(struct dt_lang *la, const char *name, const struct dt_loc *loc)
{
	size_t n = strlen(name);

	if (n + PID_DIGITS > PROVNAME_MAX)
		dt_lang_error(la, loc, D_PROV_BADNAME,
			"provider name may not exceed %d characters: %s", PROVNAME_MAX - PID_DIGITS,
			name);
	if (isdigit((unsigned char)name[n - 1]) || strchr(name, '`'))
		dt_lang_error(la, loc, D_PROV_BADNAME,
			"provider name may not end with a digit or contain a scope: %s", name);
	la->la_parse->ps_provider = dt_node_name(la, DN_PROVIDER, loc, name);
}

static struct dt_node *find_probe(struct dt_node *prov, const char *name)
{
	for (struct dt_node *n = prov->dn_list; n; n = n->dn_next)
		if (strcmp(n->dn_str, name) == 0)
			return n;
	return NULL;
}

static const struct dt_type *probe_args(struct dt_lang *la, struct dt_plist *pl,
	const struct dt_loc *loc)
{
	unsigned n = dt_check_params(la, pl, "probe", DP_ANON | DP_VOID);

	if (n > PROBEARGS_MAX)
		dt_lang_error(la, loc, D_PROV_PRARGLEN, "probe has more than %d arguments",
			PROBEARGS_MAX);
	return dt_type_function(la->la_types, dt_types_lookup_typedef(la->la_types, "void"),
		!pl ? NULL : pl->pl_params, false);
}

/*
 * Returns the input parameter that an output argument takes its value from: the parameter of the
 * same name or, if the argument has no name, the parameter at its position.
 */
static const struct dt_param *input_of(const struct dt_param *in, const struct dt_param *out,
	unsigned at)
{
	for (; in; in = in->pr_next, at--)
		if (!out->pr_name ? at == 0 :
				    in->pr_name != NULL && strcmp(in->pr_name, out->pr_name) == 0)
			return in;
	return NULL;
}

static bool gives(struct dt_lang *la, const struct dt_type *in, const struct dt_type *out,
	const struct dt_loc *loc)
{
	const struct dt_type *sou = dt_type_resolve(out);

	if (dt_type_same(in, out) || (dt_type_is_integer(in) && dt_type_is_integer(out)) ||
		(dt_type_is_strcompat(in) && dt_type_is_strcompat(out)))
		return true;
	if (sou->ty_kind == TY_POINTER)
		sou = dt_type_resolve(sou->ty_ref);
	return dt_type_is_sou(sou) && dt_xlator_find(la, sou, in, loc);
}

static void check_outputs(struct dt_lang *la, const struct dt_param *in, const struct dt_param *out,
	const struct dt_loc *loc)
{
	const struct dt_param *from;
	char iname[128], oname[128];

	for (unsigned i = 0; out; out = out->pr_next, i++) {
		dt_type_name(out->pr_type, oname, sizeof(oname));
		from = input_of(in, out, i);
		if (!from)
			dt_lang_error(la, loc, D_PROV_PRXLATOR,
				"output argument #%u (%s) is made from no input argument", i + 1,
				oname);
		if (!gives(la, from->pr_type, out->pr_type, loc))
			dt_lang_error(la, loc, D_PROV_PRXLATOR,
				"translator for output argument #%u from %s to %s is not defined",
				i + 1, dt_type_name(from->pr_type, iname, sizeof(iname)), oname);
	}
}

void dt_define_probe(struct dt_lang *la, const char *name, struct dt_plist *native,
	struct dt_plist *xlated, const struct dt_loc *loc)
{
	struct dt_node *prov = la->la_parse->ps_provider,
		       *n = dt_node_name(la, DN_PROBE, loc, name);

	if (strlen(name) > PROVNAME_MAX)
		dt_lang_error(la, loc, D_PROV_BADNAME,
			"probe name may not exceed %d characters: %s", PROVNAME_MAX, name);
	if (find_probe(prov, name))
		dt_lang_error(la, loc, D_PROV_PRDUP, "probe redeclared: %s", name);
	n->dn_dtype = probe_args(la, native, loc);
	if (xlated) {
		n->dn_args = dt_node_new(la, DN_TYPE, loc);
		n->dn_args->dn_dtype = probe_args(la, xlated, loc);
		check_outputs(la, !native ? NULL : native->pl_params, xlated->pl_params, loc);
	}
	n->dn_next = prov->dn_list;
	prov->dn_list = n;
}

static bool same_probes(struct dt_node *a, struct dt_node *b)
{
	struct dt_node *other;

	for (struct dt_node *n = a->dn_list; n; n = n->dn_next) {
		other = find_probe(b, n->dn_str);
		if (!other || !dt_type_same(n->dn_dtype, other->dn_dtype))
			return false;
	}
	return true;
}

void dt_define_provider_end(struct dt_lang *la)
{
	struct dt_node *prov = la->la_parse->ps_provider, *old;

	for (old = la->la_providers; old; old = old->dn_next) {
		if (strcmp(old->dn_str, prov->dn_str) != 0)
			continue;
		if (!same_probes(prov, old) || !same_probes(old, prov))
			dt_lang_error(la, &prov->dn_loc, D_PROV_INCOMPAT,
				"provider %s was declared otherwise before", prov->dn_str);
		return;
	}
	prov = dt_node_keep(la, prov);
	prov->dn_next = la->la_providers;
	la->la_providers = prov;
}
