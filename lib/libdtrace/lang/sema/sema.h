/*
 * The semantic pass. dt_sema_expr() (sema.c) sends each kind of node to the file of its subject:
 *   sema_type.c    which types go together; promotion; attributes
 *   sema_name.c    identifiers, variables and their creation, keys, aggregations
 *   sema_sym.c     symbols of the kernel and of processes
 *   sema_inline.c  inlines: their bodies replace the name
 *   sema_op.c      unary and binary operators, casts, ?:
 *   sema_assign.c  assignments, ++ and --
 *   sema_member.c  . -> [] sizeof offsetof
 *   sema_xlate.c   translators and args[]
 *   sema_record.c  fields and records that only a trace describes
 *   sema_call.c    functions and actions against their prototypes
 *   sema_order.c   whether a clause's predicate has to be cooked before its body
 *   fold.c         operators on constants
 *   stability.c    attributes of providers and of descriptions
 *   pidcheck.c     why a description of a process's function matches nothing
 *
 * Invariants: a cooked node has a type and an attribute and is never cooked again. Several places
 * of a cooked tree may share a node (the input of a translator), so nothing changes a node after it
 * was cooked.
 */
#ifndef DT_SEMA_H
#define DT_SEMA_H

#include "lang.h"

/*
 * A name that is bound to a cooked node while a body is expanded: a parameter of an inline, the
 * input of a translator.
 */
struct dt_bind {
	const char *bi_name;
	struct dt_node *bi_node;
	struct dt_bind *bi_next;
};

/* Bodies that are being expanded, innermost first: a body that expands to itself is an error. */
struct dt_expand {
	const void *ex_what;
	struct dt_expand *ex_next;
};

struct dt_sema {
	struct dt_bind *se_binds;
	struct dt_expand *se_expand;
	unsigned se_depth;
	unsigned se_count; /* bodies expanded for this clause */
	const struct dt_type *se_int, *se_int64, *se_size, *se_ptrdiff, *se_char, *se_charptr,
		*se_string, *se_void;
	const struct dt_type *se_dyn, *se_stack, *se_symaddr, *se_usymaddr;
};

struct dt_sema *dt_sema_state(struct dt_lang *);

/* sema.c */
void dt_sema_reset(struct dt_lang *);			/* resets the state after an error */
void dt_sema_list(struct dt_lang *, struct dt_node **); /* cooks each node of a list in place */
struct dt_node *dt_sema_done(struct dt_node *,
	const struct dt_type *); /* type, its flags, cooked */

/* sema_type.c */
struct dt_attr dt_attr_min(struct dt_attr, struct dt_attr);
extern const struct dt_attr dt_attr_stable;
const struct dt_type *dt_sema_promote(struct dt_lang *, const struct dt_type *,
	const struct dt_type *);
bool dt_sema_is_const(const struct dt_node *); /* an integer constant */
bool dt_sema_is_zero(const struct dt_node *);
bool dt_sema_is_dyn(const struct dt_node *); /* a translation, by value or by pointer */
bool dt_sema_is_string(const struct dt_node *);
bool dt_sema_is_strcompat(const struct dt_node *);
bool dt_sema_ptr_compat(const struct dt_type *, const struct dt_type *);
bool dt_sema_assignable(struct dt_lang *, const struct dt_type *to, const struct dt_node *from);
bool dt_sema_arg_ok(struct dt_lang *, const struct dt_type *param, const struct dt_node *arg);
/* removes qualifiers, keeps typedefs */
const struct dt_type *dt_sema_strip(const struct dt_type *);
/* to `to`, which is where n is: in the process or not */
const struct dt_type *dt_sema_pointer(struct dt_lang *, const struct dt_type *to,
	const struct dt_node *n);
const struct dt_type *dt_sema_pointee(struct dt_lang *,
	const struct dt_type *); /* of pointer, array, string */
bool dt_sema_is_signed(const struct dt_type *);
const char *dt_sema_tname(struct dt_lang *, const struct dt_type *); /* for messages */
const char *dt_sema_opname(int op);

/* fold.c */
bool dt_fold_binary(int op, bool is_signed, uint64_t l, uint64_t r, uint64_t *out);
uint64_t dt_fold_cast(uint64_t value, const struct dt_type *);
struct dt_node *dt_sema_const(struct dt_lang *, const struct dt_loc *, uint64_t,
	const struct dt_type *);

/* sema_name.c */
struct dt_node *dt_sema_ident(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_var(struct dt_lang *, struct dt_node *, struct dt_ident *);
/* Cooks the left side of an assignment, and makes the variable if it is new. */
struct dt_node *dt_sema_target(struct dt_lang *, struct dt_node *, const struct dt_node *value);
struct dt_node *dt_sema_agg(struct dt_lang *, struct dt_node *);
/* D_TYPE_MEMBER */
_Noreturn void dt_sema_no_member(struct dt_lang *, const struct dt_loc *, const char *name,
	const struct dt_type *sou);
/* D_IDENT_UNDEF if the node is an aggregation without keys that nothing has assigned. */
void dt_sema_known_agg(struct dt_lang *, const struct dt_node *);
struct dt_node *dt_sema_bound(struct dt_lang *,
	const struct dt_node *ident); /* the node it is bound to, or NULL */
struct dt_ident *dt_sema_lookup(struct dt_lang *, const struct dt_node *ident);
const struct dt_type *dt_sema_ident_type(struct dt_lang *, struct dt_ident *,
	const struct dt_loc *);

/*
 * sema_order.c: whether the body of a clause (of its pieces, if it has an `if`) may need a variable
 * that only its predicate assigns.
 */
bool dt_sema_pred_first(struct dt_lang *, const struct dt_node *pieces);

/* sema_sym.c */
struct dt_node *dt_sema_symbol(struct dt_lang *,
	const struct dt_node *); /* reports what is wrong with it */
struct dt_node *dt_sema_extern(struct dt_lang *, const struct dt_node *at, const struct dt_ident *);

/*
 * pidcheck.c: reports what is wrong with a description that matches nothing. If it finds no reason,
 * returns whether a library that is loaded later may have such probes.
 */
bool dt_pid_check(struct dt_lang *, const struct dt_node *pdesc);

/* sema_inline.c */
struct dt_node *dt_sema_inline(struct dt_lang *, struct dt_node *at, struct dt_ident *,
	struct dt_node *args);
/* Returns a node for a value of the type that is known only at run time. */
struct dt_node *dt_sema_unknown(struct dt_lang *, const struct dt_loc *, const struct dt_type *);
void dt_sema_enter(struct dt_lang *, const void *what, const char *name, const struct dt_loc *);
void dt_sema_leave(struct dt_lang *);

/* sema_op.c */
struct dt_node *dt_sema_op1(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_op2(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_op3(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_binary(struct dt_lang *, struct dt_node *); /* both sides cooked */
struct dt_node *dt_sema_convert(struct dt_lang *, struct dt_node *,
	const struct dt_type *); /* implicit cast */
void dt_sema_no_dyn(struct dt_lang *, const struct dt_node *op, const struct dt_node *);

/* sema_assign.c */
struct dt_node *dt_sema_assign(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_incdec(struct dt_lang *, struct dt_node *);

/* sema_member.c */
struct dt_node *dt_sema_member(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_index(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_sizeof(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_offsetof(struct dt_lang *, struct dt_node *);

/* sema_xlate.c */
struct dt_node *dt_sema_xlate(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_xmember(struct dt_lang *, struct dt_node *at, struct dt_node *dyn,
	const char *name);
struct dt_node *dt_sema_args(struct dt_lang *, struct dt_node *at, struct dt_node *keys);

/* sema_call.c */
struct dt_node *dt_sema_call(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_text(struct dt_lang *, struct dt_node *);
struct dt_node *dt_sema_bytes(struct dt_lang *, struct dt_node *, uint64_t size);
void dt_sema_texts(struct dt_lang *,
	struct dt_node **list); /* arrays of characters that are keys */

/* sema_record.c */
void dt_sema_check_field(struct dt_lang *,
	const struct dt_node *call); /* D_TYPE_MEMBER if no event has the field */
struct dt_node *dt_sema_whole(struct dt_lang *, struct dt_node *); /* to be recorded */
/* Returns the type of that name, with a translator from `in`, or NULL if no event describes it. */
const struct dt_type *dt_sema_record(struct dt_lang *, const struct dt_loc *, const char *name,
	const struct dt_type *in);

#endif
