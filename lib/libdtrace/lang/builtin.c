/* The predefined identifiers. Variables and subroutines come from the machine's tables. */
#include <string.h>
#include "ident.h"
#include "actions.h"
#include "numbers.h"
#include "options.h"

/* clang-format off */
#define S                                                                                          \
	{                                                                                          \
		DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON                                    \
	}
#define P                                                                                          \
	{                                                                                          \
		DT_STAB_STABLE, DT_STAB_PRIVATE, DT_CLASS_COMMON                                   \
	}
#define E                                                                                          \
	{                                                                                          \
		DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON                                \
	}
/* clang-format on */

static const struct {
	const char *name, *type;
	uint32_t num;
	struct dt_attr attr;
} variables[] = {
/* clang-format off */
#define DIF_VAR(n, NAME, s, t, a, plan, path) {s, t, n, a},
/* clang-format on */
#include "builtins.def"
#undef DIF_VAR
};

static const struct {
	const char *name, *proto;
	uint32_t num;
	unsigned since;
} subroutines[] = {
/* clang-format off */
#define DIF_SUBR(n, NAME, s, since, p, reads, needs, fn) {s, p, n, since},
/* clang-format on */
#include "subrs.def"
#undef DIF_SUBR
};

static const struct {
	const char *name;
	enum dt_idkind kind;
	uint32_t num;
	int lib;
	unsigned since;	   /* minor number of the version of D */
	const char *proto; /* as in subrs.def; any: an expression, ...: any number of them */
} actions[] = {
	{ "trace", ID_ACTION, DT_ACT_EXPR, 0, 0, "void(any)" },
	{ "tracemem", ID_ACTION, DT_ACT_TRACEMEM, 0, 0, "void(any, size_t, [...])" },
	{ "print", ID_ACTION, DT_ACT_PRINT, 0, 9, "void(any)" },
	{ "printf", ID_ACTION, DT_ACT_PRINTF, 0, 0, "void(any, [...])" },
	{ "printa", ID_ACTION, DT_ACT_PRINTA, 0, 0, "void([...])" },
	{ "exit", ID_ACTION, DT_ACT_EXIT, 0, 0, "void(int)" },
	{ "clear", ID_ACTION, DT_ACT_LIB, DT_LIB_CLEAR, 0, "void([...])" },
	{ "trunc", ID_ACTION, DT_ACT_LIB, DT_LIB_TRUNC, 0, "void([...])" },
	{ "normalize", ID_ACTION, DT_ACT_LIB, DT_LIB_NORMALIZE, 0, "void([...])" },
	{ "denormalize", ID_ACTION, DT_ACT_LIB, DT_LIB_DENORMALIZE, 0, "void([...])" },
	{ "ftruncate", ID_ACTION, DT_ACT_LIB, DT_LIB_FTRUNCATE, 0, "void()" },
	{ "setopt", ID_ACTION, DT_ACT_LIB, DT_LIB_SETOPT, 2, "void(string, [string])" },
	{ "stack", ID_ACTION, DT_ACT_STACK, 0, 0, "stack([...])" },
	{ "ustack", ID_ACTION, DT_ACT_USTACK, 0, 0, "stack([...])" },
	{ "jstack", ID_ACTION, DT_ACT_JSTACK, 0, 0, "stack([...])" },
	{ "sym", ID_ACTION, DT_ACT_SYM, 0, 2, "_symaddr(uintptr_t)" },
	{ "func", ID_ACTION, DT_ACT_SYM, 0, 2, "_symaddr(uintptr_t)" },
	{ "mod", ID_ACTION, DT_ACT_MOD, 0, 2, "_symaddr(uintptr_t)" },
	{ "usym", ID_ACTION, DT_ACT_USYM, 0, 2, "_usymaddr(uintptr_t)" },
	{ "ufunc", ID_ACTION, DT_ACT_USYM, 0, 2, "_usymaddr(uintptr_t)" },
	{ "umod", ID_ACTION, DT_ACT_UMOD, 0, 2, "_usymaddr(uintptr_t)" },
	{ "uaddr", ID_ACTION, DT_ACT_UADDR, 0, 2, "_usymaddr(uintptr_t)" },
	{ "system", ID_ACTION, DT_ACT_SYSTEM, 0, 0, "void(any, [...])" },
	{ "freopen", ID_ACTION, DT_ACT_FREOPEN, 0, 1, "void(any, [...])" },
	{ "stop", ID_ACTION, DT_ACT_STOP, 0, 0, "void()" },
	{ "raise", ID_ACTION, DT_ACT_RAISE, 0, 0, "void(int)" },
	{ "breakpoint", ID_ACTION, DT_ACT_BREAKPOINT, 0, 0, "void()" },
	{ "panic", ID_ACTION, DT_ACT_PANIC, 0, 0, "void()" },
	{ "chill", ID_ACTION, DT_ACT_CHILL, 0, 0, "void(int)" },
	{ "speculate", ID_ACTION, DT_ACT_SPECULATE, 0, 0, "void(int)" },
	{ "commit", ID_ACTION, DT_ACT_COMMIT, 0, 0, "void(int)" },
	{ "relog", ID_ACTION, DT_ACT_RELOG, 0, 0, "void()" },
	{ "discard", ID_ACTION, DT_ACT_DISCARD, 0, 0, "void(int)" },
	{ "count", ID_AGGFUNC, DT_ACT_AGG_COUNT, 0, 0, "void()" },
	{ "min", ID_AGGFUNC, DT_ACT_AGG_MIN, 0, 0, "void(any)" },
	{ "max", ID_AGGFUNC, DT_ACT_AGG_MAX, 0, 0, "void(any)" },
	{ "avg", ID_AGGFUNC, DT_ACT_AGG_AVG, 0, 0, "void(any)" },
	{ "sum", ID_AGGFUNC, DT_ACT_AGG_SUM, 0, 0, "void(any)" },
	{ "stddev", ID_AGGFUNC, DT_ACT_AGG_STDDEV, 0, 0, "void(any)" },
	{ "quantize", ID_AGGFUNC, DT_ACT_AGG_QUANTIZE, 0, 0, "void(any, [any])" },
	{ "lquantize", ID_AGGFUNC, DT_ACT_AGG_LQUANTIZE, 0, 0,
		"void(any, int32_t, int32_t, [any], [any])" },
	{ "llquantize", ID_AGGFUNC, DT_ACT_AGG_LLQUANTIZE, 0, 0,
		"void(any, int32_t, int32_t, int32_t, int32_t, [any])" },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void add_variable(struct dt_idtab *it, size_t i)
{
	struct dt_ident *id;
	bool args = variables[i].num == DIF_VAR_ARGS;

	if (!args && variables[i].type[0] == '\0')
		return; /* the number is used by other DTraces only */
	id = dt_ident_insert(it, variables[i].name,
		args					      ? ID_ARGS :
			variables[i].num < DIF_VAR_ARRAY_UMIN ? ID_ARRAY :
								ID_BUILTIN);
	id->id_num = variables[i].num;
	id->id_typename = variables[i].type;
	id->id_attr = variables[i].attr;
}

static bool is_evolving(const char *name)
{
	static const char *const begin[] = { "hton", "ntoh", "getmajor", "getminor", "mutex_",
		"rw_", "ddi_pathname", "etw" };

	for (size_t i = 0; i < COUNT(begin); i++)
		if (strncmp(name, begin[i], strlen(begin[i])) == 0)
			return true;
	return false;
}

void dt_builtins_add(struct dt_idtab *it)
{
	struct dt_ident *id;

	for (size_t i = 0; i < COUNT(variables); i++)
		if (variables[i].num != DIF_VAR_VMREGS)
			add_variable(it, i);
	for (size_t i = 0; i < COUNT(subroutines); i++) {
		id = dt_ident_insert(it, subroutines[i].name, ID_FUNC);
		id->id_num = subroutines[i].num;
		id->id_proto = subroutines[i].proto;
		id->id_version = (uint32_t)DT_VERSION(1, subroutines[i].since, 0);
		if (is_evolving(id->id_name))
			id->id_attr = (struct dt_attr)E;
	}
	for (size_t i = 0; i < COUNT(actions); i++) {
		id = dt_ident_insert(it, actions[i].name, actions[i].kind);
		id->id_num = actions[i].num;
		id->id_lib = actions[i].lib;
		id->id_proto = actions[i].proto;
		id->id_version = (uint32_t)DT_VERSION(1, actions[i].since, 0);
	}
}
