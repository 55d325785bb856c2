/*
 * External symbols: names with a back-quote, and names that an extern declaration gives a type.
 *
 * No feed knows the types of symbols yet, so an existing symbol can't be read; but what scripts
 * read in the kernels that D was first written for is a member of kernel_t. An extern
 * declaration supplies a type, but no address that the machine may read; the assembler reports that
 * (D_ASRELO).
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "sema.h"

static const struct dt_attr symbol_attr = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN };

/* The pid of a scope pidN; 0 for other scopes. */
static uint32_t scope_pid(const char *scope)
{
	char *end;

	if (strncmp(scope, "pid", 3) != 0 || !isdigit((unsigned char)scope[3]))
		return 0;
	unsigned long pid = strtoul(scope + 3, &end, 10);
	return (*end == '\0' || *end == '`') && pid <= INT32_MAX ? (uint32_t)pid : 0;
}

/* ``sym, LM1`lib`sym and pidN`sym are symbols of processes. */
static bool is_user_scope(const char *scope)
{
	return strchr(scope, '`') || scope_pid(scope) != 0;
}

static enum dt_symstate ask(struct dt_lang *la, uint32_t pid, const char *mod, const char *name)
{
	return la->la_env.le_symbol ?
		la->la_env.le_symbol(la->la_env.le_arg, pid, *mod ? mod : NULL, name) :
		DT_SYM_UNKNOWN;
}

/* Of a process only enumerators have a value here. */
static struct dt_node *user_symbol(struct dt_lang *la, const struct dt_node *n, const char *scope,
	const char *name)
{
	uint32_t pid = scope_pid(scope);
	int64_t value;
	const char *why = NULL;
	const struct dt_type *en = dt_types_is_process(n->dn_str) ?
		dt_types_enumerator(la->la_types, n->dn_str, &value) :
		NULL;

	if (en)
		return dt_sema_const(la, &n->dn_loc, (uint64_t)value, en);
	if (pid && ask(la, pid, "", name) == DT_SYM_MODEL)
		dt_lang_error(la, &n->dn_loc, D_SYM_MODEL,
			"cannot use %s: the data model of process %u is not that of the "
			"program",
			n->dn_str, pid);
	if (dt_types_is_process(n->dn_str))
		dt_types_of_process(la->la_types, TY_TYPEDEF, n->dn_str, &why);
	dt_lang_error(la, &n->dn_loc, D_SYM_BADREF,
		"symbol %s of a process may not be referenced in a program for the "
		"kernel%s%s",
		n->dn_str, why ? ", and it is no type; " : "", why ? why : "");
}

/* _kernel()->name */
static struct dt_node *fact(struct dt_lang *la, const struct dt_node *n, const char *name)
{
	struct dt_node *call = dt_node_new(la, DN_FUNC, &n->dn_loc),
		       *member = dt_node_new(la, DN_IDENT, &n->dn_loc), *v;

	call->dn_str = "_kernel";
	call->dn_strlen = strlen(call->dn_str);
	member->dn_str = name;
	member->dn_strlen = strlen(name);
	v = dt_sema_expr(la, dt_node_op2(la, &n->dn_loc, OP_ARROW, call, member));
	v->dn_flags &= ~(uint32_t)DNF_WRITABLE;
	v->dn_attr = symbol_attr;
	return v;
}

struct dt_node *dt_sema_symbol(struct dt_lang *la, const struct dt_node *n)
{
	enum dt_symstate state;

	char *scope = dt_lang_strdup(la, n->dn_str), *name = strrchr(scope, '`');

	*name++ = '\0';
	if (is_user_scope(scope))
		return user_symbol(la, n, scope, name);
	if (la->la_opts && dt_opt(la->la_opts, DT_OPT_LINKMODE) == DT_LINKMODE_DYNAMIC)
		dt_lang_error(la, &n->dn_loc, D_SYM_BADREF,
			"kernel symbol %s may not be referenced with linkmode dynamic", n->dn_str);
	state = ask(la, 0, scope, name);
	if (state == DT_SYM_FACT)
		return fact(la, n, name);
	if (state == DT_SYM_UNKNOWN)
		dt_lang_error(la, &n->dn_loc, D_IDENT_UNDEF,
			"failed to resolve %s: Unknown symbol name", n->dn_str);
	dt_lang_error(la, &n->dn_loc, D_SYM_NOTYPES, "no type data is available for symbol %s",
		n->dn_str);
}

struct dt_node *dt_sema_extern(struct dt_lang *la, const struct dt_node *at,
	const struct dt_ident *id)
{
	struct dt_node *n = dt_node_new(la, DN_SYM, &at->dn_loc);

	n->dn_str = id->id_name;
	n->dn_flags |= DNF_LVALUE;
	dt_sema_done(n, id->id_type);
	n->dn_attr = symbol_attr;
	return n;
}
