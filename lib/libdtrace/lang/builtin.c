/* The predefined identifiers. Variables and subroutines come from the machine's tables. */
#include <string.h>
#include "ident.h"
#include "actions.h"
#include "numbers.h"

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
} subroutines[] = {
/* clang-format off */
#define DIF_SUBR(n, NAME, s, p, reads, needs, fn) {s, p, n},
/* clang-format on */
#include "subrs.def"
#undef DIF_SUBR
};

static const struct {
	const char *name;
	enum dt_idkind kind;
	uint32_t num;
	int lib;
} actions[] = {
	{ "trace", ID_ACTION, DT_ACT_EXPR, 0 },
	{ "tracemem", ID_ACTION, DT_ACT_TRACEMEM, 0 },
	{ "print", ID_ACTION, DT_ACT_PRINT, 0 },
	{ "printf", ID_ACTION, DT_ACT_PRINTF, 0 },
	{ "printa", ID_ACTION, DT_ACT_PRINTA, 0 },
	{ "exit", ID_ACTION, DT_ACT_EXIT, 0 },
	{ "clear", ID_ACTION, DT_ACT_LIB, DT_LIB_CLEAR },
	{ "trunc", ID_ACTION, DT_ACT_LIB, DT_LIB_TRUNC },
	{ "normalize", ID_ACTION, DT_ACT_LIB, DT_LIB_NORMALIZE },
	{ "denormalize", ID_ACTION, DT_ACT_LIB, DT_LIB_DENORMALIZE },
	{ "ftruncate", ID_ACTION, DT_ACT_LIB, DT_LIB_FTRUNCATE },
	{ "setopt", ID_ACTION, DT_ACT_LIB, DT_LIB_SETOPT },
	{ "stack", ID_ACTION, DT_ACT_STACK, 0 },
	{ "ustack", ID_ACTION, DT_ACT_USTACK, 0 },
	{ "jstack", ID_ACTION, DT_ACT_JSTACK, 0 },
	{ "sym", ID_ACTION, DT_ACT_SYM, 0 },
	{ "func", ID_ACTION, DT_ACT_SYM, 0 },
	{ "mod", ID_ACTION, DT_ACT_MOD, 0 },
	{ "usym", ID_ACTION, DT_ACT_USYM, 0 },
	{ "ufunc", ID_ACTION, DT_ACT_USYM, 0 },
	{ "umod", ID_ACTION, DT_ACT_UMOD, 0 },
	{ "uaddr", ID_ACTION, DT_ACT_UADDR, 0 },
	{ "system", ID_ACTION, DT_ACT_SYSTEM, 0 },
	{ "freopen", ID_ACTION, DT_ACT_FREOPEN, 0 },
	{ "stop", ID_ACTION, DT_ACT_STOP, 0 },
	{ "raise", ID_ACTION, DT_ACT_RAISE, 0 },
	{ "breakpoint", ID_ACTION, DT_ACT_BREAKPOINT, 0 },
	{ "panic", ID_ACTION, DT_ACT_PANIC, 0 },
	{ "chill", ID_ACTION, DT_ACT_CHILL, 0 },
	{ "speculate", ID_ACTION, DT_ACT_SPECULATE, 0 },
	{ "commit", ID_ACTION, DT_ACT_COMMIT, 0 },
	{ "discard", ID_ACTION, DT_ACT_DISCARD, 0 },
	{ "count", ID_AGGFUNC, DT_ACT_AGG_COUNT, 0 },
	{ "min", ID_AGGFUNC, DT_ACT_AGG_MIN, 0 },
	{ "max", ID_AGGFUNC, DT_ACT_AGG_MAX, 0 },
	{ "avg", ID_AGGFUNC, DT_ACT_AGG_AVG, 0 },
	{ "sum", ID_AGGFUNC, DT_ACT_AGG_SUM, 0 },
	{ "stddev", ID_AGGFUNC, DT_ACT_AGG_STDDEV, 0 },
	{ "quantize", ID_AGGFUNC, DT_ACT_AGG_QUANTIZE, 0 },
	{ "lquantize", ID_AGGFUNC, DT_ACT_AGG_LQUANTIZE, 0 },
	{ "llquantize", ID_AGGFUNC, DT_ACT_AGG_LLQUANTIZE, 0 },
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
		if (is_evolving(id->id_name))
			id->id_attr = (struct dt_attr)E;
	}
	for (size_t i = 0; i < COUNT(actions); i++) {
		id = dt_ident_insert(it, actions[i].name, actions[i].kind);
		id->id_num = actions[i].num;
		id->id_lib = actions[i].lib;
	}
}
