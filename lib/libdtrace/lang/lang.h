/*
 * From text to typed tree.
 *
 * Files, in the order in which a program passes through them:
 *   library.c     before the first program: the records header and the *.d libraries, in the order
 *                 of their depends_on pragmas (control.c finds control lines without parsing)
 *   lang.c        the handle; one parse from entry to tree; undoing what a failed text declared
 *   lexer.l       text to tokens, with words.c, cword.c (what headers of C have and D has not),
 *                 literal.c, macro.c ($1, $target), names.c (names that the text assigns) and
 *                 pragma.c (control lines)
 *   grammar.y     tokens to nodes, with node.c, clause.c and pdesc.c (probe descriptions)
 *   spec.c        declarations to types (types.h: types.c, typename.c), with decl.c and const.c,
 *                 which folds dimensions and enumerators
 *   ident.c       identifiers (ident.h), with builtin.c
 *   define.c      inlines, translators, provider declarations
 *   sugar.c       if/else to clauses with predicates
 *   sema/         names are bound, types checked, constants folded, inlines and translators
 *                 expanded
 *   format.c      formats of printf and the like (format.h)
 *   lang_error.c  messages: position, text, caret, tag; hint.c, hint_probe.c (hint.h, hints.def)
 *                 add what may have been meant
 *   arena.c       memory
 *   treedump.c    -x tree; typedump.c -x ctypes and dtypes
 * parse.h is shared by the files up to define.c; the others see only lang.h.
 *
 * codegen/ asks for the cooked tree of one clause at a time and turns it into DIF.
 *
 * Order. A program is parsed as a whole before its clauses are cooked, but a name may be used only
 * after the text that introduces it. So every token has a number (lo_seq, which grows over the life
 * of the handle), and an identifier made by a declaration keeps in id_seq the number from which on
 * it is visible: dt_ident_visible(). Code that creates an identifier for a first assignment must
 * set id_seq to the assignment's lo_seq. An assignment to a variable that is declared further down
 * is not a first assignment: it has that variable's type and makes the variable visible from there
 * (id_seq is lowered). Types are looked up while parsing, so they need no such number.
 *
 * There is one struct dt_lang for each handle. It owns the permanent arena (types, identifiers,
 * inlines, translators, libraries) and the arena of the current compilation. Errors unwind to the
 * entry with longjmp; the message stays in the handle until the next call.
 */
#ifndef DT_LANG_H
#define DT_LANG_H

#include "arena.h"
#include "ident.h"
#include "types.h"
#include "options.h"

enum dt_errtag {
#define DT_ERRTAG(tag) tag,
#include "errtags.def"
#undef DT_ERRTAG
	DT_NERRTAGS
};
const char *dt_errtag_name(enum dt_errtag);

/* The kind of text, which decides what a probe description of one field means. */
enum dt_context { CTX_FILE, CTX_NAME, CTX_FUNC, CTX_MOD, CTX_PROV, CTX_ID, CTX_LIBRARY };

/* What args[] and the D_PDESC_* errors need to know about a probe. */
struct dt_probeinfo {
	struct dt_provider_attrs pi_attrs; /* of its provider */
	unsigned pi_nargs;
	struct dt_arg pi_args[DT_MAXARGS];
	bool pi_asked; /* its arguments must be asked for: le_args */
	/* then, their types, and why there are none */
	const struct dt_type *pi_types[DT_MAXARGS];
	const char *pi_why;
};

/* A symbol: a name after a back-quote. */
enum dt_symstate {
	DT_SYM_UNKNOWN,
	DT_SYM_UNTYPED,
	DT_SYM_MODEL, /* of another data model */
	DT_SYM_FACT   /* a member of kernel_t */
};

/*
 * pidN:object:function:name. If several objects match, the result that comes later in enum
 * dt_procfound counts.
 */
struct dt_procquery {
	uint32_t pq_pid;
	const char *pq_object, *pq_function; /* globs; "": any */
	int64_t pq_offset;		     /* -1: none */
};
enum dt_procfound {
	DT_PROC_REPLAY,
	DT_PROC_NONE,
	DT_PROC_DENIED,
	DT_PROC_STATIC,
	DT_PROC_NOOBJECT,
	DT_PROC_NOFILE,
	DT_PROC_STRIPPED, /* no such function in what is left of its symbols */
	DT_PROC_NOFUNCTION,
	DT_PROC_BEYOND,
	DT_PROC_INSIDE,
	DT_PROC_FOUND
};

struct dt_lang_env { /* callbacks for what lang doesn't know itself */
	void *le_arg;
	/*
	 * Returns the number of probes that match; fills in pi for the first; sets *multi if their
	 * arguments differ.
	 */
	unsigned (
		*le_probes)(void *, const struct dt_pdesc *, struct dt_probeinfo *pi, bool *multi);
	/*
	 * Fills in the arguments of the probes that match, which take time to find; sets *multi if
	 * they differ. Called when args[] is used, if pi_asked says so.
	 */
	void (*le_args)(void *, const struct dt_pdesc *, struct dt_probeinfo *pi, bool *multi);
	/*
	 * Returns why a provider of that name has no probes here, or NULL. The callback may be
	 * NULL.
	 */
	const char *(*le_missing)(void *, const char *provider);
	/*
	 * Looks up a symbol of the kernel (pid 0; mod NULL: in any module) or of a process. The
	 * callback may be NULL.
	 */
	enum dt_symstate (*le_symbol)(void *, uint32_t pid, const char *mod, const char *name);
	/* Looks up a function of a process. The callback may be NULL. */
	enum dt_procfound (*le_process)(void *, const struct dt_procquery *);
	/*
	 * Whether an event of the description's providers has the field; true if that is unknown.
	 * The callback may be NULL.
	 */
	bool (*le_field)(void *, const struct dt_pdesc *, const char *name);
	/*
	 * Fills in member i of a record that only the trace describes; false if there is no such
	 * member. The callback may be NULL.
	 */
	bool (*le_member)(void *, const char *record, unsigned i, struct dt_named_member *);
	int64_t (*le_macro)(void *, const char *name, bool *known); /* $target, $pid ... */
	/*
	 * Calls fn for each probe that matches the fields. The strings stay. The callback may be
	 * NULL.
	 */
	void (*le_each)(void *, const char *const field[4],
		void (*fn)(void *, const char *const field[4]), void *arg);
	void (*le_loaded)(void *, const char *path); /* a library has been; may be NULL */
};

struct dt_message {
	enum dt_errtag me_tag;
	struct dt_loc me_loc;
	/*
	 * the whole message, with tag and position if the options ask for them; may end in the
	 * source line and a line with a caret
	 */
	char me_text[1024];
	char me_hint[512]; /* what may have been meant, or "" */
};

struct dt_xlator { /* translator OUT < IN name > { member = expr; } */
	const struct dt_type *xl_out, *xl_in;
	const char *xl_inname;
	bool xl_program; /* declared by a program: the libraries don't see it */
	struct dt_xlmember {
		const char *xm_name;
		struct dt_node *xm_expr; /* uncooked; copied at each use */
		struct dt_loc xm_loc;
		struct dt_xlmember *xm_next;
	} * xl_members;
	struct dt_xlator *xl_next;
};

/* #pragma D attributes ... provider NAME part; the first entry of a name counts */
struct dt_provattrs {
	const char *pa_name;
	struct dt_provider_attrs pa_attrs;
	struct dt_provattrs *pa_next;
};

struct dt_mark { /* a state of all tables that dt_lang_undo() can return to */
	unsigned mk_globals, mk_self, mk_this, mk_aggs, mk_types;
	uint32_t mk_nextglobal, mk_nextself, mk_nextthis, mk_nextagg, mk_seq;
	struct dt_xlator *mk_xlators;
	struct dt_node *mk_providers;
	struct dt_provattrs *mk_provattrs;
};

struct dt_lang {
	struct dt_lang_env la_env;
	struct dt_options *la_opts;
	struct dt_types *la_types;
	struct dt_idtab *la_globals, *la_self, *la_this, *la_aggs;
	struct dt_xlator *la_xlators;
	uint32_t la_nextglobal, la_nextself, la_nextthis, la_nextagg; /* variable numbers */
	uint32_t la_nextthis_tmp;
	bool la_libsloaded;
	bool la_records;    /* the native records are parsed: their char pointers are strings */
	uint32_t la_seq;    /* number of the last token */
	uint32_t la_libseq; /* ... of the libraries */
	struct dt_node *la_providers; /* DN_PROVIDER, kept */
	struct dt_provattrs *la_provattrs;
	struct dt_sema *la_sema; /* private to sema.c */

	/* the current compilation */
	struct dt_arena *la_arena;
	enum dt_context la_context;
	const char *la_filename; /* NULL for command-line text */
	int la_argc;
	char *const *la_argv;
	uint32_t la_argused; /* highest operand referenced */
	struct dt_node *la_prog;
	struct dt_node *la_clause;	 /* being cooked */
	const struct dt_pdesc *la_pdesc; /* the description it is cooked for */
	struct dt_probeinfo la_probe;
	struct dt_attr la_descattr; /* stability of the description */
	unsigned la_nprobes;
	bool la_multi;
	struct dt_mark la_mark; /* what dt_lang_undo() goes back to */
	struct dt_message la_msg;
	/* what D_TYPE_MEMBER is about */
	const char *la_nomember;
	const struct dt_type *la_nomember_of;
	struct dt_over la_over; /* errors jump there as well */
	void *la_scanner;
	/* private state of the parser (start conditions of the lexer, depth of braces ...) */
	struct dt_parse *la_parse;
};

struct dt_lang *dt_lang_create(const struct dt_lang_env *, struct dt_options *);
void dt_lang_destroy(struct dt_lang *);

/*
 * Parses a program. Returns 0 and sets la_prog, or returns -1 and sets la_msg. Declarations,
 * inlines, translators and pragmas take effect at once. The text is copied. argv: the operands;
 * argv[0] is $0.
 */
int dt_lang_parse(struct dt_lang *, enum dt_context, const char *name, const char *text, size_t len,
	int argc, char *const *argv);
void dt_lang_end(struct dt_lang *); /* ends the compilation and frees its arena */
/*
 * Replaces dt_lang_end() if a step after the parse failed: also removes the identifiers and types
 * of the compilation. dt_lang_parse() does this itself when it fails.
 */
void dt_lang_undo(struct dt_lang *);
int dt_lang_load_libraries(struct dt_lang *); /* of -x libdir and syslibdir; only once */

/*
 * Returns a copy of the clause, cooked (fully typed) for one of its probe descriptions; if there is
 * an `if` in it, the clauses that dt_sugar_clause() makes of it, in order. The bodies are cooked
 * before the predicate, so the predicate may read what its own body assigns. An error jumps
 * to la_over.
 */
struct dt_node *dt_sema_clause(struct dt_lang *, struct dt_node *clause,
	const struct dt_node *pdesc);
struct dt_node *dt_sema_expr(struct dt_lang *,
	struct dt_node *); /* cooks an expression; returns its replacement */

/*
 * Checks a new inline or translator: its bodies are cooked once, with unknown inputs, so that an
 * error is reported at the definition and not where it is used.
 */
void dt_sema_check_inline(struct dt_lang *, struct dt_ident *);
void dt_sema_check_xlator(struct dt_lang *, const struct dt_xlator *);

/*
 * sugar.c: returns a copy of the clause or, if there is an `if` in it, the clauses made from it, in
 * order.
 */
struct dt_node *dt_sugar_clause(struct dt_lang *, const struct dt_node *clause);

_Noreturn void dt_lang_error(struct dt_lang *, const struct dt_loc *, enum dt_errtag,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void *dt_lang_alloc(struct dt_lang *, size_t); /* zeroed, from the compilation's arena */
char *dt_lang_strdup(struct dt_lang *, const char *);

/*
 * Makes a D variable with the next number of its scope (not for aggregations); D_ID_OFLOW if no
 * number is left. It is visible from the location on.
 */
struct dt_ident *dt_lang_newvar(struct dt_lang *, const struct dt_loc *, enum dt_scope,
	const char *name, enum dt_idkind);
static inline bool dt_ident_visible(const struct dt_ident *id, const struct dt_loc *from)
{
	return id->id_seq <= from->lo_seq;
}
/*
 * Evaluates an integer constant expression of a declaration: literals, enumerators, constant
 * inlines, operators, casts, sizeof of a type. Returns false if it isn't one. Works on uncooked
 * trees.
 */
bool dt_const_eval(struct dt_lang *, const struct dt_node *, int64_t *value,
	const struct dt_type **type);

/* nodes */
struct dt_node *dt_node_new(struct dt_lang *, enum dn_kind, const struct dt_loc *);
struct dt_node *dt_node_int(struct dt_lang *, const struct dt_loc *, uint64_t value,
	const struct dt_type *);
struct dt_node *dt_node_op1(struct dt_lang *, const struct dt_loc *, int op, struct dt_node *);
struct dt_node *dt_node_op2(struct dt_lang *, const struct dt_loc *, int op, struct dt_node *,
	struct dt_node *);
struct dt_node *dt_node_copy(struct dt_lang *, const struct dt_node *); /* deep; dn_next NULL */
struct dt_node *dt_node_keep(struct dt_lang *,
	const struct dt_node *); /* a copy in permanent memory */
struct dt_node *dt_node_copylist(struct dt_lang *,
	const struct dt_node *); /* a copy of the whole list */
struct dt_node *dt_node_append(struct dt_node *list, struct dt_node *);

/*
 * Returns the attributes that pragmas give the provider or, if its name is NAME and the digits of a
 * pid, the provider NAME. Returns NULL if there are none.
 */
const struct dt_provider_attrs *dt_lang_provattrs(const struct dt_lang *, const char *provider);
extern const struct dt_provider_attrs dt_provattrs_default; /* USDT providers */
/*
 * Returns the minimum of the attributes over the fields without glob characters. If attrs is NULL,
 * or the provider is a pattern, these are the attributes of an unknown provider.
 */
struct dt_attr dt_pdesc_attr(const struct dt_provider_attrs *attrs, const char *const field[4]);

/* translators */
struct dt_xlator *dt_xlator_find(struct dt_lang *, const struct dt_type *out,
	const struct dt_type *in, const struct dt_loc *from); /* from: where it is used */

#endif
