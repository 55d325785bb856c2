/*
 * Aggregations: arguments of their functions, keys, and the description that all uses of one share.
 */
#include <stdlib.h>
#include <string.h>
#include "comp.h"

struct func { /* a call of an aggregating function, checked */
	uint16_t fn_kind;
	uint64_t fn_arg;
	int64_t fn_limit; /* of lquantize() */
	struct dt_node *fn_value, *fn_incr;
};

static struct dt_node *nth(const struct dt_node *call, unsigned i)
{
	struct dt_node *a = call->dn_args;

	for (; a && i; i--)
		a = a->dn_next;
	return a;
}

/* A constant argument between lo and hi. */
static int64_t constant(struct comp *c, const struct dt_node *call, unsigned i, int64_t lo,
	int64_t hi, enum dt_errtag type, enum dt_errtag val)
{
	const struct dt_node *a = nth(call, i);

	if (!dt_sema_is_const(a))
		comp_error(c, a, type, "%s( ) argument #%u must be an integer constant",
			call->dn_ident->id_name, i + 1);
	int64_t v = (int64_t)a->dn_value;
	if (v < lo || v > hi || (v < 0 && !dt_sema_is_signed(a->dn_type)))
		comp_error(c, a, val, "%s( ) argument #%u must lie between %lld and %lld",
			call->dn_ident->id_name, i + 1, (long long)lo, (long long)hi);
	return v;
}

static uint64_t lquantize_arg(struct comp *c, const struct dt_node *call, int64_t *limitp)
{
	int64_t base = constant(c, call, 1, INT32_MIN, INT32_MAX, D_LQUANT_BASETYPE,
		D_LQUANT_BASEVAL);
	int64_t limit = constant(c, call, 2, INT32_MIN, INT32_MAX, D_LQUANT_LIMTYPE,
		D_LQUANT_LIMVAL);
	int64_t step = 1;

	if (base >= limit)
		comp_error(c, nth(call, 1), D_LQUANT_MISMATCH,
			"lquantize( ) base (argument #2) must be less than limit "
			"(argument #3)");
	if (nth(call, 3))
		step = constant(c, call, 3, INT64_MIN, UINT16_MAX, D_LQUANT_STEPTYPE,
			D_LQUANT_STEPVAL);
	if (step <= 0)
		comp_error(c, nth(call, 3), D_LQUANT_STEPTYPE,
			"lquantize( ) step (argument #4) must be a non-zero positive constant");
	int64_t levels = (limit - base) / step;
	if (levels == 0)
		comp_error(c, nth(call, 3), D_LQUANT_STEPLARGE,
			"lquantize( ) step (argument #4) is too large: no levels");
	if (levels > UINT16_MAX)
		comp_error(c, nth(call, 3) ? nth(call, 3) : call, D_LQUANT_STEPSMALL,
			"lquantize( ) step (argument #4) is too small: more than 65535 levels");
	*limitp = limit;
	return (uint64_t)step << 48 | (uint64_t)levels << 32 | (uint32_t)base;
}

static void check_powers(struct comp *c, const struct dt_node *call, uint64_t factor, uint64_t high,
	uint64_t steps)
{
	uint64_t p = factor, v = 1;

	while (p < steps)
		p *= factor;
	if (steps % factor || p % steps)
		comp_error(c, nth(call, 4), D_LLQUANT_FACTOREVEN,
			"llquantize( ) steps (argument #5) must be a multiple of "
			"the factor and divide one of its powers");
	for (uint64_t i = 0; i < high; i++)
		if (__builtin_mul_overflow(v, factor, &v))
			comp_error(c, nth(call, 3), D_LLQUANT_MAGTOOBIG,
				"llquantize( ) factor (%llu) raised to the power of "
				"the high magnitude (%llu) overflows 64 bits",
				(unsigned long long)factor, (unsigned long long)high);
}

static uint64_t llquantize_arg(struct comp *c, const struct dt_node *call)
{
	int64_t factor = constant(c, call, 1, 0, UINT16_MAX, D_LLQUANT_FACTORTYPE,
		D_LLQUANT_FACTORVAL);
	int64_t low = constant(c, call, 2, 0, UINT16_MAX, D_LLQUANT_LOWTYPE, D_LLQUANT_LOWVAL);
	int64_t high = constant(c, call, 3, 0, UINT16_MAX, D_LLQUANT_HIGHTYPE, D_LLQUANT_HIGHVAL);
	int64_t steps = constant(c, call, 4, 0, UINT16_MAX, D_LLQUANT_NSTEPTYPE,
		D_LLQUANT_NSTEPVAL);

	if (factor < 2)
		comp_error(c, nth(call, 1), D_LLQUANT_FACTORSMALL,
			"llquantize( ) factor (argument #2) must be two or more");
	if (low >= high)
		comp_error(c, nth(call, 2), D_LLQUANT_MAGRANGE,
			"llquantize( ) low magnitude (argument #3) must be less than "
			"the high one (argument #4)");
	if (steps < factor)
		comp_error(c, nth(call, 4), D_LLQUANT_FACTORNSTEPS,
			"llquantize( ) factor (argument #2) must not exceed the "
			"number of steps (argument #5)");
	check_powers(c, call, (uint64_t)factor, (uint64_t)high, (uint64_t)steps);
	return (uint64_t)factor << 48 | (uint64_t)low << 32 | (uint64_t)high << 16 |
		(uint64_t)steps;
}

static void check_incr(struct comp *c, const struct dt_node *call, struct func *fn, unsigned at)
{
	fn->fn_incr = nth(call, at);
	if (!fn->fn_incr)
		return;
	if (!comp_is_scalar(fn->fn_incr))
		comp_error(c, fn->fn_incr, D_PROTO_ARG,
			"%s( ) increment value (argument #%u) must be of scalar type",
			call->dn_ident->id_name, at + 1);
}

static void check_value(struct comp *c, const struct dt_node *call, struct func *fn)
{
	fn->fn_value = call->dn_args;
	if (!comp_is_scalar(fn->fn_value))
		comp_error(c, fn->fn_value, D_AGG_SCALAR,
			"%s( ) argument #1 must be of scalar type", call->dn_ident->id_name);
}

static struct func check_func(struct comp *c, const struct dt_node *call)
{
	struct func fn = { .fn_kind = (uint16_t)call->dn_ident->id_num };

	if (fn.fn_kind == DT_ACT_AGG_COUNT)
		return fn;
	check_value(c, call, &fn);
	switch (fn.fn_kind) {
	case DT_ACT_AGG_QUANTIZE: check_incr(c, call, &fn, 1); break;
	case DT_ACT_AGG_LQUANTIZE:
		fn.fn_arg = lquantize_arg(c, call, &fn.fn_limit);
		check_incr(c, call, &fn, 4);
		break;
	case DT_ACT_AGG_LLQUANTIZE:
		fn.fn_arg = llquantize_arg(c, call);
		check_incr(c, call, &fn, 5);
		break;
	}
	return fn;
}

/* All uses of an aggregation must have the same function and constants. */
static void match_use(struct comp *c, const struct dt_node *n, const struct dt_aggdesc *ag,
	const struct func *fn)
{
	bool linear = fn->fn_kind == DT_ACT_AGG_LQUANTIZE;
	/* in the order of the arguments */
	const struct {
		uint64_t differs;
		enum dt_errtag lq, llq;
	} parts[] = {
		{ (ag->ag_arg ^ fn->fn_arg) >> 48, D_UNKNOWN, D_LLQUANT_FACTORMATCH },
		{ (uint32_t)(ag->ag_arg ^ fn->fn_arg), D_LQUANT_MATCHBASE, D_UNKNOWN },
		{ (uint16_t)((ag->ag_arg ^ fn->fn_arg) >> 32), D_UNKNOWN, D_LLQUANT_LOWMATCH },
		{ (uint64_t)(n->dn_ident->id_limit ^ fn->fn_limit), D_LQUANT_MATCHLIM, D_UNKNOWN },
		{ (uint16_t)((ag->ag_arg ^ fn->fn_arg) >> 16), D_UNKNOWN, D_LLQUANT_HIGHMATCH },
		{ (ag->ag_arg ^ fn->fn_arg) >> 48, D_LQUANT_MATCHSTEP, D_UNKNOWN },
		{ (uint16_t)(ag->ag_arg ^ fn->fn_arg), D_UNKNOWN, D_LLQUANT_NSTEPMATCH },
	};

	if (ag->ag_kind != fn->fn_kind)
		comp_error(c, n, D_AGG_REDEF, "aggregation @%s redefined with another function",
			ag->ag_name);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		enum dt_errtag tag = linear ? parts[i].lq : parts[i].llq;
		if (tag != D_UNKNOWN && parts[i].differs)
			comp_error(c, n->dn_aggfun, tag,
				"%s( ) of @%s has other constants than in its first use",
				n->dn_aggfun->dn_ident->id_name, ag->ag_name);
	}
}

static struct dt_aggdesc *new_desc(struct comp *c, struct dt_ident *id, const struct func *fn)
{
	struct dt_aggdesc *ag = dt_types_alloc(c->co_la->la_types, sizeof(*ag));

	ag->ag_name = id->id_name;
	ag->ag_id = c->co_la->la_nextagg++;
	ag->ag_kind = fn->fn_kind;
	ag->ag_arg = fn->fn_arg;
	id->id_limit = fn->fn_limit;
	ag->ag_nkeys = id->id_nkeys;
	if (id->id_nkeys)
		ag->ag_keys = dt_types_alloc(c->co_la->la_types,
			id->id_nkeys * sizeof(*ag->ag_keys));
	ag->ag_signed = !fn->fn_value || dt_sema_is_signed(fn->fn_value->dn_type);
	return id->id_agg = ag;
}

static bool is_stack(uint16_t kind)
{
	return kind == DT_ACT_STACK || kind == DT_ACT_USTACK || kind == DT_ACT_JSTACK;
}

static bool key_same(const struct dt_operand *a, const struct dt_operand *b)
{
	return a->op_kind == b->op_kind && a->op_size == b->op_size && a->op_align == b->op_align &&
		a->op_arg == b->op_arg;
}

/* The description of the uses with these keys. */
static struct dt_aggdesc *desc_for(struct comp *c, struct dt_aggdesc *ag,
	const struct dt_operand *keys)
{
	struct dt_aggdesc *first = ag;
	uint32_t i = 0;

	for (; ag; ag = ag->ag_other) {
		for (i = 0; i < ag->ag_nkeys && key_same(&ag->ag_keys[i], &keys[i]); i++)
			;
		if (i == ag->ag_nkeys)
			return ag;
	}
	ag = dt_types_alloc(c->co_la->la_types, sizeof(*ag));
	*ag = *first;
	ag->ag_keys = dt_types_alloc(c->co_la->la_types, ag->ag_nkeys * sizeof(*ag->ag_keys));
	for (i = 0; i < ag->ag_nkeys; i++) {
		ag->ag_keys[i] = keys[i];
		ag->ag_keys[i].op_difo = NULL;
	}
	return first->ag_other = ag;
}

/* Each use records keys in its own sizes. */
static void add_keys(struct comp *c, struct dt_action *ac, struct dt_node *agg, bool first)
{
	struct dt_aggdesc *ag = agg->dn_ident->id_agg;
	const struct dt_param *p = agg->dn_ident->id_keys;
	unsigned i = 0;

	for (struct dt_node *k = agg->dn_args; k; k = k->dn_next, p = p->pr_next, i++) {
		struct dt_node *v = k;
		if (dt_type_is_string(p->pr_type))
			v = dt_sema_convert(c->co_la, k, p->pr_type);
		struct dt_operand *op = comp_value(c, ac, v);
		if (first) {
			ag->ag_keys[i] = *op;
			ag->ag_keys[i].op_difo = NULL;
			continue;
		}
		if (op->op_kind != ag->ag_keys[i].op_kind &&
			!(is_stack(op->op_kind) && is_stack(ag->ag_keys[i].op_kind)))
			comp_error(c, k, D_PROTO_ARG,
				"@%s[ ] key #%u is incompatible with its first use", ag->ag_name,
				i + 1);
	}
	ac->ac_aggs[0] = desc_for(c, ag, ac->ac_ops);
}

void comp_agg(struct comp *c, struct dt_node *n)
{
	struct dt_ident *id = n->dn_ident;
	struct func fn = check_func(c, n->dn_aggfun);
	bool first = !id->id_agg;

	if (c->co_commit)
		comp_error(c, n, D_AGG_COMM,
			"aggregating actions may not follow commit( ) in a clause");
	if (c->co_spec)
		comp_error(c, n, D_AGG_SPEC,
			"aggregating actions may not follow speculate( ) in a clause");
	if (first)
		new_desc(c, id, &fn);
	else
		match_use(c, n, id->id_agg, &fn);
	struct dt_action *ac = comp_action(c, fn.fn_kind, id->id_nkeys + 2);
	ac->ac_aggs = comp_alloc(sizeof(*ac->ac_aggs));
	ac->ac_aggs[0] = id->id_agg;
	ac->ac_naggs = 1;
	add_keys(c, ac, n, first);
	if (fn.fn_value)
		comp_value(c, ac, fn.fn_value);
	if (fn.fn_incr)
		comp_value(c, ac, fn.fn_incr);
	ac->ac_hasincr = fn.fn_incr != NULL;
}

void comp_aggarg(struct comp *c, struct dt_action *ac, const struct dt_node *call,
	const struct dt_node *arg, enum dt_errtag notagg, enum dt_errtag undefined)
{
	const char *name = call->dn_ident->id_name;

	if (arg->dn_kind != DN_AGG)
		comp_error(c, arg, notagg, "%s( ) argument must be an aggregation", name);
	if (!arg->dn_ident || !arg->dn_ident->id_agg)
		comp_error(c, arg, undefined, "undefined aggregation: @%s", arg->dn_str);
	struct dt_aggdesc **aggs = comp_alloc((ac->ac_naggs + 1) * sizeof(*aggs));
	if (ac->ac_naggs)
		memcpy(aggs, ac->ac_aggs, ac->ac_naggs * sizeof(*aggs));
	free(ac->ac_aggs);
	ac->ac_aggs = aggs;
	ac->ac_aggs[ac->ac_naggs++] = arg->dn_ident->id_agg;
}
