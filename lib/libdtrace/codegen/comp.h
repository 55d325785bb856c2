/*
 * Code generation: from the cooked tree of a clause to actions with DIF objects.
 *
 *   compile.c     programs, clauses, statements and their order
 *   action.c      the table of actions, and those with a line or two of rules
 *   act_printf.c  printf, printa and the like: formats against arguments
 *   act_agg.c     aggregations and aggregating functions
 *   codegen.c     expressions to instructions (asm.h declares this and what follows)
 *   cg_cond.c     conditions
 *   cg_mem.c      variables and memory
 *   cg_call.c     tuples, calls, translations
 *   cg_weigh.c    how many registers a node needs
 *   asm.c         collects instructions, labels and tables into an object
 *
 * The room knows the tree (lang) and the instruction list (dif); the machine does not know it.
 *
 * Whatever is made belongs to the program at once, so an error may unwind at any point and the
 * program can then be freed.
 */
#ifndef DT_DIF_COMP_H
#define DT_DIF_COMP_H

#include "asm.h"
#include "program.h"

struct comp {
	struct dt_lang *co_la;
	struct dt_program *co_prog;
	struct dt_clause *co_clause, **co_cltail;
	struct dt_action **co_tail;
	const struct dt_node *co_stmt;
	bool co_commit, co_spec, co_drec; /* seen in this clause so far */
	unsigned co_number;		  /* of the clause of the text */
	uint64_t co_size;		  /* of the clause's values so far */
};

/* compile.c */
void *comp_alloc(size_t); /* zeroed */
struct dt_action *comp_action(struct comp *, unsigned kind, unsigned maxops);
struct dif_object *comp_code(struct comp *, struct dt_node *, bool effect); /* the caller owns it */
struct dt_operand *comp_value(struct comp *, struct dt_action *,
	struct dt_node *); /* a value, as trace() records it */
/*
 * Sets the size and alignment of the operand of n. Reports an error if the clause's values are
 * larger than DT_CLAUSE_MAX together.
 */
void comp_size(struct comp *, struct dt_operand *, const struct dt_node *n, uint64_t size,
	uint32_t align);
struct dt_operand *comp_hidden(struct comp *, struct dt_action *,
	struct dt_node *); /* evaluated, not recorded */
#define comp_error(c, n, tag, ...) dt_lang_error((c)->co_la, &(n)->dn_loc, tag, __VA_ARGS__)
bool comp_is_void(const struct dt_node *);
bool comp_is_scalar(const struct dt_node *);
bool comp_is_int(const struct dt_node *);
bool comp_is_address(const struct dt_node *, enum dt_tkind); /* stack, _symaddr, _usymaddr */
unsigned comp_count(const struct dt_node *list);

/* action.c */
void comp_act(struct comp *, struct dt_node *call);
void comp_address(struct comp *, struct dt_operand *,
	struct dt_node *call); /* stack() and sym() as operands */

/* act_printf.c */
void comp_printf(struct comp *, struct dt_node *call);
void comp_printa(struct comp *, struct dt_node *call);

/* act_agg.c */
void comp_agg(struct comp *, struct dt_node *agg);
void comp_aggarg(struct comp *, struct dt_action *, const struct dt_node *call,
	const struct dt_node *arg, enum dt_errtag notagg,
	enum dt_errtag undefined); /* @name as an argument */

#endif
