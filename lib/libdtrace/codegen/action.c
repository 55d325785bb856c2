/*
 * Actions. A new one is a line in the table, with its rules of order and the function that checks
 * its arguments and makes its operands.
 */
#include <string.h>
#include "comp.h"

enum {		    /* for the rules about the order of statements */
	AF_REC = 1, /* leaves data in the record */
	AF_DESTR = 2,
	AF_SPEC = 4,
	AF_COMMIT = 8,
	AF_DISCARD = 16,
	AF_EXIT = 32
};

/* Stacks and symbols are actions, not values: they record by themselves. */
static void need_expression(struct comp *c, const struct dt_node *arg)
{
	if (comp_is_address(arg, TY_STACK) || comp_is_address(arg, TY_SYMADDR) ||
		comp_is_address(arg, TY_USYMADDR))
		comp_error(c, arg, D_CG_EXPR, "%s( ) may not be called from a D expression",
			arg->dn_ident->id_name);
}

/* The whole struct, if the expression is a translation. */
static struct dt_node *whole_translation(struct comp *c, struct dt_node *a, enum dt_errtag tag,
	const char *what)
{
	struct dt_node *dyn = dt_sema_whole(c->co_la, a), *m;

	if (!dt_sema_is_dyn(dyn))
		return dyn;
	m = dt_node_new(c->co_la, DN_MEMBER, &dyn->dn_loc);
	if (!dt_type_is_sou(dt_type_resolve(dyn->dn_dtype)))
		comp_error(c, dyn, tag,
			"%s( ) may not be applied to a translated pointer, "
			"only to what it points to",
			what);
	m->dn_child = dyn;
	return dt_sema_done(m, dyn->dn_dtype);
}

static void act_trace(struct comp *c, struct dt_node *call)
{
	struct dt_node *a = call->dn_args;

	if (a->dn_kind == DN_AGG)
		comp_error(c, a, D_TRACE_AGG, "trace( ) may not be applied to an aggregation");
	a = whole_translation(c, a, D_TRACE_DYN, "trace");
	if (comp_is_void(a))
		comp_error(c, a, D_TRACE_VOID, "trace( ) may not be applied to a void expression");
	need_expression(c, a);
	comp_value(c, comp_action(c, DT_ACT_EXPR, 1), a);
}

static void act_print(struct comp *c, struct dt_node *call)
{
	struct dt_node *a = call->dn_args;

	if (a->dn_kind == DN_AGG)
		comp_error(c, a, D_PRINT_AGG, "print( ) may not be applied to an aggregation");
	a = whole_translation(c, a, D_PRINT_DYN, "print");
	if (comp_is_void(a))
		comp_error(c, a, D_PRINT_VOID, "print( ) may not be applied to a void expression");
	need_expression(c, a);
	comp_value(c, comp_action(c, DT_ACT_PRINT, 1), a);
}

static bool is_count(const struct dt_node *n, uint64_t max)
{
	return dt_sema_is_const(n) && (int64_t)n->dn_value > 0 && n->dn_value <= max;
}

#define MAXTRACEMEM (1u << 20) /* bytes */

static void act_tracemem(struct comp *c, struct dt_node *call)
{
	unsigned n = comp_count(call->dn_args);
	struct dt_node *addr = call->dn_args;

	if (n > 3)
		comp_error(c, call, D_TRACEMEM_ARGS,
			"tracemem( ) prototype mismatch: two or three arguments expected");
	struct dt_node *size = addr->dn_next, *dyn = size->dn_next;
	if (dt_sema_is_dyn(addr) ||
		(!comp_is_scalar(addr) && !dt_type_is_pointer(addr->dn_type) &&
			!dt_type_is_string(addr->dn_type)))
		comp_error(c, addr, D_TRACEMEM_ADDR, "tracemem( ) argument #1 must be an address");
	if (!is_count(size, MAXTRACEMEM))
		comp_error(c, size, D_TRACEMEM_SIZE,
			"tracemem( ) argument #2 must be a non-zero positive constant, "
			"at most %u",
			MAXTRACEMEM);
	if (dyn && !comp_is_int(dyn))
		comp_error(c, dyn, D_TRACEMEM_DYNSIZE,
			"tracemem( ) argument #3 must be an integer");
	struct dt_action *ac = comp_action(c, dyn ? DT_ACT_TRACEMEM_DYN : DT_ACT_TRACEMEM, 2);
	struct dt_operand *op = comp_value(c, ac, dt_sema_bytes(c->co_la, addr, size->dn_value));
	op->op_difo->do_type.dt_kind = DIF_TYPE_CTF;
	comp_size(c, op, size, size->dn_value, 1);
	op->op_difo->do_type.dt_size = op->op_size;
	op->op_difo->do_type.dt_flags = DIF_TF_BYREF;
	op->op_arg = 0;
	if (dyn)
		comp_value(c, ac,
			dt_sema_convert(c->co_la, dyn, dt_sema_state(c->co_la)->se_int64));
}

static uint64_t frames_option(struct comp *c, enum dt_option o, uint64_t dflt)
{
	int64_t v = c->co_la->la_opts ? dt_opt(c->co_la->la_opts, o) : -1;

	return v > 0 ? (uint64_t)v : dflt;
}

static void stack_operand(struct comp *c, struct dt_operand *op, struct dt_node *call)
{
	const struct dt_node *n = call->dn_args;

	if (n && n->dn_next)
		comp_error(c, call, D_STACK_PROTO,
			"stack( ) prototype mismatch: too many arguments");
	if (n && !is_count(n, DT_MAX_FRAMES))
		comp_error(c, n, D_STACK_SIZE,
			"stack( ) size must be a non-zero positive integral constant "
			"expression, at most %d",
			DT_MAX_FRAMES);
	op->op_kind = DT_ACT_STACK;
	op->op_arg = n ? n->dn_value : frames_option(c, DT_OPT_STACKFRAMES, 20);
	comp_size(c, op, call, 8 * op->op_arg, 8);
}

static void ustack_operand(struct comp *c, struct dt_operand *op, struct dt_node *call)
{
	bool j = call->dn_ident->id_num == DT_ACT_JSTACK;
	const struct dt_node *n = call->dn_args, *s = n ? n->dn_next : NULL;
	uint64_t frames = frames_option(c, j ? DT_OPT_JSTACKFRAMES : DT_OPT_USTACKFRAMES,
		j ? 50 : 20);
	uint64_t str = j ? frames_option(c, DT_OPT_JSTACKSTRSIZE, 512) : 0;

	if (s && s->dn_next)
		comp_error(c, call, D_USTACK_PROTO, "%s( ) prototype mismatch: too many arguments",
			call->dn_ident->id_name);
	if (n && !is_count(n, DT_MAX_FRAMES))
		comp_error(c, n, D_USTACK_FRAMES,
			"%s( ) argument #1 must be a non-zero positive integer constant, "
			"at most %d",
			call->dn_ident->id_name, DT_MAX_FRAMES);
	if (s && (!dt_sema_is_const(s) || s->dn_value > DT_MAX_USTACKSTR))
		comp_error(c, s, D_USTACK_STRSIZE,
			"%s( ) argument #2 must be a positive integer constant, at most %d",
			call->dn_ident->id_name, DT_MAX_USTACKSTR);
	frames = n ? n->dn_value : frames;
	str = s ? s->dn_value : str;
	op->op_kind = (uint16_t)call->dn_ident->id_num;
	op->op_arg = frames | str << 32;
	comp_size(c, op, call, 8 + 8 * frames + str, 8);
}

static void sym_operand(struct comp *c, struct dt_operand *op, struct dt_node *call)
{
	struct dt_node *a = call->dn_args;

	op->op_kind = (uint16_t)call->dn_ident->id_num;
	op->op_difo = comp_code(c, a, false);
	comp_size(c, op, call, DT_ACT_CLASS(op->op_kind) == DT_ACTCLASS_USER ? 16 : 8, 8);
}

void comp_address(struct comp *c, struct dt_operand *op, struct dt_node *call)
{
	switch (call->dn_ident->id_num) {
	case DT_ACT_STACK: stack_operand(c, op, call); break;
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK: ustack_operand(c, op, call); break;
	default: sym_operand(c, op, call);
	}
}

/* stack(), ustack(), sym() ... as statements */
static void act_address(struct comp *c, struct dt_node *call)
{
	struct dt_action *ac = comp_action(c, call->dn_ident->id_num, 1);

	comp_value(c, ac, call);
}

static void act_exit(struct comp *c, struct dt_node *call)
{
	comp_value(c, comp_action(c, DT_ACT_EXIT, 1),
		dt_sema_convert(c->co_la, call->dn_args, dt_sema_state(c->co_la)->se_int));
}

/* Actions on one integer that act while the clause runs and record nothing. */
static void act_int(struct comp *c, struct dt_node *call)
{
	comp_hidden(c, comp_action(c, call->dn_ident->id_num, 1), call->dn_args);
}

static void act_none(struct comp *c, struct dt_node *call)
{
	comp_action(c, call->dn_ident->id_num, 0);
}

static struct dt_action *lib_action(struct comp *c, const struct dt_node *call, unsigned maxops)
{
	struct dt_action *ac = comp_action(c, DT_ACT_LIB, maxops);

	ac->ac_arg = (uint64_t)call->dn_ident->id_lib;
	return ac;
}

static void act_ftruncate(struct comp *c, struct dt_node *call)
{
	lib_action(c, call, 0);
}

static void act_setopt(struct comp *c, struct dt_node *call)
{
	unsigned no = 1;

	struct dt_action *ac = lib_action(c, call, 2);
	for (struct dt_node *a = call->dn_args; a; a = a->dn_next, no++) {
		if (!dt_sema_is_string(a))
			comp_error(c, a, D_PROTO_ARG,
				"setopt( ) argument #%u is incompatible with prototype: "
				"a string is expected",
				no);
		comp_value(c, ac, a);
	}
}

/* An integer for the consumer, which expects 64 bits. */
static void int64_operand(struct comp *c, struct dt_action *ac, struct dt_node *n)
{
	comp_value(c, ac, dt_sema_convert(c->co_la, n, dt_sema_state(c->co_la)->se_int64));
}

static void act_clear(struct comp *c, struct dt_node *call)
{
	if (comp_count(call->dn_args) != 1)
		comp_error(c, call, D_CLEAR_PROTO,
			"clear( ) prototype mismatch: one aggregation expected");
	comp_aggarg(c, lib_action(c, call, 0), call, call->dn_args, D_CLEAR_AGGARG, D_CLEAR_AGGBAD);
}

static void act_denormalize(struct comp *c, struct dt_node *call)
{
	if (comp_count(call->dn_args) != 1)
		comp_error(c, call, D_NORMALIZE_PROTO,
			"denormalize( ) prototype mismatch: one aggregation expected");
	comp_aggarg(c, lib_action(c, call, 0), call, call->dn_args, D_NORMALIZE_AGGARG,
		D_NORMALIZE_AGGBAD);
}

static void act_normalize(struct comp *c, struct dt_node *call)
{
	if (comp_count(call->dn_args) != 2)
		comp_error(c, call, D_NORMALIZE_PROTO,
			"normalize( ) prototype mismatch: an aggregation and a number expected");
	struct dt_action *ac = lib_action(c, call, 1);
	struct dt_node *by = call->dn_args->dn_next;
	comp_aggarg(c, ac, call, call->dn_args, D_NORMALIZE_AGGARG, D_NORMALIZE_AGGBAD);
	if (!comp_is_scalar(by))
		comp_error(c, by, D_NORMALIZE_SCALAR,
			"normalize( ) argument #2 must be of scalar type");
	int64_operand(c, ac, by);
}

static void act_trunc(struct comp *c, struct dt_node *call)
{
	unsigned n = comp_count(call->dn_args);

	if (n < 1 || n > 2)
		comp_error(c, call, D_TRUNC_PROTO,
			"trunc( ) prototype mismatch: an aggregation and a count expected");
	struct dt_action *ac = lib_action(c, call, 1);
	comp_aggarg(c, ac, call, call->dn_args, D_TRUNC_AGGARG, D_TRUNC_AGGBAD);
	if (n == 1)
		return;
	if (!comp_is_scalar(call->dn_args->dn_next))
		comp_error(c, call->dn_args->dn_next, D_TRUNC_SCALAR,
			"trunc( ) argument #2 must be of scalar type");
	int64_operand(c, ac, call->dn_args->dn_next);
}

static const struct act {
	const char *ac_name;
	void (*ac_fn)(struct comp *, struct dt_node *);
	unsigned ac_flags;
} acts[] = {
	{ "trace", act_trace, AF_REC },
	{ "print", act_print, AF_REC },
	{ "printf", comp_printf, AF_REC },
	{ "printa", comp_printa, AF_REC },
	{ "tracemem", act_tracemem, AF_REC },
	{ "stack", act_address, AF_REC },
	{ "ustack", act_address, AF_REC },
	{ "jstack", act_address, AF_REC },
	{ "sym", act_address, AF_REC },
	{ "func", act_address, AF_REC },
	{ "mod", act_address, AF_REC },
	{ "usym", act_address, AF_REC },
	{ "ufunc", act_address, AF_REC },
	{ "umod", act_address, AF_REC },
	{ "uaddr", act_address, AF_REC },
	{ "exit", act_exit, AF_REC | AF_EXIT },
	{ "clear", act_clear, AF_REC },
	{ "normalize", act_normalize, AF_REC },
	{ "denormalize", act_denormalize, AF_REC },
	{ "trunc", act_trunc, AF_REC },
	{ "ftruncate", act_ftruncate, AF_REC },
	{ "setopt", act_setopt, AF_REC },
	{ "system", comp_printf, AF_REC | AF_DESTR },
	{ "freopen", comp_printf, AF_REC | AF_DESTR },
	{ "stop", act_none, AF_DESTR },
	{ "raise", act_int, AF_DESTR },
	{ "breakpoint", act_none, AF_DESTR },
	{ "panic", act_none, AF_DESTR },
	{ "chill", act_int, AF_DESTR },
	{ "speculate", act_int, AF_SPEC },
	{ "commit", act_int, AF_COMMIT },
	{ "discard", act_int, AF_DISCARD },
	{ "relog", act_none, 0 },
};

static const struct act *find_act(const char *name)
{
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
		if (strcmp(acts[i].ac_name, name) == 0)
			return &acts[i];
	return NULL;
}

static void order_spec(struct comp *c, const struct dt_node *n)
{
	if (c->co_spec)
		comp_error(c, n, D_SPEC_SPEC,
			"speculate( ) may not follow speculate( ) in a clause");
	if (c->co_commit)
		comp_error(c, n, D_SPEC_COMM, "speculate( ) may not follow commit( ) in a clause");
	if (c->co_drec)
		comp_error(c, n, D_SPEC_DREC,
			"speculate( ) may not follow data-recording actions in a clause");
	c->co_spec = true;
}

static void order_commit(struct comp *c, const struct dt_node *n)
{
	if (c->co_commit)
		comp_error(c, n, D_COMM_COMM, "commit( ) may not follow commit( ) in a clause");
	if (c->co_drec)
		comp_error(c, n, D_COMM_DREC,
			"commit( ) may not follow data-recording actions in a clause");
	c->co_commit = true;
}

/* Checks the rules for speculations in a clause. */
static void check_order(struct comp *c, const struct dt_node *n, unsigned flags)
{
	if (flags & AF_SPEC)
		order_spec(c, n);
	if (flags & AF_COMMIT)
		order_commit(c, n);
	if ((flags & AF_EXIT) && c->co_spec)
		comp_error(c, n, D_EXIT_SPEC, "exit( ) may not follow speculate( ) in a clause");
	if ((flags & AF_DESTR) && c->co_spec)
		comp_error(c, n, D_ACT_SPEC,
			"destructive actions may not follow speculate( ) in a clause");
	if ((flags & AF_REC) && c->co_commit)
		comp_error(c, n, D_DREC_COMM,
			"data-recording actions may not follow commit( ) in a clause");
	if (flags & AF_REC)
		c->co_drec = true;
}

void comp_act(struct comp *c, struct dt_node *call)
{
	const struct act *a = find_act(call->dn_ident->id_name);

	if (!a)
		comp_error(c, call, D_FUNC_UNDEF, "action %s( ) is not available here",
			call->dn_ident->id_name);
	check_order(c, call, a->ac_flags);
	a->ac_fn(c, call);
}
