/*
 * A compiled program: clauses with a predicate and actions. The code generator makes it, the engine
 * enables it, and the consumer prints what it records. The handle owns it until the handle is
 * closed.
 */
#ifndef DT_PROGRAM_H
#define DT_PROGRAM_H

#include "dif.h"
#include "actions.h"
#include "dtrace_provider.h"

/*
 * A record or a key is a row of values, each at its alignment. Their offsets are computed here and
 * nowhere else, in 64 bits. The compiler refuses a clause whose values take more than DT_CLAUSE_MAX
 * bytes together, so offsets of what has been compiled fit in 32 bits.
 */
#define DT_CLAUSE_MAX (1u << 30)

/* Returns the offset of the next value in a row that ends at *end, and moves *end past it. */
static inline uint64_t dt_row_add(uint64_t *end, uint32_t align, uint64_t size)
{
	uint64_t at = align > 1 ? (*end + align - 1) / align * align : *end;

	*end = at + size;
	return at;
}

/*
 * One value that an action records: op_size bytes, aligned to op_align. In a record, a by-reference
 * type is copied (strings up to and including the NUL, the rest is zero), and an integer is
 * truncated to op_size. The kinds (op_kind):
 *   DT_ACT_EXPR            a value; op_arg 1: a string, which as an aggregation key ends at its NUL
 *   DT_ACT_STACK           op_arg frames of u64; a 0 ends the stack
 *   DT_ACT_USTACK, JSTACK  u64 pid, then frames (their number: low 32 bits of op_arg), then string
 *                          bytes (high 32 bits)
 *   DT_ACT_SYM, MOD        u64 address
 *   DT_ACT_USYM, UMOD, UADDR  u64 pid, u64 address
 */
struct dt_operand {
	uint16_t op_kind;
	uint32_t op_size, op_align;
	uint64_t op_arg;
	struct dif_object *op_difo;	/* NULL for stacks */
	const struct dt_type *op_dtype; /* lang's type, for print(); may be NULL */
};

/*
 * The uses of an aggregation variable @name whose keys have the same kinds and sizes. They differ
 * in nothing else from the other uses.
 */
struct dt_aggdesc {
	const char *ag_name; /* "_" for @ */
	uint32_t ag_id;	     /* from 1, by first appearance in the handle's life */
	uint16_t ag_kind;    /* DT_ACT_AGG_* */
	uint64_t ag_arg;     /* descriptor word of (l)lquantize */
	uint32_t ag_nkeys;
	struct dt_operand *ag_keys; /* kinds and sizes only (op_difo unused) */
	bool ag_signed;
	struct dt_aggdesc *ag_other; /* of the same aggregation, with other keys */
};

struct dt_action {
	uint16_t ac_kind;
	uint32_t ac_nops;
	struct dt_operand
		*ac_ops; /* aggregations: keys, then the value, then the increment if there is one;
			    EXPR with op_size 0: evaluated for its effect, records nothing */
	uint64_t ac_arg; /* LIB: enum dt_libact */
	struct dt_format *ac_fmt;    /* printf, printa, system, freopen: format.h; NULL:
					default layout */
	struct dt_aggdesc **ac_aggs; /* the aggregation(s) it names */
	uint32_t ac_naggs;
	bool ac_hasincr; /* quantize family: the last operand is the increment */
	uint32_t ac_line;
	struct dt_action *ac_next;
};

struct dt_probedesc {
	char *pd_prov, *pd_mod, *pd_func, *pd_name; /* "" matches anything */
	uint32_t pd_id;				    /* not 0: only the probe with this id */
};

/*
 * One clause for one of its probe descriptions. Several of them may come from one clause of the
 * text.
 */
struct dt_clause {
	struct dt_probedesc cl_desc;
	struct dif_object *cl_pred;   /* or NULL */
	struct dt_action *cl_actions; /* NULL: the default action, record just the firing */
	struct dt_attr cl_descattr,
		cl_stmtattr; /* stability: of the description; minimum over the statements */
	unsigned cl_number;  /* of the clause of the text, from 1 */
	bool cl_records;     /* a firing leaves a record (prints a line) */
	struct dt_clause *cl_next;
};

struct dt_program {
	struct dt_clause *pg_clauses;
	unsigned pg_nclauses;
	char *pg_name; /* script file, or the text of -n */
	bool pg_destructive;
	/* the providers that it declares: from pg_providers to before pg_provend */
	const struct dt_node *pg_providers, *pg_provend;
	struct dt_program *pg_next; /* the handle's list */
};

/*
 * Capture plan: what must be captured at the event for a clause, or for all enablings of a probe.
 */
#define DT_PLAN_MAXMEM 16
enum { /* pl_vars; builtins.def has the bit of each variable */
	DT_PLAN_NONE = 0,
	DT_PLAN_EXECNAME = 1 << 0,
	DT_PLAN_IDS = 1 << 1 /* uid, gid */,
	DT_PLAN_PPID = 1 << 2,
	DT_PLAN_CURTHREAD = 1 << 3 /* thread_t/proc_t records are followed */,
	DT_PLAN_VTIME = 1 << 4,
	DT_PLAN_ERRNO = 1 << 5,
	DT_PLAN_CALLER = 1 << 6,
	DT_PLAN_UCALLER = 1 << 7,
	DT_PLAN_ARGS = 1 << 8 /* args[], native */,
	DT_PLAN_THREADNAME = 1 << 9,
	DT_PLAN_CPU = 1 << 10,
	DT_PLAN_EXECARGS = 1 << 11,
	DT_PLAN_STACKDEPTH = 1 << 12,
	DT_PLAN_USTACKDEPTH = 1 << 13,
	DT_PLAN_PAYLOAD = 1 << 14
	/* something is loaded through a pointer that comes from an argument */,
	DT_PLAN_TASK = 1 << 15 /* pid, tid */,
	DT_PLAN_UREGS = 1 << 16,
	DT_PLAN_CWD = 1 << 17,
	DT_PLAN_ROOT = 1 << 18,
	DT_PLAN_CGROUP = 1 << 19,
	DT_PLAN_CGROUPID = 1 << 20,
	DT_PLAN_NSPID = 1 << 21,
	DT_PLAN_EVENT = 1 << 22 /* names and fields of a trace's event */,
	DT_PLAN_WCHAN = 1 << 23 /* where threads sleep */,
	DT_PLAN_RECORDS = DT_PLAN_CURTHREAD | DT_PLAN_ARGS |
		DT_PLAN_PAYLOAD /* records are dereferenced, or may be */
};

struct dt_plan_mem { /* user memory at argN: copyinstr(argN[, size]), copyin(argN, constant or argM)
		      */
	uint8_t pm_arg;
	uint8_t pm_sizearg; /* 1 + M if argM is the number of bytes (pm_size is 0 then) */
	bool pm_string;
	uint32_t pm_size;
};

/*
 * A clause may compute an address from the event's scalars. Then the capture program evaluates the
 * same expression and reads there. Operands are numbers of earlier expressions.
 */
#define DT_PLAN_MAXEXPRS 96
enum dt_expr_kind {
	DT_EX_CONST /* ex_imm */,
	DT_EX_ARG /* argument ex_imm */,
	DT_EX_ENTRYARG /* argument ex_imm of the entry to which this return belongs */,
	DT_EX_FACT /* fact ex_imm of the view's thread */,
	DT_EX_KVAR /* number ex_imm of the kernel's variables, as before the first clause */,
	DT_EX_ALU /* ex_a ex_op ex_b */,
	DT_EX_LOAD /* ex_size bytes at ex_a */
};
struct dt_expr {
	uint8_t ex_kind, ex_op, ex_size;
	uint8_t ex_fact; /* 1 + the fact whose value this is */
	bool ex_signed, ex_user;
	uint8_t ex_a, ex_b;
	uint64_t ex_imm;
};
/*
 * Facts: members of the records of processes and threads. Those of the thread that the probe fires
 * for are expressions; those of the threads that its arguments describe are in pl_argfacts.
 */
enum dt_fact {
#define DT_FACT(NAME, record, member, path) DT_FACT_##NAME,
#include "facts.def"
#undef DT_FACT
	DT_NFACTS
};

#define DT_PLAN_MAXREADS 16
struct dt_plan_read {		      /* memory whose address is computed */
	uint8_t pr_addr, pr_sizeexpr; /* expressions; pr_sizeexpr DT_PLAN_NOEXPR: pr_size bytes */
	bool pr_string, pr_user;
	uint32_t pr_size; /* 0 with pr_string: strsize */
};
#define DT_PLAN_NOEXPR 0xff

#define DT_PLAN_MAXFILES 4
enum dt_fd_from {
	DT_FD_CONST,
	DT_FD_ARG /* argN */,
	DT_FD_ENTRYARG /* argN of the entry to which this return belongs */,
	DT_FD_KVAR /* number N of the kernel's thread-local variables */
};
struct dt_plan_file { /* fds[descriptor] */
	enum dt_fd_from pf_from;
	int32_t pf_fd; /* the descriptor, or N */
};

/*
 * A thread-local scalar to which the clauses of a probe assign an argument as it is. The clauses of
 * a return may read user memory by what those of the entry kept so. That is what the variable is
 * likely to be, not what it is: what was captured is found by its address.
 */
#define DT_PLAN_MAXKEPT 16
struct dt_plan_kept {
	uint32_t pk_var;
	uint8_t pk_arg, pk_other; /* the argument, or two; pk_other DT_MAXARGS: a third as well */
};

enum { DT_LATE_COPYIN = 1, DT_LATE_COPYINSTR = 2, DT_LATE_LOAD = 4, DT_LATE_FDS = 8 };

struct dt_places;
struct dt_placed {
	const struct dt_clause *pd_clause;
	bool pd_whole;	   /* else only the actions of pd_parts */
	uint64_t pd_parts; /* bit n: action n */
	bool pd_faults;	   /* it may be left to the DIF machine */
	uint8_t pd_number; /* bit of fi_left */
};

struct dt_plan {
	uint32_t pl_args; /* bit n: argN is read */
	uint32_t pl_vars;
	uint32_t pl_argfacts;	       /* bit n: fact n */
	uint16_t pl_kstack, pl_ustack; /* frames; 0 none */
	unsigned pl_nmem;
	struct dt_plan_mem pl_mem[DT_PLAN_MAXMEM];
	unsigned pl_nfiles;
	struct dt_plan_file pl_files[DT_PLAN_MAXFILES];
	unsigned pl_nexprs, pl_nreads;
	struct dt_expr pl_exprs[DT_PLAN_MAXEXPRS];
	struct dt_plan_read pl_reads[DT_PLAN_MAXREADS];
	uint8_t pl_late; /* DT_LATE_*: what makes pl_deref true */
	/*
	 * user memory is read whose address is not a plain argN: from the live process, after the
	 * event
	 */
	bool pl_deref;
	bool pl_usyms; /* user addresses are recorded, to be printed as names */
	unsigned pl_nkept;
	struct dt_plan_kept pl_kept[DT_PLAN_MAXKEPT];
	const struct dt_plan *pl_entry; /* of a return: the plan of its entry, or NULL */
	/*
	 * The clauses of which the kernel runs something, in program order; and the variables of
	 * the kernel that the others read.
	 */
	unsigned pl_nplaced, pl_nseen;
	struct dt_placed *pl_placed;
	uint8_t *pl_seen; /* numbers in pl_places->pc_vars */
	const struct dt_places *pl_places;
	uint32_t pl_changed; /* while planned: numbers of variables that earlier clauses assign */
	bool pl_quiet;	    /* all clauses are the kernel's: an event leaves a record only if one of
			       them is left to the DIF machine */
	unsigned pl_npreds; /* predicates, one for each enabling, if every enabling has one; else 0
			     */
	const struct dif_object **pl_preds;
};

struct dt_lang;
/*
 * compile.c: compiles a text. Returns the program, which the caller frees by dt_program_free(), or
 * NULL with the message in la_msg.
 */
struct dt_program *dt_compile(struct dt_lang *, int context, const char *name, const char *text,
	size_t len, int argc, char *const *argv);
void dt_program_free(struct dt_program *);

void dt_plan_fini(struct dt_plan *);				   /* frees what it owns */
void dif_plan_object(struct dt_plan *, const struct dif_object *); /* adds what the object reads */
void dif_plan_clause(struct dt_plan *,
	const struct dt_clause *); /* adds what the predicate and the actions read; not pl_preds */
void dif_plan_merge(struct dt_plan *into,
	const struct dt_plan *from); /* adds what `from` needs; not pl_preds */

#endif
