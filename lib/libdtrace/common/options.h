/*
 * Shared by the language, the machine, the engine and the consumer:
 *
 *   options.c     -x, #pragma D option and setopt(); each option has one line in options.def, with
 *                 its name, kind, syntax and default
 *   facts.def     members of records that a running kernel knows
 *   builtins.def  the built-in variables; subrs.def the subroutines; numbers.h their numbers
 *   actions.h     the numbers of actions
 *   aggbucket.c   the data words of aggregating functions, and the buckets of distributions
 *
 * An option's value is a number or a string.
 */
#ifndef DT_OPTIONS_H
#define DT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DT_OPT_UNSET ((int64_t)-2)

enum dt_option {
#define DT_OPTION(ID, name, kind, syntax, dflt) DT_OPT_##ID,
#include "options.def"
#undef DT_OPTION
	DT_NOPTIONS
};

enum dt_optkind {
	DT_OK_COMPILE,
	DT_OK_COMPILE_CMD /* not in a pragma */,
	DT_OK_RUN,
	DT_OK_DYNAMIC
};
enum dt_optsyntax {
	DT_OS_FLAG,  /* no value, a word such as yes or no, or an integer */
	DT_OS_CFLAG, /* compiler flag: no value */
	DT_OS_ANY,   /* any value, or none, sets it */
	DT_OS_INT,
	DT_OS_COUNT /* > 0 */,
	DT_OS_SIZE,
	DT_OS_RATE /* ns */,
	DT_OS_SPAN /* ns; 1.5s */,
	DT_OS_STRING,
	DT_OS_LIST /* strings; each is appended */,
	DT_OS_STABILITY /* name/data/class, packed 8 bits each */,
	DT_OS_VERSION /* DT_VERSION() */,
	/* one of several words; the value is its index */
	DT_OS_POLICY,
	DT_OS_RESIZE,
	DT_OS_ENCODING,
	DT_OS_EVALTIME,
	DT_OS_LATE,
	DT_OS_LINKMODE,
	DT_OS_LINKTYPE,
	DT_OS_STDC,
	DT_OS_UNWIND,
	DT_OS_URETURN,
	DT_OS_KERNEL
};

#define DT_VERSION(major, minor, micro) ((int64_t)(major) << 24 | (minor) << 12 | (micro))
#define DT_VERSION_NEWEST DT_VERSION(1, 13, 0)

/* values of the options that take one of several words */
enum { DT_POLICY_SWITCH, DT_POLICY_FILL, DT_POLICY_RING };		/* bufpolicy */
enum { DT_RESIZE_AUTO, DT_RESIZE_MANUAL };				/* bufresize */
enum { DT_ENCODING_UNSET, DT_ENCODING_ASCII, DT_ENCODING_UTF8 };	/* encoding */
enum { DT_EVAL_EXEC, DT_EVAL_PREINIT, DT_EVAL_POSTINIT, DT_EVAL_MAIN }; /* evaltime */
enum { DT_LATE_DYNAMIC, DT_LATE_STATIC };				/* late */
enum {
	DT_LINKMODE_KERNEL,
	DT_LINKMODE_PRIMARY,
	DT_LINKMODE_DYNAMIC,
	DT_LINKMODE_STATIC
};							   /* linkmode */
enum { DT_LINKTYPE_ELF, DT_LINKTYPE_DOF };		   /* linktype */
enum { DT_URETURN_AUTO, DT_URETURN_INSN, DT_URETURN_RET }; /* ureturn */
enum { DT_UNWIND_FP, DT_UNWIND_DWARF };			   /* unwind */
enum { DT_KERNEL_AUTO, DT_KERNEL_NO, DT_KERNEL_YES };	   /* kernel */
enum { DT_STDC_A, DT_STDC_C, DT_STDC_S, DT_STDC_T };	   /* stdc */

/*
 * Upper limits of options, and of the literals that replace them in a program. They determine the
 * sizes of records, stacks and strings.
 */
#define DT_MAX_FRAMES 4096 /* stackframes, ustackframes, jstackframes; stack(N) and the like */
#define DT_MAX_USTACKSTR (64 << 10) /* jstackstrsize; jstack(N, BYTES) */
#define DT_MAX_STRSIZE (16 << 20)   /* DIF_MAX_VALUE */
#define DT_MAX_SPECS (64 << 10)
#define DT_MAX_INDENT 4096

struct dt_options {
	int64_t op_num[DT_NOPTIONS]; /* flags 0/1, sizes in bytes, rates in ns */
	char *op_str[DT_NOPTIONS];   /* DT_OS_STRING, DT_OS_LIST (newline-separated), or NULL */
	bool op_active;		     /* tracing has started: only DT_OK_DYNAMIC can be set */
	char op_why[128];	     /* message of dt_options_set(), if it isn't a constant */
};

enum dt_optfrom { DT_FROM_CMD, DT_FROM_PRAGMA, DT_FROM_SETOPT };

void dt_options_init(struct dt_options *);
void dt_options_fini(struct dt_options *);
/*
 * Sets an option. Returns NULL, or the error message, valid until the next call: "Invalid option
 * name", "Invalid value for specified option", ...
 */
const char *dt_options_set(struct dt_options *, const char *name, const char *value,
	enum dt_optfrom);
/* Writes which option may have been meant. Returns false if the name exists or none is near. */
bool dt_options_hint(const char *name, char *out, size_t size);
/* Returns the text of an option, or NULL if it is unknown, not text or not set. */
const char *dt_options_text(const struct dt_options *, const char *name);
/* Stores an option's number in *out. Returns 0, or -1 if there is no such option. */
int dt_options_get(const struct dt_options *, const char *name, int64_t *out);
static inline int64_t dt_opt(const struct dt_options *o, enum dt_option id)
{
	return o->op_num[id];
}

/* The size of a string in bytes: at least its NUL. */
static inline uint32_t dt_strsize(const struct dt_options *o)
{
	int64_t n = dt_opt(o, DT_OPT_STRSIZE);

	return n < 1 ? 1 : (uint32_t)n;
}

#endif
