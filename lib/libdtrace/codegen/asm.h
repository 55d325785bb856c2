/*
 * The assembler and the code generator's shared state; comp.h says which file does what.
 *
 * All of it is allocated in the arena of the compilation; dif_asm_finish() copies the result into
 * an object of its own.
 */
#ifndef DT_DIF_ASM_H
#define DT_DIF_ASM_H

#include "dif.h"
#include "sema.h"

struct dif_asm {
	struct dt_lang *as_la;
	const struct dt_loc *as_loc;   /* of the expression, for messages */
	const struct dt_node *as_drop; /* the node whose value isn't needed */
	uint32_t *as_text, as_len, as_cap;
	uint32_t *as_labels, as_nlabels, as_caplabels; /* their instructions */
	uint64_t *as_ints;
	uint32_t as_nints, as_capints;
	char *as_strs;
	uint32_t as_strlen, as_capstrs;
	struct dif_varinfo *as_vars;
	uint32_t as_nvars, as_capvars;
	const struct dif_type **as_push; /* as long as as_text */
	const struct dt_loc **as_froms;	 /* likewise: the expression of the instruction */
	const struct dt_loc *as_from;	 /* of the node whose code is being made */
	uint32_t as_regs;		 /* bit set: in use */
};

void dif_asm_init(struct dif_asm *, struct dt_lang *, const struct dt_loc *);
void dif_emit(struct dif_asm *, uint32_t instr);
uint32_t dif_label(struct dif_asm *);		  /* a new one */
void dif_place(struct dif_asm *, uint32_t label); /* is here */
void dif_emit_branch(struct dif_asm *, unsigned op, uint32_t label);
int dif_reg(struct dif_asm *);		  /* a free register; D_NOREG */
void dif_reg_free(struct dif_asm *, int); /* no effect on %r0 */
void dif_reg_claim(struct dif_asm *, int);
void dif_emit_int(struct dif_asm *, uint64_t value, int rd);
void dif_emit_str(struct dif_asm *, const char *, size_t len, int rd); /* len bytes and a NUL */
void dif_emit_var(struct dif_asm *, unsigned op, const struct dt_ident *, const struct dt_type *,
	int reg, bool write);
void dif_emit_push(struct dif_asm *, const struct dt_type *, int rsize, int rvalue);
struct dif_object *dif_asm_finish(struct dif_asm *, const struct dif_type *result);

bool dif_by_ref(const struct dt_type *); /* whether its values are addresses */
/* Reports an error at loc if an object of the type is larger than DIF_MAX_VALUE. */
struct dif_type dif_type_of(struct dt_lang *, const struct dt_loc *loc, const struct dt_type *);
uint64_t dif_size_of(struct dif_asm *, const struct dt_type *);

/* codegen.c */
int cg_node(struct dif_asm *, struct dt_node *); /* the register with its value; %r0 for 0 */
int cg_owned(struct dif_asm *, int); /* the same value in a register that may be written */
void cg_arith(struct dif_asm *, int op, const struct dt_type *, int rd, int rs); /* rd = rd op rs */
void cg_scale(struct dif_asm *, int reg, uint64_t size);
void cg_normalize(struct dif_asm *, int reg, const struct dt_type *);
int cg_add(struct dif_asm *, int reg, uint64_t offset);
void cg_pair(struct dif_asm *, struct dt_node *l, struct dt_node *r, int *rl,
	int *rr); /* both operands */

/* cg_weigh.c */
int cg_needs(struct dt_node *);
bool cg_is_pure(struct dt_node *);
bool cg_uses_tuple(struct dt_node *);

/* cg_cond.c */
void cg_branch(struct dif_asm *, struct dt_node *, uint32_t label,
	bool sense); /* jumps if the condition's value is sense */
int cg_bool(struct dif_asm *, struct dt_node *);
int cg_lxor(struct dif_asm *, struct dt_node *);

/* cg_mem.c */
struct cg_lval { /* an open lvalue: keeps its address or its keys until it is closed */
	struct dt_node *lv_node;
	int lv_addr; /* register; -1: a variable */
	bool lv_tuple;
};
int cg_var(struct dif_asm *, struct dt_node *);
int cg_address(struct dif_asm *, struct dt_node *, bool write);
int cg_ref(struct dif_asm *, struct dt_node *, bool write); /* of a value by reference */
int cg_load(struct dif_asm *, struct dt_node *, int addr);  /* frees addr */
void cg_store(struct dif_asm *, const struct dt_type *, int value, int addr); /* no bit-fields */
void cg_lval_open(struct dif_asm *, struct cg_lval *, struct dt_node *);
int cg_lval_load(struct dif_asm *, struct cg_lval *);
void cg_lval_store(struct dif_asm *, struct cg_lval *, int value);
void cg_lval_close(struct dif_asm *, struct cg_lval *);

/* cg_call.c */
void cg_tuple(struct dif_asm *, struct dt_node *list, const struct dt_loc *);
void cg_flush(struct dif_asm *, const struct dt_node *list);
int cg_call(struct dif_asm *, struct dt_node *);
int cg_copyin(struct dif_asm *, int addr, uint64_t size);
void cg_copy_string(struct dif_asm *, int from, int to, uint64_t size);
int cg_assign_xlate(struct dif_asm *, struct dt_node *assign);
int cg_xlate(struct dif_asm *, struct dt_node *translation);

/*
 * Generates an object for a cooked expression; it has passed dif_verify(). effect: the value isn't
 * needed.
 */
struct dif_object *dif_codegen(struct dt_lang *, struct dt_node *, bool effect);

#endif
