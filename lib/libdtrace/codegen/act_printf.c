/* printf() and similar actions: checks each conversion of the format against its argument. */
#include <string.h>
#include "comp.h"
#include "format.h"

static bool is_int_size(const struct dt_type *t, uint64_t size)
{
	return dt_type_is_integer(t) && dt_type_resolve(t)->ty_size == size;
}

static bool is_float_size(const struct dt_type *t, bool longdouble)
{
	return dt_type_is_float(t) && (dt_type_resolve(t)->ty_size > 8) == longdouble;
}

/* Whether t is the type `name`, or its unsigned form. */
static bool is_base(const struct dt_type *t, const char *name)
{
	const char *base = dt_type_resolve(t)->ty_name;

	return dt_type_is_integer(t) && base &&
		strcmp(strncmp(base, "unsigned ", 9) == 0 ? base + 9 : base, name) == 0;
}

/* int64_t is long or long long, depending on the data model; %ll accepts both. */
static bool is_int64(const struct dt_type *t)
{
	for (; t &&
		(t->ty_kind == TY_TYPEDEF || t->ty_kind == TY_CONST || t->ty_kind == TY_VOLATILE);
		t = t->ty_ref)
		if (t->ty_kind == TY_TYPEDEF &&
			(strcmp(t->ty_name, "int64_t") == 0 || strcmp(t->ty_name, "uint64_t") == 0))
			return true;
	return false;
}

static bool fits_integer(const struct dt_type *t, const char *mod)
{
	if (strcmp(mod, "h") == 0)
		return is_int_size(t, 2);
	if (strcmp(mod, "l") == 0)
		return is_base(t, "long");
	if (strcmp(mod, "ll") == 0)
		return is_base(t, "long long") || is_int64(t);
	return dt_type_is_integer(t);
}

/* wchar_t of C has 32 bits, that of Windows 16. */
static bool is_wide_text(const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	return r->ty_kind == TY_ARRAY && (is_int_size(r->ty_ref, 4) || is_int_size(r->ty_ref, 2));
}

static bool is_text(const struct dt_type *t)
{
	return dt_type_is_string(t) ||
		(dt_type_resolve(t)->ty_kind == TY_ARRAY && dt_type_is_strcompat(t));
}

static bool fits_address(const struct dt_type *t, enum dt_tkind sym)
{
	return dt_type_resolve(t)->ty_kind == sym || dt_type_is_integer(t) || dt_type_is_pointer(t);
}

/* A bare address doesn't name its process: it belongs to the one of -p or -c. */
static bool has_target(const struct comp *c)
{
	const struct dt_lang_env *le = &c->co_la->la_env;
	bool known = false;

	return le->le_macro && le->le_macro(le->le_arg, "target", &known) != 0 && known;
}

/* Whether the conversion accepts an argument of type t. */
static bool conv_fits(const struct comp *c, const struct dt_conv *fc, const struct dt_type *t)
{
	bool wide = fc->fc_mod[0] == 'w' || fc->fc_mod[0] == 'l';

	switch (fc->fc_conv) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X': return fits_integer(t, fc->fc_mod);
	case 'c': return dt_type_is_integer(t) && dt_type_resolve(t)->ty_size <= 4;
	case 'C': return dt_type_is_integer(t) && dt_type_resolve(t)->ty_size <= 4;
	case 's': return wide ? is_wide_text(t) : is_text(t);
	case 'S':
	case 'I': return is_text(t);
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': return is_float_size(t, fc->fc_mod[0] == 'L');
	case 'a': return fits_address(t, TY_SYMADDR);
	case 'A':
		return dt_type_resolve(t)->ty_kind == TY_USYMADDR ||
			(fits_address(t, TY_USYMADDR) && has_target(c));
	case 'p': return dt_type_is_integer(t) || dt_type_is_pointer(t);
	case 'k': return dt_type_resolve(t)->ty_kind == TY_STACK;
	case 'P': return is_int_size(t, 2);
	case 'T':
	case 'Y': return is_int_size(t, 8);
	default: return false;
	}
}

static void set_format(struct comp *c, struct dt_action *ac, const struct dt_node *fmt)
{
	char err[256];

	ac->ac_fmt = dt_format_compile(fmt->dn_str, err, sizeof(err));
	if (!ac->ac_fmt)
		comp_error(c, fmt, D_SYNTAX, "%s", err);
}

struct args {
	struct comp *ar_comp;
	const struct dt_node *ar_call;
	struct dt_action *ar_action;
	struct dt_node *ar_next;
	unsigned ar_no;
};

static const char *name_of(const struct args *ar)
{
	return ar->ar_call->dn_ident->id_name;
}

static struct dt_operand *take(struct args *ar)
{
	struct dt_operand *op = comp_value(ar->ar_comp, ar->ar_action, ar->ar_next);

	ar->ar_next = ar->ar_next->dn_next;
	ar->ar_no++;
	return op;
}

static void take_star(struct args *ar, unsigned no)
{
	struct comp *c = ar->ar_comp;

	if (!ar->ar_next)
		comp_error(c, ar->ar_call, D_PRINTF_DYN_PROTO,
			"%s( ) prototype mismatch: conversion #%u is missing "
			"a corresponding \"*\" argument",
			name_of(ar), no);
	if (!comp_is_int(ar->ar_next))
		comp_error(c, ar->ar_next, D_PRINTF_DYN_TYPE,
			"%s( ) argument #%u is incompatible with conversion #%u "
			"prototype: \"*\" needs an integer",
			name_of(ar), ar->ar_no, no);
	take(ar);
}

static void take_value(struct args *ar, const struct dt_conv *fc, unsigned no)
{
	struct comp *c = ar->ar_comp;
	const struct dt_node *a = ar->ar_next;

	if (fc->fc_agg)
		comp_error(c, ar->ar_call, D_PRINTF_AGG_CONV,
			"%s( ) conversion #%u: %%@ may only be used in printa( )", name_of(ar), no);
	if (!a)
		comp_error(c, ar->ar_call, D_PRINTF_ARG_PROTO,
			"%s( ) prototype mismatch: conversion #%u is missing "
			"a corresponding value argument",
			name_of(ar), no);
	if (a->dn_kind == DN_AGG || dt_sema_is_dyn(a) || !conv_fits(c, fc, a->dn_type))
		comp_error(c, a, D_PRINTF_ARG_TYPE,
			"%s( ) argument #%u is incompatible with conversion #%u prototype: "
			"conversion %%%s%c, argument %s",
			name_of(ar), ar->ar_no, no, fc->fc_mod, fc->fc_conv,
			dt_sema_tname(c->co_la, a->dn_type));
	struct dt_operand *op = take(ar);
	if (fc->fc_conv == 'A' && dt_type_resolve(a->dn_type)->ty_kind != TY_USYMADDR) {
		op->op_kind = DT_ACT_UADDR; /* the name is found by address and process */
		comp_size(c, op, a, 16, 8);
	}
}

#define FREOPEN_RESERVED \
	"." /* how a program's object has always stored freopen("") \
	     */

static bool may_be_empty(const struct dt_node *call)
{
	return call->dn_ident->id_num == DT_ACT_FREOPEN;
}

static struct dt_node *need_format(struct comp *c, const struct dt_node *call)
{
	struct dt_node *fmt = call->dn_args;

	if (!fmt)
		comp_error(c, call, D_PROTO_LEN,
			"%s( ) prototype mismatch: a format string is expected",
			call->dn_ident->id_name);
	if (fmt->dn_kind != DN_STRING)
		comp_error(c, fmt, D_PRINTF_ARG_FMT,
			"%s( ) argument #1 is incompatible with prototype: "
			"string constant expected, argument %s",
			call->dn_ident->id_name, dt_sema_tname(c->co_la, fmt->dn_type));
	if (fmt->dn_strlen == 0 && !may_be_empty(call))
		comp_error(c, fmt, D_PRINTF_FMT_EMPTY, "%s( ) format string is empty",
			call->dn_ident->id_name);
	return fmt;
}

void comp_printf(struct comp *c, struct dt_node *call)
{
	struct dt_node *fmt = need_format(c, call);
	struct dt_action *ac = comp_action(c, call->dn_ident->id_num, comp_count(call->dn_args));
	struct args ar = { c, call, ac, fmt->dn_next, 2 };

	if (may_be_empty(call) && strcmp(fmt->dn_str, FREOPEN_RESERVED) == 0)
		comp_error(c, fmt, D_FREOPEN_INVALID, "freopen( ) argument #1 cannot be \"%s\"",
			fmt->dn_str);
	set_format(c, ac, fmt);
	for (unsigned i = 0; i < dt_format_nconv(ac->ac_fmt); i++) {
		const struct dt_conv *fc = dt_format_conv(ac->ac_fmt, i);
		if (fc->fc_dynwidth)
			take_star(&ar, i + 1);
		if (fc->fc_dynprec)
			take_star(&ar, i + 1);
		take_value(&ar, fc, i + 1);
	}
	if (ar.ar_next)
		comp_error(c, ar.ar_next, D_PRINTF_ARG_EXTRA,
			"%s( ) prototype mismatch: only %u arguments required by "
			"this format string",
			call->dn_ident->id_name, ar.ar_no - 1);
}

/* printa(): conversions print the keys, %@ prints the value. */
static const struct dt_type *key_type(const struct dt_ident *id, unsigned i)
{
	const struct dt_param *p = id->id_keys;

	for (; p && i; i--)
		p = p->pr_next;
	return p ? p->pr_type : NULL;
}

static void check_key(struct comp *c, const struct dt_node *call, const struct dt_ident *id,
	const struct dt_conv *fc, unsigned key, unsigned no, bool star)
{
	const struct dt_type *t = key_type(id, key);

	if (!t)
		comp_error(c, call, star ? D_PRINTF_DYN_PROTO : D_PRINTF_ARG_PROTO,
			"printa( ) prototype mismatch: "
			"conversion #%u is missing a corresponding key of @%s",
			no, id->id_name);
	if (star ? !dt_type_is_integer(t) : !conv_fits(c, fc, t))
		comp_error(c, call, star ? D_PRINTF_DYN_TYPE : D_PRINTF_ARG_TYPE,
			"printa( ) key #%u of @%s is "
			"incompatible with conversion #%u: %s",
			key + 1, id->id_name, no, dt_sema_tname(c->co_la, t));
}

static bool is_distribution(const struct dt_aggdesc *ag)
{
	return ag->ag_kind >= DT_ACT_AGG_QUANTIZE;
}

static void check_aggconv(struct comp *c, const struct dt_node *call, const struct dt_ident *id,
	const struct dt_conv *fc, unsigned no)
{
	if (!is_distribution(id->id_agg) && !conv_fits(c, fc, dt_sema_state(c->co_la)->se_int64))
		comp_error(c, call, D_PRINTF_ARG_TYPE,
			"printa( ) conversion #%u is incompatible with the value of @%s", no,
			id->id_name);
}

static void check_printa(struct comp *c, const struct dt_node *call, const struct dt_action *ac,
	const struct dt_ident *id)
{
	unsigned key = 0;

	for (unsigned i = 0; i < dt_format_nconv(ac->ac_fmt); i++) {
		const struct dt_conv *fc = dt_format_conv(ac->ac_fmt, i);
		for (int star = fc->fc_dynwidth + fc->fc_dynprec; star > 0; star--)
			check_key(c, call, id, fc, key++, i + 1, true);
		if (fc->fc_agg)
			check_aggconv(c, call, id, fc, i + 1);
		else
			check_key(c, call, id, fc, key++, i + 1, false);
	}
}

/* Aggregations that are printed together must have the same keys. */
static void match_keys(struct comp *c, const struct dt_node *first, const struct dt_node *other)
{
	const struct dt_ident *a = first->dn_ident, *b = other->dn_ident;

	if (a->id_nkeys != b->id_nkeys)
		comp_error(c, other, D_PRINTA_AGGKEY,
			"printa( ) @%s and @%s do not have the same number of keys", a->id_name,
			b->id_name);
	for (unsigned i = 0; i < a->id_nkeys; i++)
		if (!dt_type_same(key_type(a, i), key_type(b, i)))
			comp_error(c, other, D_PRINTA_AGGPROTO,
				"printa( ) key #%u of @%s and @%s do not have the same type", i + 1,
				a->id_name, b->id_name);
}

void comp_printa(struct comp *c, struct dt_node *call)
{
	struct dt_node *fmt = call->dn_args && call->dn_args->dn_kind == DN_STRING ? call->dn_args :
										     NULL;
	struct dt_node *first = fmt ? fmt->dn_next : call->dn_args;

	if (!first)
		comp_error(c, call, D_PRINTA_PROTO,
			"printa( ) prototype mismatch: an aggregation is expected");
	struct dt_action *ac = comp_action(c, DT_ACT_PRINTA, 0);
	for (struct dt_node *a = first; a; a = a->dn_next) {
		comp_aggarg(c, ac, call, a, D_PRINTA_AGGARG, D_PRINTA_AGGBAD);
		match_keys(c, first, a);
	}
	if (!fmt)
		return;
	if (fmt->dn_strlen == 0)
		comp_error(c, fmt, D_PRINTF_FMT_EMPTY, "printa( ) format string is empty");
	set_format(c, ac, fmt);
	check_printa(c, call, ac, first->dn_ident);
}
