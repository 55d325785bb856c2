/* Identifiers: what a name means, with or without keys; the first assignment creates a variable. */
#include <string.h>
#include "sema.h"

static struct dt_idtab *table_of(struct dt_lang *la, const struct dt_node *n)
{
	return n->dn_scope == 's' ? la->la_self : n->dn_scope == 't' ? la->la_this : la->la_globals;
}

static const char *prefix_of(const struct dt_node *n)
{
	return n->dn_scope == 's' ? "self->" : n->dn_scope == 't' ? "this->" : "";
}

struct dt_ident *dt_sema_lookup(struct dt_lang *la, const struct dt_node *n)
{
	return dt_ident_at(table_of(la, n), n->dn_str, n->dn_loc.lo_seq);
}

struct dt_node *dt_sema_bound(struct dt_lang *la, const struct dt_node *n)
{
	if (n->dn_scope || n->dn_kind != DN_IDENT)
		return NULL;
	for (struct dt_bind *b = dt_sema_state(la)->se_binds; b; b = b->bi_next)
		if (b->bi_name && strcmp(b->bi_name, n->dn_str) == 0)
			return b->bi_node;
	return NULL;
}

static _Noreturn void undefined(struct dt_lang *la, const struct dt_node *n)
{
	dt_lang_error(la, &n->dn_loc, n->dn_scope ? D_VAR_UNDEF : D_IDENT_UNDEF,
		n->dn_scope ? "%s%s has not yet been declared or assigned" :
			      "failed to resolve %s%s: Unknown variable name",
		prefix_of(n), n->dn_str);
}

static _Noreturn void misused(struct dt_lang *la, const struct dt_node *n,
	const struct dt_ident *id, const char *as)
{
	static const char *const what[] = {
		[ID_BUILTIN] = "built-in variable",
		[ID_ARGS] = "array",
		[ID_ARRAY] = "array",
		[ID_SCALAR] = "variable",
		[ID_ASSOC] = "associative array",
		[ID_FUNC] = "function",
		[ID_ACTION] = "function",
		[ID_AGGFUNC] = "function",
		[ID_AGG] = "aggregation",
		[ID_ENUM] = "enumerator",
		[ID_INLINE] = "inline",
		[ID_XLARG] = "translator input",
		[ID_SYMBOL] = "symbol",
		[ID_PROVIDER] = "provider",
	};

	dt_lang_error(la, &n->dn_loc, D_IDENT_BADREF, "%s '%s' may not be referenced as %s",
		what[id->id_kind], id->id_name, as);
}

/*
 * Built-ins have the name of their type, which is looked up at the first use, because libraries may
 * define it.
 */
const struct dt_type *dt_sema_ident_type(struct dt_lang *la, struct dt_ident *id,
	const struct dt_loc *loc)
{
	if (!id->id_type && id->id_typename && *id->id_typename)
		id->id_type = dt_types_lookup(la->la_types, id->id_typename);
	if (!id->id_type)
		dt_lang_error(la, loc, id->id_typename ? D_TYPE_ERR : D_VAR_UNDEF,
			"%s has no known type%s%s", id->id_name, id->id_typename ? ": " : "",
			id->id_typename ? id->id_typename : "");
	return id->id_type;
}

static struct dt_node *var_node(struct dt_lang *la, const struct dt_node *at, struct dt_ident *id)
{
	struct dt_node *v = dt_node_new(la, DN_VAR, &at->dn_loc);

	v->dn_ident = id;
	v->dn_flags |= DNF_LVALUE;
	if (id->id_kind == ID_SCALAR || id->id_kind == ID_ASSOC)
		v->dn_flags |= DNF_WRITABLE;
	return v;
}

struct dt_node *dt_sema_var(struct dt_lang *la, struct dt_node *at, struct dt_ident *id)
{
	return dt_sema_done(var_node(la, at, id), dt_sema_ident_type(la, id, &at->dn_loc));
}

static struct dt_node *by_kind(struct dt_lang *la, struct dt_node *n, struct dt_ident *id)
{
	switch (id->id_kind) {
	case ID_BUILTIN:
	case ID_SCALAR: id->id_flags |= IDF_READ; return dt_sema_var(la, n, id);
	case ID_ENUM: return dt_sema_const(la, &n->dn_loc, id->id_value, id->id_type);
	case ID_INLINE:
		if (id->id_params)
			misused(la, n, id, "scalar");
		return dt_sema_inline(la, n, id, NULL);
	case ID_SYMBOL: return dt_sema_extern(la, n, id);
	case ID_ARGS:
	case ID_ARRAY:
	case ID_ASSOC: misused(la, n, id, "scalar");
	default: misused(la, n, id, "variable");
	}
}

static void check_key(struct dt_lang *la, const struct dt_node *k, bool agg)
{
	enum dt_tkind kind = dt_type_resolve(k->dn_type)->ty_kind;
	bool addr = kind == TY_STACK || kind == TY_SYMADDR || kind == TY_USYMADDR;

	if (k->dn_kind == DN_AGG || kind == TY_VOID || kind == TY_FUNCTION || kind == TY_DYN ||
		kind == TY_FORWARD || (addr && !agg))
		dt_lang_error(la, &k->dn_loc, D_KEY_TYPE, "%s expression may not be used as %s key",
			dt_sema_tname(la, k->dn_type), agg ? "aggregation" : "array");
}

static const struct dt_type *key_type(struct dt_lang *la, const struct dt_node *k)
{
	const struct dt_type *t = dt_sema_strip(k->dn_type);

	if (dt_type_resolve(t)->ty_kind == TY_ARRAY && dt_type_is_strcompat(t))
		return dt_sema_state(la)->se_string;
	return t;
}

/* The first use fixes the number and the types of the keys. */
static void fix_keys(struct dt_lang *la, struct dt_ident *id, const struct dt_node *keys)
{
	struct dt_param **tail = &id->id_keys;

	id->id_nkeys = 0;
	for (; keys; keys = keys->dn_next) {
		struct dt_param *p = dt_types_alloc(la->la_types, sizeof(*p));
		p->pr_type = key_type(la, keys);
		*tail = p;
		tail = &p->pr_next;
		id->id_nkeys++;
	}
	id->id_keysfixed = true;
}

static bool key_fits(struct dt_lang *la, const struct dt_type *t, const struct dt_node *k)
{
	enum dt_tkind a = dt_type_resolve(t)->ty_kind, b = dt_type_resolve(k->dn_type)->ty_kind;

	if (a >= TY_STACK || b >= TY_STACK)
		return a == b;
	return dt_sema_arg_ok(la, t, k);
}

static void match_keys(struct dt_lang *la, const struct dt_node *at, struct dt_ident *id,
	struct dt_node *keys)
{
	const char *mark = id->id_scope == SC_AGG ? "@" : "";
	uint32_t n = 0;

	for (struct dt_node *k = keys; k; k = k->dn_next)
		check_key(la, k, id->id_scope == SC_AGG);
	if (!id->id_keysfixed) {
		fix_keys(la, id, keys);
		return;
	}
	for (struct dt_node *k = keys; k; k = k->dn_next)
		n++;
	if (n != id->id_nkeys)
		dt_lang_error(la, &at->dn_loc, D_PROTO_LEN,
			"%s%s[ ] prototype mismatch: %u keys passed, %u expected", mark,
			id->id_name, n, id->id_nkeys);
	struct dt_param *p = id->id_keys;
	n = 0;
	for (struct dt_node *k = keys; k; k = k->dn_next, p = p->pr_next) {
		n++;
		if (!key_fits(la, p->pr_type, k))
			dt_lang_error(la, &k->dn_loc, D_PROTO_ARG,
				"%s%s[ ] key #%u is incompatible with prototype: %s given, %s expected",
				mark, id->id_name, n, dt_sema_tname(la, k->dn_type),
				dt_sema_tname(la, p->pr_type));
	}
}

static struct dt_node *assoc_node(struct dt_lang *la, struct dt_node *at, struct dt_ident *id,
	struct dt_node *keys)
{
	dt_sema_list(la, &keys);
	dt_sema_texts(la, &keys);
	match_keys(la, at, id, keys);
	struct dt_node *v = var_node(la, at, id);
	v->dn_args = keys;
	return dt_sema_done(v, dt_sema_ident_type(la, id, &at->dn_loc));
}

/* uregs[] and similar arrays: one constant index. */
static struct dt_node *builtin_array(struct dt_lang *la, struct dt_node *at, struct dt_ident *id,
	struct dt_node *keys)
{
	dt_sema_list(la, &keys);
	if (!keys || keys->dn_next || !dt_sema_is_const(keys))
		dt_lang_error(la, &at->dn_loc, D_PROTO_ARG,
			"%s[ ] must be indexed by one register constant", id->id_name);
	if (keys->dn_value >= DT_UREGNAMES)
		dt_lang_error(la, &keys->dn_loc, D_REGS_IDX, "index %lld is no register of %s[ ]",
			(long long)keys->dn_value, id->id_name);
	struct dt_node *v = var_node(la, at, id);
	v->dn_args = keys;
	return dt_sema_done(v, dt_sema_ident_type(la, id, &at->dn_loc));
}

/* name[...] for a name that isn't an associative array: an element of its value. */
static struct dt_node *element(struct dt_lang *la, const struct dt_node *n)
{
	struct dt_node *name = dt_node_new(la, DN_IDENT, &n->dn_loc);

	name->dn_str = n->dn_str;
	name->dn_strlen = n->dn_strlen;
	name->dn_scope = n->dn_scope;
	return dt_sema_expr(la, dt_node_op2(la, &n->dn_loc, OP_INDEX, name, n->dn_args));
}

static struct dt_node *keyed(struct dt_lang *la, struct dt_node *n)
{
	struct dt_ident *id;

	if (dt_sema_bound(la, n))
		return element(la, n);
	id = dt_sema_lookup(la, n);
	if (!id)
		undefined(la, n);
	switch (id->id_kind) {
	case ID_ARGS: return dt_sema_args(la, n, n->dn_args);
	case ID_ARRAY: return builtin_array(la, n, id, n->dn_args);
	case ID_ASSOC: id->id_flags |= IDF_READ; return assoc_node(la, n, id, n->dn_args);
	case ID_INLINE:
		return id->id_params ? dt_sema_inline(la, n, id, n->dn_args) : element(la, n);
	case ID_SCALAR:
	case ID_BUILTIN:
	case ID_SYMBOL: return element(la, n);
	default: misused(la, n, id, "array");
	}
}

struct dt_node *dt_sema_ident(struct dt_lang *la, struct dt_node *n)
{
	if (n->dn_args)
		return keyed(la, n);
	struct dt_node *b = dt_sema_bound(la, n);
	if (b)
		return b;
	struct dt_ident *id = dt_sema_lookup(la, n);
	if (!id)
		undefined(la, n);
	return by_kind(la, n, id);
}

static struct dt_ident *new_var(struct dt_lang *la, const struct dt_node *n, enum dt_idkind kind,
	const struct dt_type *t)
{
	enum dt_scope scope = n->dn_scope == 's' ? SC_SELF :
		n->dn_scope == 't'		 ? SC_THIS :
						   SC_GLOBAL;
	struct dt_ident *id = dt_lang_newvar(la, &n->dn_loc, scope, n->dn_str, kind);

	id->id_type = t;
	id->id_flags |= IDF_WRITTEN;
	if (la->la_clause) /* the predicate may read it */
		id->id_seq = la->la_clause->dn_loc.lo_seq;
	return id;
}

/* The type of a variable, from the first value that is assigned to it. */
static const struct dt_type *type_from(struct dt_lang *la, const struct dt_node *at,
	const struct dt_node *v)
{
	if (dt_sema_is_dyn(v))
		return dt_sema_strip(v->dn_dtype);
	const struct dt_type *t = dt_sema_strip(v->dn_type), *r = dt_type_resolve(t);

	switch (r->ty_kind) {
	case TY_VOID:
	case TY_FUNCTION:
	case TY_FORWARD:
		dt_lang_error(la, &at->dn_loc, D_OP_INCOMPAT,
			"a variable may not take a value of type %s", dt_sema_tname(la, t));
	case TY_ARRAY: return dt_sema_pointer(la, r->ty_ref, v);
	default: return t;
	}
}

static struct dt_node *new_assoc(struct dt_lang *la, struct dt_node *n, const struct dt_type *t)
{
	if (n->dn_scope == 't')
		dt_lang_error(la, &n->dn_loc, D_ARR_LOCAL,
			"this->%s: associative arrays may not be clause-local", n->dn_str);
	dt_sema_list(la, &n->dn_args);
	for (struct dt_node *k = n->dn_args; k; k = k->dn_next)
		check_key(la, k, false);
	return assoc_node(la, n, new_var(la, n, ID_ASSOC, t), n->dn_args);
}

/* If the variable is declared further down, an assignment makes it visible from here. */
static struct dt_ident *target_ident(struct dt_lang *la, const struct dt_node *n)
{
	struct dt_ident *id = dt_sema_lookup(la, n);

	if (!id)
		id = dt_ident_lookup(table_of(la, n), n->dn_str);
	if (!id || dt_ident_visible(id, &n->dn_loc))
		return id;
	if (id->id_kind != ID_SCALAR && id->id_kind != ID_ASSOC)
		undefined(la, n);
	id->id_seq = la->la_clause ? la->la_clause->dn_loc.lo_seq : n->dn_loc.lo_seq;
	return id;
}

struct dt_node *dt_sema_target(struct dt_lang *la, struct dt_node *n, const struct dt_node *value)
{
	if (n->dn_kind != DN_IDENT || (n->dn_flags & DNF_COOKED) || dt_sema_bound(la, n))
		return dt_sema_expr(la, n);
	struct dt_ident *id = target_ident(la, n);
	if (id) {
		id->id_flags |= id->id_kind == ID_SCALAR || id->id_kind == ID_ASSOC ? IDF_WRITTEN :
										      0;
		return dt_sema_expr(la, n);
	}
	const struct dt_type *t = value ? type_from(la, n, value) : dt_sema_state(la)->se_int64;
	if (n->dn_args)
		return new_assoc(la, n, t);
	return dt_sema_var(la, n, new_var(la, n, ID_SCALAR, t));
}

/* @name[keys]: the aggregation exists from the first assignment of an aggregating function. */
struct dt_node *dt_sema_agg(struct dt_lang *la, struct dt_node *n)
{
	struct dt_ident *id = dt_ident_lookup(la->la_aggs, n->dn_str);

	dt_sema_list(la, &n->dn_args);
	if (n->dn_aggfun) {
		n->dn_aggfun = dt_sema_expr(la, n->dn_aggfun);
		if (n->dn_aggfun->dn_kind != DN_FUNC ||
			n->dn_aggfun->dn_ident->id_kind != ID_AGGFUNC)
			dt_lang_error(la, &n->dn_loc, D_AGG_FUNC,
				"@%s must be assigned the result of an aggregating function",
				n->dn_str);
		if (!id) {
			for (struct dt_node *k = n->dn_args; k; k = k->dn_next)
				check_key(la, k, true);
			id = dt_ident_insert(la->la_aggs, n->dn_str, ID_AGG);
			id->id_scope = SC_AGG;
			id->id_attr = dt_attr_stable;
		}
		match_keys(la, n, id, n->dn_args);
	} else if (id && n->dn_args) {
		match_keys(la, n, id, n->dn_args);
	}
	n->dn_ident = id;
	return dt_sema_done(n, dt_sema_state(la)->se_void);
}

void dt_sema_known_agg(struct dt_lang *la, const struct dt_node *n)
{
	if (n->dn_kind == DN_AGG && !n->dn_ident && !n->dn_args)
		dt_lang_error(la, &n->dn_loc, D_IDENT_UNDEF,
			"failed to resolve @%s: Unknown variable name", n->dn_str);
}
