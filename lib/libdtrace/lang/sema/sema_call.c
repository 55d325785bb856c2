/*
 * Calls: checks functions and actions against their prototypes. What else an action demands of its
 * arguments, codegen/ checks afterwards.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "sema.h"

#define MAXPARAMS 8

struct proto {
	const struct dt_type *pt_result;
	const struct dt_type *pt_param[MAXPARAMS]; /* NULL: any expression */
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
	if (strcmp(buf, "any") == 0)
		return NULL;
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
		if (memmem(p, len, "...", 3)) {
			pt->pt_max = UINT_MAX;
			return;
		}
		if (len == 0)
			return;
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

static const struct dt_type *param(const struct proto *pt, unsigned i)
{
	return i < MAXPARAMS ? pt->pt_param[i] : NULL;
}

static void check_args(struct dt_lang *la, const struct dt_node *n, const struct proto *pt)
{
	unsigned i = 0;

	for (const struct dt_node *a = n->dn_args; a; a = a->dn_next, i++) {
		const struct dt_type *t = param(pt, i);
		if (t && (a->dn_kind == DN_AGG || !dt_sema_arg_ok(la, t, a)))
			dt_lang_error(la, &a->dn_loc, D_PROTO_ARG,
				"%s( ) argument #%u is incompatible with prototype: "
				"prototype: %s, argument: %s",
				n->dn_ident->id_name, i + 1, dt_sema_tname(la, t),
				dt_sema_tname(la, dt_sema_is_dyn(a) ? a->dn_dtype : a->dn_type));
	}
}

/* A subroutine gets its integers cut to the types of its prototype; 64 bits are not cut. */
static void convert_args(struct dt_lang *la, struct dt_node *n, const struct proto *pt)
{
	unsigned i = 0;

	for (struct dt_node **a = &n->dn_args; *a; a = &(*a)->dn_next, i++) {
		const struct dt_type *t = param(pt, i);
		if (!t || !dt_type_is_integer(t) || dt_type_resolve(t)->ty_size == 8 ||
			!dt_type_is_integer((*a)->dn_type))
			continue;
		struct dt_node *next = (*a)->dn_next, *v = dt_sema_convert(la, *a, t);
		v->dn_next = next;
		*a = v;
	}
}

static bool in_process(const struct dt_node *n)
{
	const struct dt_type *r = dt_sema_is_dyn(n) ? NULL : dt_type_resolve(n->dn_type);

	return r && (r->ty_userland || (r->ty_kind == TY_ARRAY && (n->dn_flags & DNF_USERLAND)));
}

/* copyin(n, size), copyinstr(n, size) or, if size is 0, copyinstr(n). n stays in its list. */
static struct dt_node *copy_in(struct dt_lang *la, struct dt_node *n, const char *how,
	uint64_t size)
{
	struct dt_node *call = dt_node_new(la, DN_FUNC, &n->dn_loc),
		       *arg = dt_sema_convert(la, n,
			       dt_types_lookup_typedef(la->la_types, "uintptr_t"));

	arg->dn_next = size ? dt_sema_const(la, &n->dn_loc, size, dt_sema_state(la)->se_size) :
			      NULL;
	call->dn_str = how;
	call->dn_strlen = strlen(how);
	call->dn_args = arg;
	call = dt_sema_call(la, call);
	call->dn_next = n->dn_next;
	return call;
}

/* Where a string is wanted, text of the process is copied; of an array, up to its end. */
struct dt_node *dt_sema_text(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_type *r = dt_type_resolve(n->dn_type);

	if (dt_sema_is_string(n) || !dt_sema_is_strcompat(n) || !in_process(n))
		return n;
	return copy_in(la, n, "copyinstr",
		r->ty_kind == TY_ARRAY && r->ty_nelems ? r->ty_nelems + 1 : 0);
}

/* Where the memory at an address is wanted, that of the process is copied. */
struct dt_node *dt_sema_bytes(struct dt_lang *la, struct dt_node *n, uint64_t size)
{
	return in_process(n) ? copy_in(la, n, "copyin", size) : n;
}

void dt_sema_texts(struct dt_lang *la, struct dt_node **list)
{
	for (; *list; list = &(*list)->dn_next)
		if (dt_type_resolve((*list)->dn_type)->ty_kind == TY_ARRAY)
			*list = dt_sema_text(la, *list);
}

static void texts_args(struct dt_lang *la, struct dt_node *n, const struct proto *pt)
{
	unsigned i = 0;

	for (struct dt_node **a = &n->dn_args; *a; a = &(*a)->dn_next, i++) {
		const struct dt_type *t = param(pt, i);

		if (t && dt_type_is_strcompat(t) && !dt_type_resolve(t)->ty_userland)
			*a = dt_sema_text(la, *a);
	}
}

struct dt_node *dt_sema_call(struct dt_lang *la, struct dt_node *n)
{
	struct dt_ident *id = dt_ident_lookup(la->la_globals, n->dn_str);
	struct proto pt;

	if (!id && dt_sema_state(la)->se_expand) /* in the text of a library */
		id = dt_ident_lookup_any(la->la_globals, n->dn_str);
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
	read_proto(la, n, &pt);
	check_count(la, n, &pt);
	if (id->id_kind == ID_FUNC)
		dt_sema_check_field(la, n);
	texts_args(la, n, &pt);
	check_args(la, n, &pt);
	if (id->id_kind == ID_FUNC)
		convert_args(la, n, &pt);
	return dt_sema_done(n, pt.pt_result);
}
