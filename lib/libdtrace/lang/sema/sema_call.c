/* Calls: checks subroutines against their prototypes. codegen/ checks the arguments of actions. */
#include <stdio.h>
#include <string.h>
#include "sema.h"

#define MAXPARAMS 8

struct proto {
	const struct dt_type *pt_result;
	const struct dt_type *pt_param[MAXPARAMS];
	unsigned pt_min, pt_max;
};

static const struct dt_type *proto_type(struct dt_lang *la, const struct dt_node *call,
	const char *s, size_t len)
{
	char buf[64];

	while (len && (*s == ' ' || *s == '['))
		s++, len--;
	while (len && (s[len - 1] == ' ' || s[len - 1] == ']'))
		len--;
	snprintf(buf, sizeof(buf), "%.*s", (int)len, s);
	const struct dt_type *t = dt_types_lookup(la->la_types, buf);
	if (!t)
		dt_lang_error(la, &call->dn_loc, D_TYPE_ERR, "%s( ): the type %s is missing",
			call->dn_str, buf);
	return t;
}

/* "result(type, type, [type])": arguments in brackets are optional */
static void read_proto(struct dt_lang *la, const struct dt_node *call, struct proto *pt)
{
	const struct dt_ident *id = call->dn_ident;
	const char *p = strchr(id->id_proto, '('), *end = strrchr(id->id_proto, ')');

	memset(pt, 0, sizeof(*pt));
	pt->pt_result = proto_type(la, call, id->id_proto, (size_t)(p - id->id_proto));
	for (p++; p < end; p++) {
		size_t len = strcspn(p, ",)");
		if (pt->pt_max == MAXPARAMS)
			return;
		bool optional = memchr(p, '[', len);
		pt->pt_param[pt->pt_max++] = proto_type(la, call, p, len);
		if (!optional)
			pt->pt_min = pt->pt_max;
		p += len;
	}
}

static void check_count(struct dt_lang *la, const struct dt_node *n, const struct proto *pt)
{
	unsigned have = 0;

	for (const struct dt_node *a = n->dn_args; a; a = a->dn_next)
		have++;
	if (have < pt->pt_min || have > pt->pt_max)
		dt_lang_error(la, &n->dn_loc, D_PROTO_LEN,
			"%s( ) prototype mismatch: %u argument%s passed, %s%u expected",
			n->dn_ident->id_name, have, have == 1 ? "" : "s",
			pt->pt_min == pt->pt_max  ? "" :
				have < pt->pt_min ? "at least " :
						    "at most ",
			have < pt->pt_min ? pt->pt_min : pt->pt_max);
}

static struct dt_node *cook_subr(struct dt_lang *la, struct dt_node *n)
{
	struct proto pt;
	unsigned i = 0;

	read_proto(la, n, &pt);
	check_count(la, n, &pt);
	dt_sema_check_field(la, n);
	for (struct dt_node **a = &n->dn_args; *a; a = &(*a)->dn_next, i++) {
		if ((*a)->dn_kind == DN_AGG || !dt_sema_arg_ok(la, pt.pt_param[i], *a))
			dt_lang_error(la, &(*a)->dn_loc, D_PROTO_ARG,
				"%s( ) argument #%u is incompatible with prototype: "
				"prototype: %s, argument: %s",
				n->dn_ident->id_name, i + 1, dt_sema_tname(la, pt.pt_param[i]),
				dt_sema_tname(la, (*a)->dn_type));
		if (dt_type_is_integer(pt.pt_param[i]) && dt_type_is_integer((*a)->dn_type)) {
			struct dt_node *next = (*a)->dn_next,
				       *v = dt_sema_convert(la, *a, pt.pt_param[i]);
			v->dn_next = next;
			*a = v;
		}
	}
	return dt_sema_done(n, pt.pt_result);
}

static const struct dt_type *action_type(struct dt_lang *la, const struct dt_ident *id)
{
	struct dt_sema *se = dt_sema_state(la);
	static const struct {
		const char *name;
		char type;
	} valued[] = {
		{ "stack", 's' },
		{ "ustack", 's' },
		{ "jstack", 's' },
		{ "sym", 'k' },
		{ "func", 'k' },
		{ "mod", 'k' },
		{ "usym", 'u' },
		{ "ufunc", 'u' },
		{ "umod", 'u' },
		{ "uaddr", 'u' },
	};

	for (size_t i = 0; i < sizeof(valued) / sizeof(valued[0]); i++)
		if (strcmp(id->id_name, valued[i].name) == 0)
			return valued[i].type == 's'  ? se->se_stack :
				valued[i].type == 'k' ? se->se_symaddr :
							se->se_usymaddr;
	return se->se_void;
}

struct dt_node *dt_sema_call(struct dt_lang *la, struct dt_node *n)
{
	struct dt_ident *id = dt_ident_lookup(la->la_globals, n->dn_str);

	if (!id || !dt_ident_visible(id, &n->dn_loc))
		dt_lang_error(la, &n->dn_loc, D_FUNC_UNDEF, "undefined function name: %s",
			n->dn_str);
	if (id->id_kind != ID_FUNC && id->id_kind != ID_ACTION && id->id_kind != ID_AGGFUNC)
		dt_lang_error(la, &n->dn_loc, D_FUNC_IDKIND, "'%s' is not a function", id->id_name);
	if (id->id_kind == ID_FUNC && !id->id_proto)
		dt_lang_error(la, &n->dn_loc, D_FUNC_UNDEF,
			"function %s is declared, but not available", id->id_name);
	n->dn_ident = id;
	dt_sema_list(la, &n->dn_args);
	if (id->id_kind == ID_FUNC)
		return cook_subr(la, n);
	return dt_sema_done(n, action_type(la, id));
}
