/*
 * Capture plans: what an object reads that must be captured when the probe fires.
 *
 * The code is walked once, in order. For each register the walk knows whether it is a constant or
 * an unchanged argument, and from which arguments its value may come. Branches only go forward, so
 * all paths to an instruction are known before it is reached. Whatever may be read is planned.
 */
#include "dif_impl.h"
#include "place.h"

#include <stdlib.h>
#include <string.h>
#include "alloc.h"

#define ALL_ARGS ((1u << DT_MAXARGS) - 1)
#define DEFAULT_FRAMES 20

struct value {
	enum {
		V_OTHER,
		V_CONST,
		V_ARG,
		V_ARGINT /* truncated to an int */,
		V_ARGHIGH /* shifted left by 32, on the way to ARGINT */
	} v_kind;
	uint64_t v_is;	 /* the constant, or the argument's number */
	uint32_t v_from; /* arguments the value comes from */
	uint8_t v_expr;	 /* 1 + the number of its expression; 0: unknown */
	bool v_user;	 /* a copy of user memory; v_expr is the address there */
	enum {
		R_NONE,
		R_THREAD,
		R_PROC,
		R_ARG
	} v_record; /* v_off bytes into dtrace's record of a thread or process, or into that of an
		       argument */
	uint32_t v_off;
	/* If it is one on one path and another on the other: x ? arg0 : arg1. */
	struct choice {
		uint8_t ch_kind, ch_expr; /* as v_kind, v_expr */
		uint64_t ch_is;
	} v_choice[2];
	bool v_chosen;
};

/* What the objects of a clause leave in clause-local variables, and in globals for later ones. */
#define MAXLOCALS 32
#define GLOBAL 0x10000 /* in lo_id */
#define THREAD 0x20000 /* a thread-local variable of the kernel, assigned in this clause */
struct locals {
	struct {
		uint32_t lo_id;
		struct value lo_value;
	} lc_at[MAXLOCALS];
	unsigned lc_n;
};

struct state {
	bool st_seen;
	uint8_t st_ntuple;
	struct value st_reg[DIF_NREGS];
	struct value st_tuple[DIF_NTUPLE];
	bool st_ref[DIF_NTUPLE]; /* pushed by reference on some path */
};

struct walk {
	struct dt_plan *wk_plan;
	const struct dif_object *wk_o;
	struct state **wk_at; /* by label, until the walk gets there */
	struct state wk_now;
	bool wk_byref;		  /* the result is an address that is read */
	struct locals *wk_locals; /* or NULL */
};

static const struct value other;

static struct choice choice_of(const struct value *v)
{
	return (struct choice){ .ch_kind = v->v_kind, .ch_expr = v->v_expr, .ch_is = v->v_is };
}

static bool choice_same(struct choice a, struct choice b)
{
	return a.ch_kind == b.ch_kind && a.ch_expr == b.ch_expr && a.ch_is == b.ch_is;
}

static bool is_choice(const struct value *v)
{
	return !v->v_user && (v->v_expr || v->v_kind == V_ARG || v->v_kind == V_CONST);
}

/* What differs is one of two values, if both are known. */
static void choose(struct value *a, const struct value *b)
{
	struct choice one = choice_of(a), two = choice_of(b);

	if (a->v_chosen || b->v_chosen) {
		bool same = a->v_chosen == b->v_chosen &&
			choice_same(a->v_choice[0], b->v_choice[0]) &&
			choice_same(a->v_choice[1], b->v_choice[1]);

		a->v_chosen = same;
	} else if (is_choice(a) && is_choice(b) && !choice_same(one, two)) {
		a->v_choice[0] = one;
		a->v_choice[1] = two;
		a->v_chosen = true;
	}
}

static struct value meet(struct value a, struct value b)
{
	choose(&a, &b);
	if (a.v_kind != b.v_kind || a.v_is != b.v_is)
		a.v_kind = V_OTHER;
	if (a.v_expr != b.v_expr || a.v_user != b.v_user) {
		a.v_expr = 0;
		a.v_user = false;
	}
	if (a.v_record != b.v_record || a.v_off != b.v_off)
		a.v_record = R_NONE;
	a.v_from |= b.v_from;
	return a;
}

static void meet_state(struct state *into, const struct state *from)
{
	for (unsigned i = 0; i < DIF_NREGS; i++)
		into->st_reg[i] = meet(into->st_reg[i], from->st_reg[i]);
	for (unsigned i = 0; i < DIF_NTUPLE; i++) {
		into->st_tuple[i] = meet(into->st_tuple[i], from->st_tuple[i]);
		into->st_ref[i] |= from->st_ref[i];
	}
	if (into->st_ntuple < from->st_ntuple)
		into->st_ntuple = from->st_ntuple;
}

/* Returns false if there is no memory for the state: the walk gives up, and plans everything. */
static bool branch_to(struct walk *wk, uint32_t label)
{
	struct state **at = &wk->wk_at[label];

	if (*at) {
		meet_state(*at, &wk->wk_now);
		return true;
	}
	*at = base_malloc(sizeof(**at));
	if (*at)
		**at = wk->wk_now;
	return *at;
}

/*
 * Adding to a plan.
 */
static const char *late_text(const struct dt_plan *pl, uint8_t what)
{
	if (pl->pl_at)
		return pl->pl_at;
	switch (what) {
	case DT_LATE_COPYIN: return "copyin( )";
	case DT_LATE_COPYINSTR: return "copyinstr( )";
	case DT_LATE_FDS: return "fds[ ]";
	default: return "a userland pointer";
	}
}

static void late(struct dt_plan *pl, uint8_t what)
{
	const char *text = late_text(pl, what);

	pl->pl_deref = true;
	for (unsigned i = 0; i < pl->pl_nlates; i++)
		if (strcmp(pl->pl_lates[i].la_text, text) == 0)
			return;
	if (pl->pl_nlates < DT_PLAN_MAXLATE)
		pl->pl_lates[pl->pl_nlates++] = (struct dt_plan_late){ what, text };
}

static void add_mem(struct dt_plan *pl, struct dt_plan_mem want)
{
	for (unsigned i = 0; i < pl->pl_nmem; i++) {
		struct dt_plan_mem *pm = &pl->pl_mem[i];

		if (pm->pm_arg != want.pm_arg || pm->pm_string != want.pm_string ||
			pm->pm_sizearg != want.pm_sizearg)
			continue;
		if (pm->pm_size == 0 || want.pm_size == 0) /* strsize is the longest */
			pm->pm_size = 0;
		else if (pm->pm_size < want.pm_size)
			pm->pm_size = want.pm_size;
		return;
	}
	if (pl->pl_nmem == DT_PLAN_MAXMEM)
		late(pl, want.pm_string ? DT_LATE_COPYINSTR : DT_LATE_COPYIN);
	else
		pl->pl_mem[pl->pl_nmem++] = want;
}

static bool expr_same(const struct dt_expr *a, const struct dt_expr *b)
{
	return a->ex_kind == b->ex_kind && a->ex_op == b->ex_op && a->ex_size == b->ex_size &&
		a->ex_a == b->ex_a && a->ex_b == b->ex_b && a->ex_imm == b->ex_imm &&
		a->ex_signed == b->ex_signed && a->ex_user == b->ex_user &&
		a->ex_fact == b->ex_fact;
}

/* Returns 1 + its number, or 0 if there are too many. */
static uint8_t add_expr(struct dt_plan *pl, struct dt_expr want)
{
	for (unsigned i = 0; i < pl->pl_nexprs; i++)
		if (expr_same(&pl->pl_exprs[i], &want))
			return (uint8_t)(i + 1);
	if (pl->pl_nexprs == DT_PLAN_MAXEXPRS)
		return 0;
	pl->pl_exprs[pl->pl_nexprs++] = want;
	return (uint8_t)pl->pl_nexprs;
}

static uint8_t expr_of(struct dt_plan *pl, struct value v)
{
	if (v.v_expr)
		return v.v_expr;
	if (v.v_kind == V_CONST)
		return add_expr(pl, (struct dt_expr){ .ex_kind = DT_EX_CONST, .ex_imm = v.v_is });
	if (v.v_kind == V_ARG)
		return add_expr(pl, (struct dt_expr){ .ex_kind = DT_EX_ARG, .ex_imm = v.v_is });
	return 0;
}

/*
 * Whether the value comes from memory or the task, so that it can't point into the feed's own
 * payload.
 */
static bool is_computed(struct value v)
{
	return v.v_expr != 0;
}

static bool read_same(const struct dt_plan_read *a, const struct dt_plan_read *b)
{
	return a->pr_addr == b->pr_addr && a->pr_sizeexpr == b->pr_sizeexpr &&
		a->pr_string == b->pr_string && a->pr_user == b->pr_user;
}

static bool add_read(struct dt_plan *pl, struct dt_plan_read want)
{
	for (unsigned i = 0; i < pl->pl_nreads; i++) {
		struct dt_plan_read *r = &pl->pl_reads[i];

		if (!read_same(r, &want))
			continue;
		if (r->pr_size < want.pr_size && r->pr_size != 0)
			r->pr_size = want.pr_size;
		if (want.pr_size == 0)
			r->pr_size = 0;
		return true;
	}
	if (pl->pl_nreads == DT_PLAN_MAXREADS)
		return false;
	pl->pl_reads[pl->pl_nreads++] = want;
	return true;
}

/* Plans a read at v: size bytes, or a string if size is 0. */
static void add_deref_of(struct dt_plan *pl, struct value v, uint32_t size)
{
	uint8_t e;

	if (v.v_user)
		return; /* copyin() is planned already */
	if (v.v_from != 0) {
		pl->pl_vars |= DT_PLAN_PAYLOAD;
		pl->pl_args |= v.v_from;
	}
	if (v.v_from == 0 && !is_computed(v))
		return;
	e = expr_of(pl, v);
	if (e)
		add_read(pl,
			(struct dt_plan_read){ .pr_addr = (uint8_t)(e - 1),
				.pr_sizeexpr = DT_PLAN_NOEXPR,
				.pr_string = size == 0,
				.pr_size = size });
}

static void add_deref(struct dt_plan *pl, struct value v)
{
	add_deref_of(pl, v, 0);
}

static bool add_computed(struct dt_plan *pl, struct value addr, struct value size, bool sized,
	bool string)
{
	struct dt_plan_read pr = { .pr_user = true,
		.pr_string = string,
		.pr_sizeexpr = DT_PLAN_NOEXPR };
	uint8_t e = addr.v_kind == V_CONST && !addr.v_expr ? 0 : expr_of(pl, addr), n = 0;

	if (!e || (sized && size.v_kind == V_CONST && size.v_is > UINT32_MAX))
		return false;
	pr.pr_addr = (uint8_t)(e - 1);
	if (sized && size.v_kind == V_CONST)
		pr.pr_size = (uint32_t)size.v_is;
	else if (sized && !string) {
		n = expr_of(pl, size);
		if (!n)
			return false;
		pr.pr_sizeexpr = (uint8_t)(n - 1);
	}
	return add_read(pl, pr);
}

static struct value arg_value(struct dt_plan *pl, uint64_t n)
{
	pl->pl_args |= 1u << n;
	return (struct value){ .v_kind = V_ARG, .v_is = n, .v_from = 1u << n, .v_record = R_ARG };
}

#define GUESSED_SIZE 256

/*
 * A number of bytes that isn't known, because it is a variable's or depends on a condition: as the
 * only argument says that it comes from (arg2 > 64 ? 64 : arg2), or else a guess. If more is
 * wanted, or there is less, the live process is read.
 */
static struct value size_guess(struct dt_plan *pl, struct value size)
{
	if (size.v_kind == V_CONST || size.v_kind == V_ARG || expr_of(pl, size))
		return size;
	late(pl, DT_LATE_COPYIN);
	if (size.v_from && !(size.v_from & (size.v_from - 1)))
		return arg_value(pl, (uint64_t)__builtin_ctz(size.v_from));
	return (struct value){ .v_kind = V_CONST, .v_is = GUESSED_SIZE };
}

static void add_copyin(struct walk *wk, struct value addr, bool string)
{
	const struct state *st = &wk->wk_now;
	bool sized = st->st_ntuple > 1;
	struct value size = st->st_tuple[1];

	if (sized && !string)
		size = size_guess(wk->wk_plan, size);
	struct dt_plan_mem pm = { .pm_arg = (uint8_t)addr.v_is, .pm_string = string };
	bool constant = sized && size.v_kind == V_CONST;

	for (unsigned i = 0; addr.v_chosen && i < 2; i++) {
		struct choice ch = addr.v_choice[i];

		if (ch.ch_expr || ch.ch_kind == V_ARG) /* a constant is NULL, or a fault */
			add_copyin(wk,
				(struct value){ .v_kind = ch.ch_kind,
					.v_expr = ch.ch_expr,
					.v_is = ch.ch_is },
				string);
	}
	if (addr.v_chosen)
		return;
	if (addr.v_kind != V_ARG || (constant && size.v_is > UINT32_MAX) ||
		(sized && !constant && size.v_kind != V_ARG)) {
		if (!add_computed(wk->wk_plan, addr, size, sized, string))
			late(wk->wk_plan, string ? DT_LATE_COPYINSTR : DT_LATE_COPYIN);
		return;
	}
	if (constant)
		pm.pm_size = (uint32_t)size.v_is;
	else if (sized && !string)
		pm.pm_sizearg = (uint8_t)(1 + size.v_is);
	if (!constant || size.v_is != 0)
		add_mem(wk->wk_plan, pm);
}

static void add_file(struct dt_plan *pl, struct dt_plan_file want)
{
	for (unsigned i = 0; i < pl->pl_nfiles; i++)
		if (pl->pl_files[i].pf_from == want.pf_from && pl->pl_files[i].pf_fd == want.pf_fd)
			return;
	if (pl->pl_nfiles == DT_PLAN_MAXFILES)
		late(pl, DT_LATE_FDS);
	else
		pl->pl_files[pl->pl_nfiles++] = want;
}

/* Whether the value is such an expression, or the lower half of one. */
static bool is_expr(const struct dt_plan *pl, struct value v, enum dt_expr_kind kind, int32_t *n)
{
	const struct dt_expr *ex = v.v_expr ? &pl->pl_exprs[v.v_expr - 1] : NULL;

	for (unsigned op = DIF_OP_SRA; ex && ex->ex_kind == DT_EX_ALU && ex->ex_op == op;
		op = DIF_OP_SLL)
		ex = &pl->pl_exprs[ex->ex_a];
	if (!ex || ex->ex_kind != kind)
		return false;
	*n = (int32_t)ex->ex_imm;
	return true;
}

static void add_descriptor(struct walk *wk)
{
	struct value fd = wk->wk_now.st_tuple[0];
	int32_t n;

	if (is_expr(wk->wk_plan, fd, DT_EX_ENTRYARG, &n))
		add_file(wk->wk_plan, (struct dt_plan_file){ DT_FD_ENTRYARG, n });
	else if (is_expr(wk->wk_plan, fd, DT_EX_KVAR, &n))
		add_file(wk->wk_plan, (struct dt_plan_file){ DT_FD_KVAR, n });
	else if (fd.v_kind == V_OTHER || fd.v_kind == V_ARGHIGH)
		late(wk->wk_plan, DT_LATE_FDS);
	else
		add_file(wk->wk_plan,
			(struct dt_plan_file){ fd.v_kind == V_CONST ? DT_FD_CONST : DT_FD_ARG,
				(int32_t)fd.v_is });
}

/* Returns the result: of copyin(), the copy of memory whose address may be known. */
static struct value add_call(struct walk *wk, unsigned subr)
{
	struct value v = other, from = wk->wk_now.st_tuple[0];

	if (subr == DIF_SUBR_OFILE && wk->wk_now.st_ntuple > 0)
		add_descriptor(wk);
	if (subr == DIF_SUBR_COPYIN || subr == DIF_SUBR_COPYINSTR || subr == DIF_SUBR_COPYINTO) {
		add_copyin(wk, from, subr == DIF_SUBR_COPYINSTR);
		if (subr == DIF_SUBR_COPYIN)
			v.v_expr = expr_of(wk->wk_plan, from);
		v.v_from = v.v_expr ? from.v_from : 0;
		v.v_user = v.v_expr != 0;
		return v;
	}
	wk->wk_plan->pl_vars |= dif_subrs[subr].su_needs;
	for (unsigned i = 0; i < wk->wk_now.st_ntuple; i++)
		if (dif_subrs[subr].su_reads >> i & 1)
			add_deref(wk->wk_plan, wk->wk_now.st_tuple[i]);
	return v;
}

static uint32_t var_needs(uint32_t id)
{
	switch (id) {
/* clang-format off */
#define DIF_VAR(n, NAME, s, t, a, plan, path) case n: return DT_PLAN_##plan;
/* clang-format on */
#include "builtins.def"
#undef DIF_VAR
	default: return DT_PLAN_NONE;
	}
}

/*
 * Facts.
 */
static const struct fact_at {
	unsigned fa_record;
	uint32_t fa_off;
} facts[DT_NFACTS] = {
#define RECORD_thread_t R_THREAD
#define RECORD_proc_t R_PROC
#define DT_FACT(NAME, record, member, path) { RECORD_##record, offsetof(record, member) },
#include "facts.def"
#undef DT_FACT
};

static bool is_wchan(unsigned record, uint32_t off)
{
	return record != R_PROC && off == offsetof(thread_t, t_wchan);
}

/* Bit n: fact n may be at that offset of the record. */
static uint32_t facts_at(unsigned record, uint32_t off)
{
	uint32_t bits = 0;

	for (unsigned i = 0; i < DT_NFACTS; i++)
		if (facts[i].fa_off == off && (record == R_ARG || facts[i].fa_record == record))
			bits |= 1u << i;
	return bits;
}

/* a op b; each is 1 + a number, 0: unknown. */
static uint8_t add_alu(struct dt_plan *pl, unsigned op, uint8_t a, uint8_t b, uint8_t fact)
{
	if (a == 0 || b == 0)
		return 0;
	return add_expr(pl,
		(struct dt_expr){ .ex_kind = DT_EX_ALU,
			.ex_op = (uint8_t)op,
			.ex_a = (uint8_t)(a - 1),
			.ex_b = (uint8_t)(b - 1),
			.ex_fact = fact });
}

static uint8_t add_number(struct dt_plan *pl, uint64_t n)
{
	return add_expr(pl, (struct dt_expr){ .ex_kind = DT_EX_CONST, .ex_imm = n });
}

/*
 * The initial stack of a process has argc, then the pointers of argv and a NULL, then those of the
 * environment.
 */
static uint8_t add_stack_fact(struct dt_plan *pl, unsigned fact)
{
	uint8_t sp = add_expr(pl, (struct dt_expr){ .ex_kind = DT_EX_FACT, .ex_imm = fact }), argc;

	if (fact == DT_FACT_ARGV)
		return add_alu(pl, DIF_OP_ADD, sp, add_number(pl, 8), DT_FACT_ARGV + 1);
	argc = sp == 0 ? 0 :
			 add_expr(pl,
				 (struct dt_expr){ .ex_kind = DT_EX_LOAD,
					 .ex_size = 4,
					 .ex_user = true,
					 .ex_a = (uint8_t)(sp - 1) });
	argc = add_alu(pl, DIF_OP_SLL, argc, add_number(pl, 3), 0);
	sp = add_alu(pl, DIF_OP_ADD, sp, add_number(pl, 16), 0);
	return add_alu(pl, DIF_OP_ADD, sp, argc, DT_FACT_ENVP + 1);
}

/* Returns 1 + the number of the expression for a fact that is an address, otherwise 0. */
static uint8_t add_fact(struct dt_plan *pl, unsigned fact)
{
	uint8_t e;

	if (fact == DT_FACT_ARGV || fact == DT_FACT_ENVP)
		return add_stack_fact(pl, fact);
	e = add_expr(pl,
		(struct dt_expr){ .ex_kind = DT_EX_FACT,
			.ex_imm = fact,
			.ex_fact = (uint8_t)(fact + 1) });
	return fact == DT_FACT_TASK || fact == DT_FACT_PROC ? e : 0;
}

/* A member of the record of the thread, or of its process. */
static struct value load_member(struct dt_plan *pl, struct value at)
{
	struct value v = { 0 };
	uint32_t bits = facts_at(at.v_record, at.v_off);

	if (at.v_record == R_THREAD && at.v_off == offsetof(thread_t, t_proc))
		v.v_record = R_PROC;
	if (is_wchan(at.v_record, at.v_off))
		pl->pl_vars |= DT_PLAN_WCHAN;
	for (unsigned i = 0; i < DT_NFACTS; i++)
		if (bits >> i & 1)
			v.v_expr = add_fact(pl, i);
	return v;
}

static struct value load_global(struct walk *wk, uint32_t id)
{
	if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9) {
		/* of a record, argN is the address of the kernel's object */
		wk->wk_plan->pl_argfacts |= 1u << DT_FACT_TASK | 1u << DT_FACT_PROC;
		return arg_value(wk->wk_plan, id - DIF_VAR_ARG0);
	}
	if (id < DIF_VAR_OTHER_UMIN)
		wk->wk_plan->pl_vars |= var_needs(id);
	return id == DIF_VAR_CURTHREAD ? (struct value){ .v_record = R_THREAD } : other;
}

static struct value load_array(struct walk *wk, uint32_t id, struct value index)
{
	if (id == DIF_VAR_ARGS && index.v_kind == V_CONST && index.v_is < DT_MAXARGS)
		return arg_value(wk->wk_plan, index.v_is);
	wk->wk_plan->pl_vars |= var_needs(id);
	if (id != DIF_VAR_ARGS)
		return other;
	wk->wk_plan->pl_args |= ALL_ARGS;
	return (struct value){ .v_from = ALL_ARGS, .v_record = R_ARG };
}

static const struct {
	uint8_t size;
	bool sign;
} loads[DIF_NOPS] = {
	[DIF_OP_LDSB] = { 1, true },
	[DIF_OP_LDSH] = { 2, true },
	[DIF_OP_LDSW] = { 4, true },
	[DIF_OP_LDUB] = { 1, false },
	[DIF_OP_LDUH] = { 2, false },
	[DIF_OP_LDUW] = { 4, false },
	[DIF_OP_LDX] = { 8, false },
	[DIF_OP_RLDSB] = { 1, true },
	[DIF_OP_RLDSH] = { 2, true },
	[DIF_OP_RLDSW] = { 4, true },
	[DIF_OP_RLDUB] = { 1, false },
	[DIF_OP_RLDUH] = { 2, false },
	[DIF_OP_RLDUW] = { 4, false },
	[DIF_OP_RLDX] = { 8, false },
	[DIF_OP_ULDSB] = { 1, true },
	[DIF_OP_ULDSH] = { 2, true },
	[DIF_OP_ULDSW] = { 4, true },
	[DIF_OP_ULDUB] = { 1, false },
	[DIF_OP_ULDUH] = { 2, false },
	[DIF_OP_ULDUW] = { 4, false },
	[DIF_OP_ULDX] = { 8, false },
};

static struct value load_memory(struct walk *wk, unsigned op, struct value addr)
{
	struct dt_plan *pl = wk->wk_plan;
	bool user = addr.v_user || (op >= DIF_OP_ULDSB && op <= DIF_OP_ULDX);
	struct value v = { .v_from = addr.v_from };
	uint8_t e;

	if (addr.v_record == R_THREAD || addr.v_record == R_PROC)
		return load_member(pl, addr);
	if (addr.v_record == R_ARG) {
		pl->pl_argfacts |= facts_at(R_ARG, addr.v_off);
		pl->pl_vars |= is_wchan(R_ARG, addr.v_off) ? DT_PLAN_WCHAN : 0;
		v.v_record = R_ARG;
	}
	if (addr.v_from == 0 && !is_computed(addr)) {
		if (user)
			late(pl, DT_LATE_LOAD);
		return v;
	}
	if (addr.v_from && !user)
		pl->pl_vars |= DT_PLAN_PAYLOAD;
	pl->pl_args |= addr.v_from;
	e = loads[op].size ? expr_of(pl, addr) : 0;
	if (e)
		v.v_expr = add_expr(pl,
			(struct dt_expr){ .ex_kind = DT_EX_LOAD,
				.ex_size = loads[op].size,
				.ex_signed = loads[op].sign,
				.ex_user = user,
				.ex_a = (uint8_t)(e - 1) });
	if (user && !v.v_expr)
		late(pl, DT_LATE_LOAD);
	return v;
}

/* Returns NULL if there is no room: its value is unknown then. */
static struct value *local_at(struct locals *lc, uint32_t id)
{
	for (unsigned i = 0; i < lc->lc_n; i++)
		if (lc->lc_at[i].lo_id == id)
			return &lc->lc_at[i].lo_value;
	if (lc->lc_n == MAXLOCALS)
		return NULL;
	lc->lc_at[lc->lc_n].lo_id = id;
	lc->lc_at[lc->lc_n].lo_value = other;
	return &lc->lc_at[lc->lc_n++].lo_value;
}

/* An address of the kernel's thread or process is kept to be compared. */
static bool is_fact(const struct dt_plan *pl, struct value v)
{
	return v.v_expr && pl->pl_exprs[v.v_expr - 1].ex_kind == DT_EX_FACT;
}

/*
 * Thread-local variables.
 */
static struct dt_plan_kept *kept_at(struct dt_plan *pl, uint32_t id)
{
	for (unsigned i = 0; i < pl->pl_nkept; i++)
		if (pl->pl_kept[i].pk_var == id)
			return &pl->pl_kept[i];
	return NULL;
}

static void keep_arg(struct dt_plan *pl, uint32_t id, uint8_t arg)
{
	struct dt_plan_kept *pk = kept_at(pl, id);

	if (!pk && pl->pl_nkept < DT_PLAN_MAXKEPT)
		pl->pl_kept[pl->pl_nkept++] = (struct dt_plan_kept){ id, arg, arg };
	else if (pk && pk->pk_arg == pk->pk_other)
		pk->pk_other = arg;
	else if (pk && pk->pk_arg != arg && pk->pk_other != arg)
		pk->pk_other = DT_MAXARGS;
}

static uint8_t add_entryarg(struct dt_plan *pl, uint8_t arg)
{
	return add_expr(pl, (struct dt_expr){ .ex_kind = DT_EX_ENTRYARG, .ex_imm = arg });
}

static const struct value *assigned(const struct locals *lc, uint32_t id)
{
	for (unsigned i = 0; lc && i < lc->lc_n; i++)
		if (lc->lc_at[i].lo_id == (id | THREAD))
			return &lc->lc_at[i].lo_value;
	return NULL;
}

/* A variable of the kernel has its value at the event; of others, what the entry kept in it. */
static struct value load_kept(struct walk *wk, uint32_t id)
{
	struct dt_plan *pl = wk->wk_plan;
	const struct dt_plan *entry = pl->pl_entry;
	const struct value *at = assigned(wk->wk_locals, id);
	int number = dt_place_var(pl->pl_places, id);
	struct value v = other;

	if (at)
		return *at;
	if (number >= 0 && !(pl->pl_changed >> number & 1))
		return (struct value){ .v_expr = add_expr(pl,
					       (struct dt_expr){ .ex_kind = DT_EX_KVAR,
						       .ex_imm = (uint64_t)number }) };

	for (unsigned i = 0; entry && i < entry->pl_nkept; i++) {
		const struct dt_plan_kept *pk = &entry->pl_kept[i];

		if (pk->pk_var != id || pk->pk_other == DT_MAXARGS)
			continue;
		if (pk->pk_arg == pk->pk_other)
			return (struct value){ .v_expr = add_entryarg(pl, pk->pk_arg) };
		v.v_choice[0].ch_expr = add_entryarg(pl, pk->pk_arg);
		v.v_choice[1].ch_expr = add_entryarg(pl, pk->pk_other);
		v.v_chosen = true;
	}
	return v;
}

/*
 * Another object of the clause, or a later clause, may dereference a pointer that is stored in a
 * variable.
 */
static void store_var(struct walk *wk, unsigned op, uint32_t id, struct value v)
{
	unsigned scope, kind;
	const struct dif_varinfo *dv;

	dif_op_var(op, &scope, &kind);
	dv = dif_find_var(wk->wk_o, scope, id);
	if (op == DIF_OP_STTS && (v.v_kind == V_ARG || v.v_kind == V_ARGINT))
		keep_arg(wk->wk_plan, id, (uint8_t)v.v_is);
	if (op == DIF_OP_STTS && dt_place_var(wk->wk_plan->pl_places, id) >= 0) {
		struct value *at = wk->wk_locals ? local_at(wk->wk_locals, id | THREAD) : NULL;

		if (at)
			*at = v;
		return;
	}
	if (dv && (op == DIF_OP_STLS || op == DIF_OP_STGS) && wk->wk_locals &&
		!(dv->dv_type.dt_flags & DIF_TF_BYREF)) {
		struct value *at = local_at(wk->wk_locals, op == DIF_OP_STGS ? id | GLOBAL : id);

		if (at)
			*at = dv->dv_type.dt_size == 8 ? v : other;
		if (op == DIF_OP_STLS)
			return;
	}
	if (dv && !is_fact(wk->wk_plan, v) &&
		((dv->dv_type.dt_flags & DIF_TF_BYREF) || dv->dv_type.dt_ckind == DIF_CK_POINTER))
		add_deref(wk->wk_plan, v);
}

static void push(struct state *st, uint32_t i)
{
	unsigned n = st->st_ntuple;

	if (n == DIF_NTUPLE)
		return;
	st->st_tuple[n] = st->st_reg[DIF_I_RD(i)];
	st->st_ref[n] = DIF_I_OP(i) == DIF_OP_PUSHTR;
	st->st_ntuple++;
}

/* By-reference keys of an array are read with the array. */
static void read_keys(struct walk *wk)
{
	for (unsigned i = 0; i < wk->wk_now.st_ntuple; i++)
		if (wk->wk_now.st_ref[i])
			add_deref(wk->wk_plan, wk->wk_now.st_tuple[i]);
}

static void load_local(struct walk *wk, struct value *rd, uint32_t id)
{
	const struct value *at = local_at(wk->wk_locals, id);

	if (at)
		*rd = *at;
}

static void load_var(struct walk *wk, unsigned op, uint32_t i)
{
	struct value *rd = &wk->wk_now.st_reg[DIF_I_RD(i)];

	*rd = other;
	if (op == DIF_OP_LDGS && wk->wk_locals && DIF_I_WIDE(i) >= DIF_VAR_OTHER_UMIN)
		load_local(wk, rd, DIF_I_WIDE(i) | GLOBAL);
	else if (op == DIF_OP_LDGS)
		*rd = load_global(wk, DIF_I_WIDE(i));
	else if (op == DIF_OP_LDLS && wk->wk_locals)
		load_local(wk, rd, DIF_I_WIDE(i));
	else if (op == DIF_OP_LDTS)
		*rd = load_kept(wk, DIF_I_WIDE(i));
	else if (op == DIF_OP_LDGAA || op == DIF_OP_LDTAA)
		read_keys(wk);
}

static void result(struct walk *wk, struct value v)
{
	const struct dif_type *t = &wk->wk_o->do_type;
	bool byref = t->dt_flags & DIF_TF_BYREF;

	if (wk->wk_byref || byref)
		add_deref_of(wk->wk_plan, v,
			byref && t->dt_kind != DIF_TYPE_STRING ? t->dt_size : 0);
}

static bool is_plain_alu(unsigned op)
{
	return op == DIF_OP_OR || op == DIF_OP_XOR || op == DIF_OP_AND || op == DIF_OP_SLL ||
		op == DIF_OP_SRL || op == DIF_OP_SRA || op == DIF_OP_SUB || op == DIF_OP_ADD ||
		op == DIF_OP_MUL;
}

/*
 * Returns the result of an operation: an argument, its sign-extended lower half, or otherwise the
 * expression that computes it.
 */
static struct value combine(struct dt_plan *pl, unsigned op, struct value r1, struct value r2)
{
	bool half = r2.v_kind == V_CONST && r2.v_is == 32;
	struct value v = { .v_from = r1.v_from | r2.v_from };
	uint8_t a;

	if (r1.v_record != R_NONE && op == DIF_OP_ADD && r2.v_kind == V_CONST) {
		v.v_record = r1.v_record;
		v.v_off = r1.v_off + (uint32_t)r2.v_is;
	}
	if (op == DIF_OP_SLL && half && r1.v_kind == V_ARG)
		v = (struct value){ .v_kind = V_ARGHIGH, .v_is = r1.v_is, .v_from = v.v_from };
	else if (op == DIF_OP_SRA && half && r1.v_kind == V_ARGHIGH)
		v = (struct value){ .v_kind = V_ARGINT, .v_is = r1.v_is, .v_from = v.v_from };
	if ((v.v_from == 0 && !is_computed(r1) && !is_computed(r2)) || !is_plain_alu(op))
		return v;
	v.v_user = op == DIF_OP_ADD && (r1.v_user || r2.v_user);
	a = expr_of(pl, r1);
	v.v_expr = a ? add_alu(pl, op, a, expr_of(pl, r2), 0) : 0;
	v.v_user &= v.v_expr != 0;
	return v;
}

static void step(struct walk *wk, uint32_t i)
{
	struct state *st = &wk->wk_now;
	unsigned op = DIF_I_OP(i);
	struct value r1 = st->st_reg[DIF_I_R1(i) % DIF_NREGS],
		     r2 = st->st_reg[DIF_I_R2(i) % DIF_NREGS];
	struct value *rd = &st->st_reg[DIF_I_RD(i) % DIF_NREGS];

	switch (dif_ops[op].oi_form) {
	case DIF_FORM_RRR: *rd = combine(wk->wk_plan, op, r1, r2); break;
	case DIF_FORM_RR:
		*rd = op == DIF_OP_MOV ? r1 : (struct value){ .v_from = r1.v_from };
		break;
	case DIF_FORM_CMP:
		if (op == DIF_OP_SCMP) {
			add_deref(wk->wk_plan, r1);
			add_deref(wk->wk_plan, r2);
		}
		break;
	case DIF_FORM_LD: *rd = load_memory(wk, op, r1); break;
	case DIF_FORM_COPY:
		add_deref_of(wk->wk_plan, r1,
			r2.v_kind == V_CONST && r2.v_is <= UINT32_MAX ? (uint32_t)r2.v_is : 0);
		break;
	case DIF_FORM_RET: result(wk, *rd); break;
	case DIF_FORM_SETX:
		*rd = (struct value){ .v_kind = V_CONST, .v_is = wk->wk_o->do_ints[DIF_I_WIDE(i)] };
		break;
	case DIF_FORM_SETS:
	case DIF_FORM_ALLOC: *rd = other; break;
	case DIF_FORM_LDA: *rd = load_array(wk, DIF_I_R1(i), r2); break;
	case DIF_FORM_LDV: load_var(wk, op, i); break;
	case DIF_FORM_STV:
		store_var(wk, op, DIF_I_WIDE(i), *rd);
		if (op == DIF_OP_STGAA || op == DIF_OP_STTAA)
			read_keys(wk);
		break;
	case DIF_FORM_PUSH: push(st, i); break;
	case DIF_FORM_CALL: *rd = add_call(wk, DIF_I_WIDE(i)); break;
	default:
		if (op == DIF_OP_POPTS && st->st_ntuple)
			st->st_ntuple--;
		else if (op == DIF_OP_FLUSHTS)
			st->st_ntuple = 0;
		break;
	}
}

/* Sets the state at pc; false: it can't be reached. */
static bool arrive(struct walk *wk, uint32_t pc)
{
	if (!wk->wk_at[pc])
		return wk->wk_now.st_seen;
	if (wk->wk_now.st_seen)
		meet_state(&wk->wk_now, wk->wk_at[pc]);
	else
		wk->wk_now = *wk->wk_at[pc];
	return true;
}

static bool walk(struct walk *wk)
{
	for (uint32_t pc = 0; pc < wk->wk_o->do_len; pc++) {
		uint32_t i = wk->wk_o->do_text[pc];
		unsigned op = DIF_I_OP(i);

		if (!arrive(wk, pc))
			continue;
		wk->wk_plan->pl_at = wk->wk_o->do_reads ? wk->wk_o->do_reads[pc] : NULL;
		step(wk, i);
		if (dif_ops[op].oi_form == DIF_FORM_BR && !branch_to(wk, DIF_I_LABEL(i)))
			return false;
		if (op == DIF_OP_BA || op == DIF_OP_RET)
			wk->wk_now.st_seen = false;
	}
	return true;
}

static void plan_everything(struct dt_plan *pl)
{
	pl->pl_args = ALL_ARGS;
	pl->pl_vars = ~0u;
	pl->pl_argfacts = (uint32_t)((UINT64_C(1) << DT_NFACTS) - 1);
	pl->pl_deref = true;
}

static void plan_object(struct dt_plan *pl, const struct dif_object *o, bool byref,
	struct locals *locals)
{
	struct walk wk = { .wk_plan = pl, .wk_o = o, .wk_byref = byref, .wk_locals = locals };

	wk.wk_now.st_seen = true;
	wk.wk_now.st_reg[0].v_kind = V_CONST;
	wk.wk_at = base_calloc(o->do_len, sizeof(*wk.wk_at));
	if (!wk.wk_at || !walk(&wk))
		plan_everything(pl);
	pl->pl_at = NULL;
	for (uint32_t pc = 0; wk.wk_at && pc < o->do_len; pc++)
		free(wk.wk_at[pc]);
	free(wk.wk_at);
}

void dt_plan_fini(struct dt_plan *pl)
{
	free(pl->pl_preds);
	free(pl->pl_placed);
	free(pl->pl_seen);
}

void dif_plan_object(struct dt_plan *pl, const struct dif_object *o)
{
	plan_object(pl, o, false, NULL);
}

/*
 * Clauses.
 */
static void max_frames(uint16_t *have, uint64_t want)
{
	if (want == 0)
		want = DEFAULT_FRAMES;
	if (want > UINT16_MAX)
		want = UINT16_MAX;
	if (*have < want)
		*have = (uint16_t)want;
}

static void plan_operand(struct dt_plan *pl, const struct dt_action *ac,
	const struct dt_operand *op, struct locals *locals)
{
	bool byref = ac->ac_kind == DT_ACT_TRACEMEM || ac->ac_kind == DT_ACT_TRACEMEM_DYN;

	pl->pl_usyms |= DT_ACT_CLASS(op->op_kind) == DT_ACTCLASS_USER;
	if (op->op_kind == DT_ACT_STACK)
		max_frames(&pl->pl_kstack, op->op_arg);
	else if (op->op_kind == DT_ACT_USTACK || op->op_kind == DT_ACT_JSTACK)
		max_frames(&pl->pl_ustack, (uint32_t)op->op_arg);
	if (op->op_difo)
		plan_object(pl, op->op_difo, byref && op == ac->ac_ops, locals);
}

void dif_plan_clause(struct dt_plan *pl, const struct dt_clause *cl)
{
	struct locals locals = { .lc_n = 0 };

	if (cl->cl_pred)
		plan_object(pl, cl->cl_pred, false, &locals);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops; i++)
			plan_operand(pl, ac, &ac->ac_ops[i], &locals);
}

/* Merges the expressions of `from` into `into` and returns their numbers there; 0: no room. */
static void merge_exprs(struct dt_plan *into, const struct dt_plan *from)
{
	uint8_t number[DT_PLAN_MAXEXPRS]; /* 1 + number */

	for (unsigned i = 0; i < from->pl_nexprs; i++) {
		struct dt_expr ex = from->pl_exprs[i];
		bool a = ex.ex_kind >= DT_EX_ALU, b = ex.ex_kind == DT_EX_ALU;

		number[i] = 0;
		if ((a && !number[ex.ex_a]) || (b && !number[ex.ex_b]))
			continue;
		ex.ex_a = a ? number[ex.ex_a] - 1 : 0;
		ex.ex_b = b ? number[ex.ex_b] - 1 : 0;
		number[i] = add_expr(into, ex);
	}
	for (unsigned i = 0; i < from->pl_nreads; i++) {
		struct dt_plan_read r = from->pl_reads[i];
		bool sized = r.pr_sizeexpr != DT_PLAN_NOEXPR;

		if (!number[r.pr_addr] || (sized && !number[r.pr_sizeexpr])) {
			into->pl_deref |= r.pr_user;
			continue;
		}
		r.pr_addr = number[r.pr_addr] - 1;
		r.pr_sizeexpr = sized ? number[r.pr_sizeexpr] - 1 : DT_PLAN_NOEXPR;
		into->pl_deref |= !add_read(into, r) && r.pr_user;
	}
}

void dif_plan_merge(struct dt_plan *into, const struct dt_plan *from)
{
	into->pl_args |= from->pl_args;
	into->pl_vars |= from->pl_vars;
	into->pl_argfacts |= from->pl_argfacts;
	into->pl_deref |= from->pl_deref;
	into->pl_usyms |= from->pl_usyms;
	if (from->pl_kstack)
		max_frames(&into->pl_kstack, from->pl_kstack);
	if (from->pl_ustack)
		max_frames(&into->pl_ustack, from->pl_ustack);
	for (unsigned i = 0; i < from->pl_nmem; i++)
		add_mem(into, from->pl_mem[i]);
	for (unsigned i = 0; i < from->pl_nfiles; i++)
		add_file(into, from->pl_files[i]);
	merge_exprs(into, from);
}
