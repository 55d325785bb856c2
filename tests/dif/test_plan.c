/* Capture plans. */
#include "fix.h"

static void arg(struct dif_object *o, unsigned n, unsigned rd)
{
	WIDE(o, LDGS, DIF_VAR_ARG0 + n, rd);
}

static void builtins(void **state)
{
	static const struct {
		unsigned var;
		uint32_t bit;
	} t[] = {
		{ DIF_VAR_EXECNAME, DT_PLAN_EXECNAME },
		{ DIF_VAR_UID, DT_PLAN_IDS },
		{ DIF_VAR_GID, DT_PLAN_IDS },
		{ DIF_VAR_PPID, DT_PLAN_PPID },
		{ DIF_VAR_CURTHREAD, DT_PLAN_CURTHREAD },
		{ DIF_VAR_VTIMESTAMP, DT_PLAN_VTIME },
		{ DIF_VAR_ERRNO, DT_PLAN_ERRNO },
		{ DIF_VAR_CALLER, DT_PLAN_CALLER },
		{ DIF_VAR_UCALLER, DT_PLAN_UCALLER },
		{ DIF_VAR_THREADNAME, DT_PLAN_THREADNAME },
		{ DIF_VAR_CURCPU, DT_PLAN_CPU },
		{ DIF_VAR_EXECARGS, DT_PLAN_EXECARGS },
		{ DIF_VAR_STACKDEPTH, DT_PLAN_STACKDEPTH },
		{ DIF_VAR_USTACKDEPTH, DT_PLAN_USTACKDEPTH },
		{ DIF_VAR_PID, DT_PLAN_TASK },
		{ DIF_VAR_TID, DT_PLAN_TASK },
		{ DIF_VAR_CWD, DT_PLAN_CWD },
		{ DIF_VAR_ROOT, DT_PLAN_ROOT },
		{ DIF_VAR_CGROUP, DT_PLAN_CGROUP },
		{ DIF_VAR_CGROUPID, DT_PLAN_CGROUPID },
		{ DIF_VAR_NSPID, DT_PLAN_NSPID },
		{ DIF_VAR_TIMESTAMP, 0 },
		{ DIF_VAR_PROBEFUNC, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		struct dif_object *o = as_new();
		struct dt_plan pl;

		WIDE(o, LDGS, t[i].var, 1);
		RET(o, 1);
		pl = fix_plan(o);
		assert_int_equal(pl.pl_vars, t[i].bit);
		assert_int_equal(pl.pl_args, 0);
	}
}

static void args(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	arg(o, 1, 1);
	arg(o, 7, 2);
	RRR(o, ADD, 1, 2, 3);
	RET(o, 3);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_args, 1 << 1 | 1 << 7);
	assert_int_equal(pl.pl_vars, 0);
	o = as_new();
	as_setx(o, 3, 1);
	RRR(o, LDGA, DIF_VAR_ARGS, 1, 2);
	RET(o, 2);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_args, 1 << 3);
	assert_int_equal(pl.pl_vars, 0);
	o = as_new();
	WIDE(o, LDGS, DIF_VAR_PID, 1);
	RRR(o, LDGA, DIF_VAR_ARGS, 1, 2);
	RET(o, 2);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_args, 0x3ff);
}

/* Code that can't run asks for nothing. */
static void dead_code(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	BR(o, BA, 2);
	arg(o, 0, 1);
	RET(o, 1);
	assert_int_equal(fix_plan(o).pl_args, 0);
}

static struct dif_object *copyinstr(unsigned argno, int64_t size)
{
	struct dif_object *o = as_new();

	arg(o, argno, 1);
	RRR(o, MOV, 1, 0, 2);
	RRR(o, PUSHTV, 0, 0, 2);
	if (size >= 0) {
		as_setx(o, size, 3);
		RRR(o, PUSHTV, 0, 0, 3);
	}
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RRR(o, LDUB, 1, 0, 2); /* of the copy, not of the argument */
	RET(o, 2);
	return o;
}

static void copyinstrs(void **state)
{
	struct dt_plan pl = fix_plan(copyinstr(2, -1));

	(void)state;
	assert_int_equal(pl.pl_args, 1 << 2);
	assert_int_equal(pl.pl_vars, 0);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nmem, 1);
	assert_int_equal(pl.pl_mem[0].pm_arg, 2);
	assert_true(pl.pl_mem[0].pm_string);
	assert_int_equal(pl.pl_mem[0].pm_size, 0);
	pl = fix_plan(copyinstr(0, 64));
	assert_int_equal(pl.pl_mem[0].pm_size, 64);
}

static void copyin(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	arg(o, 1, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	as_setx(o, 16, 2);
	RRR(o, PUSHTV, 0, 0, 2);
	WIDE(o, CALL, DIF_SUBR_COPYIN, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_nmem, 1);
	assert_int_equal(pl.pl_mem[0].pm_size, 16);
	assert_false(pl.pl_mem[0].pm_string);
	o = as_new();
	arg(o, 1, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	arg(o, 2, 2);
	RRR(o, PUSHTV, 0, 0, 2); /* as much as an argument says */
	WIDE(o, CALL, DIF_SUBR_COPYIN, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_nmem, 1);
	assert_int_equal(pl.pl_mem[0].pm_sizearg, 3);
	assert_int_equal(pl.pl_args, 1 << 1 | 1 << 2);
	assert_false(pl.pl_deref);
	o = as_new();
	arg(o, 1, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	arg(o, 2, 2);
	RRR(o, ADD, 2, 2, 2);
	RRR(o, PUSHTV, 0, 0, 2); /* the size is computed */
	WIDE(o, CALL, DIF_SUBR_COPYIN, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_nmem, 0);
	assert_int_equal(pl.pl_nreads, 1);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_addr].ex_kind, DT_EX_ARG);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_sizeexpr].ex_kind, DT_EX_ALU);
	assert_false(pl.pl_deref);
}

/* arg0 + 8, or arg0 on one way and arg1 on the other. */
static void not_plain(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	arg(o, 0, 1);
	as_setx(o, 8, 2);
	RRR(o, ADD, 1, 2, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nmem, 0);
	assert_int_equal(pl.pl_nreads, 1);
	assert_true(pl.pl_reads[0].pr_user && pl.pl_reads[0].pr_string);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_addr].ex_kind, DT_EX_ALU);
	o = as_new();
	arg(o, 0, 1);
	RRR(o, TST, 1, 0, 0);
	BR(o, BE, 4);
	arg(o, 1, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o); /* one of two */
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nmem, 2);
	o = as_new();
	arg(o, 0, 1);
	RRR(o, TST, 1, 0, 0);
	BR(o, BE, 6);
	arg(o, 1, 1);
	BR(o, BE, 6);
	arg(o, 2, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o); /* of three */
	assert_true(pl.pl_deref);
	assert_int_equal(pl.pl_nmem, 0);
	o = as_new();
	arg(o, 0, 1);
	RRR(o, TST, 1, 0, 0);
	BR(o, BE, 4);
	arg(o, 0, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nmem, 1);
}

static void user_load(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	arg(o, 0, 1);
	RRR(o, ULDX, 1, 0, 1);
	RET(o, 1);
	struct dt_plan pl = fix_plan(o);

	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nexprs, 2);
	assert_int_equal(pl.pl_exprs[1].ex_kind, DT_EX_LOAD);
	assert_true(pl.pl_exprs[1].ex_user);
}

static void member(struct dif_object *o, size_t off)
{
	as_setx(o, off, 2);
	RRR(o, ADD, 1, 2, 1);
	RRR(o, LDX, 1, 0, 1);
}

/* Members of the thread's records are captured one by one, at their cost. */
static void facts(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	WIDE(o, LDGS, DIF_VAR_CURTHREAD, 1);
	member(o, offsetof(thread_t, t_nice));
	RET(o, 1);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_nexprs, 1);
	assert_int_equal(pl.pl_exprs[0].ex_kind, DT_EX_FACT);
	assert_int_equal(pl.pl_exprs[0].ex_fact, DT_FACT_NICE + 1);
	assert_int_equal(pl.pl_argfacts, 0);
	o = as_new();
	WIDE(o, LDGS, DIF_VAR_CURTHREAD, 1);
	member(o, offsetof(thread_t, t_proc));
	member(o, offsetof(proc_t, p_argv));
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nreads, 1);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_addr].ex_fact, DT_FACT_ARGV + 1);
	o = as_new();
	as_setx(o, 0, 2);
	RRR(o, LDGA, DIF_VAR_ARGS, 2, 1);
	member(o, offsetof(thread_t, t_wchan));
	RET(o, 1);
	pl = fix_plan(o);
	assert_true(pl.pl_vars & DT_PLAN_WCHAN);
	assert_false(pl.pl_vars & DT_PLAN_ARGS);
	assert_int_equal(pl.pl_args, 1);
}

/* copyinstr(*(uintptr_t *)copyin(arg1 + 8, 8)): both are read when the probe fires. */
static void copied_pointer(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	arg(o, 1, 1);
	as_setx(o, 8, 2);
	RRR(o, ADD, 1, 2, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	RRR(o, PUSHTV, 0, 0, 2);
	WIDE(o, CALL, DIF_SUBR_COPYIN, 1);
	RRR(o, FLUSHTS, 0, 0, 0);
	RRR(o, LDX, 1, 0, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nreads, 2);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[1].pr_addr].ex_kind, DT_EX_LOAD);
	assert_true(pl.pl_exprs[pl.pl_reads[1].pr_addr].ex_user);
}

/* copyin(arg1, arg2 > 64 ? 64 : arg2): as much as the argument says is captured. */
static void bounded_size(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	arg(o, 1, 1);
	arg(o, 2, 2);
	as_setx(o, 64, 3);
	RRR(o, CMP, 2, 3, 0);
	BR(o, BLEU, 6);
	RRR(o, MOV, 3, 0, 2);
	RRR(o, PUSHTV, 0, 0, 1);
	RRR(o, PUSHTV, 0, 0, 2);
	WIDE(o, CALL, DIF_SUBR_COPYIN, 1);
	RET(o, 1);
	pl = fix_plan(o);
	assert_int_equal(pl.pl_nmem, 1);
	assert_int_equal(pl.pl_mem[0].pm_arg, 1);
	assert_int_equal(pl.pl_mem[0].pm_sizearg, 3);
	assert_int_equal(pl.pl_lates[0].la_what, DT_LATE_COPYIN);
}

/* Each reads what an argument points to. */
static void payload(void **state)
{
	struct dif_object *o[7];
	struct dt_plan pl;

	(void)state;
	for (int i = 0; i < 7; i++) {
		o[i] = as_new();
		as_setx(o[i], 4, 1);
		RRR(o[i], LDGA, DIF_VAR_ARGS, 1, 2);
		RRR(o[i], ADD, 2, 1, 2);
	}
	RRR(o[0], LDX, 2, 0, 3);
	RRR(o[1], SCMP, 2, 0, 0);
	RRR(o[2], PUSHTV, 0, 0, 2);
	WIDE(o[2], CALL, DIF_SUBR_STRLEN, 3);
	as_var(o[3], DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(0), &type_string);
	WIDE(o[3], STGS, GLOBAL(0), 2);
	as_var(o[4], DIF_SCOPE_LOCAL, DIF_KIND_SCALAR, 0, &type_ptr);
	WIDE(o[4], STLS, 0, 2);
	as_var(o[5], DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(0), &type_int64);
	RRR(o[5], PUSHTR, DIF_TYPE_STRING, 0, 2);
	WIDE(o[5], LDGAA, GLOBAL(0), 3);
	o[6]->do_type = type_string;
	for (int i = 0; i < 7; i++) {
		RET(o[i], i == 6 ? 2 : 3);
		pl = fix_plan(o[i]);
		assert_int_equal(pl.pl_vars, DT_PLAN_PAYLOAD);
		assert_int_equal(pl.pl_args, 1 << 4);
	}
}

/* A number kept for later is not followed. */
static void kept_number(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, 0, &type_int64);
	arg(o, 0, 1);
	WIDE(o, STTS, 0, 1);
	RET(o, 1);
	assert_int_equal(fix_plan(o).pl_vars, 0);
}

static void clauses(void **state)
{
	struct dif_object *pred = as_new(), *val = as_new();
	struct dt_operand ops[] = {
		{ .op_kind = DT_ACT_STACK, .op_arg = 5 },
		{ .op_kind = DT_ACT_EXPR, .op_difo = val },
		{ .op_kind = DT_ACT_USTACK, .op_arg = 7 | 512ull << 32 },
		{ .op_kind = DT_ACT_STACK, .op_arg = 3 },
	};
	struct dt_action second = { .ac_kind = DT_ACT_TRACEMEM, .ac_nops = 3, .ac_ops = ops + 1 };
	struct dt_action first = { .ac_kind = DT_ACT_EXPR,
		.ac_nops = 1,
		.ac_ops = ops,
		.ac_next = &second };
	struct dt_clause cl = { .cl_pred = pred, .cl_actions = &first };
	struct dt_plan pl = { 0 };

	(void)state;
	WIDE(pred, LDGS, DIF_VAR_EXECNAME, 1);
	RET(pred, 1);
	arg(val, 1, 1);
	RET(val, 1);
	dif_plan_clause(&pl, &cl);
	assert_int_equal(pl.pl_vars, DT_PLAN_EXECNAME | DT_PLAN_PAYLOAD);
	assert_int_equal(pl.pl_args, 1 << 1);
	assert_int_equal(pl.pl_kstack, 5);
	assert_int_equal(pl.pl_ustack, 7);
	dif_object_free(pred);
	dif_object_free(val);
}

/* The plan of: self->x = argN, for each of n arguments. */
static struct dt_plan keeps(const unsigned *args, unsigned n)
{
	struct dif_object *o = as_new();

	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, 0, &type_int64);
	for (unsigned i = 0; i < n; i++) {
		arg(o, args[i], 1);
		WIDE(o, STTS, 0, 1);
	}
	RET(o, 0);
	return fix_plan(o);
}

/* The plan of: copyinstr(self->x), at the return of an entry with that plan. */
static struct dt_plan reads_kept(const struct dt_plan *entry)
{
	struct dif_object *o = as_new();
	struct dt_plan pl = { .pl_entry = entry };

	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, 0, &type_int64);
	WIDE(o, LDTS, 0, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_COPYINSTR, 2);
	RET(o, 0);
	dif_plan_object(&pl, o);
	dif_object_free(o);
	return pl;
}

static void kept_args(void **state)
{
	static const unsigned args[] = { 1, 1, 2, 3 };
	struct dt_plan one = keeps(args, 2), two = keeps(args, 3), three = keeps(args, 4),
		       none = { 0 }, pl;

	(void)state;
	assert_int_equal(one.pl_nkept, 1);
	assert_int_equal(one.pl_kept[0].pk_arg, 1);
	assert_int_equal(two.pl_nkept, 1);
	assert_int_equal(two.pl_kept[0].pk_other, 2);
	assert_int_equal(three.pl_kept[0].pk_other, DT_MAXARGS);
	pl = reads_kept(&one);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nreads, 1);
	assert_true(pl.pl_reads[0].pr_string);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_addr].ex_kind, DT_EX_ENTRYARG);
	assert_int_equal(pl.pl_exprs[pl.pl_reads[0].pr_addr].ex_imm, 1);
	pl = reads_kept(&two);
	assert_false(pl.pl_deref);
	assert_int_equal(pl.pl_nreads, 2);
	assert_true(reads_kept(&three).pl_deref);
	assert_true(reads_kept(&none).pl_deref);
	assert_true(reads_kept(NULL).pl_deref);
}

static void merging(void **state)
{
	struct dt_plan a = fix_plan(copyinstr(2, 100)), b = fix_plan(copyinstr(2, 200)),
		       c = fix_plan(copyinstr(2, -1));

	(void)state;
	a.pl_kstack = 9;
	b.pl_kstack = 4;
	b.pl_vars = DT_PLAN_IDS;
	dif_plan_merge(&a, &b);
	assert_int_equal(a.pl_nmem, 1);
	assert_int_equal(a.pl_mem[0].pm_size, 200);
	assert_int_equal(a.pl_kstack, 9);
	assert_int_equal(a.pl_vars, DT_PLAN_IDS);
	dif_plan_merge(&a, &c);
	assert_int_equal(a.pl_mem[0].pm_size, 0);
	c = fix_plan(copyinstr(3, -1));
	dif_plan_merge(&a, &c);
	assert_int_equal(a.pl_nmem, 2);
	for (unsigned i = 0; i < DT_PLAN_MAXMEM; i++) {
		c.pl_mem[0].pm_arg = 20 + i;
		dif_plan_merge(&a, &c);
	}
	assert_int_equal(a.pl_nmem, DT_PLAN_MAXMEM);
	assert_true(a.pl_deref);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builtins),
		cmocka_unit_test(args),
		cmocka_unit_test(dead_code),
		cmocka_unit_test(copyinstrs),
		cmocka_unit_test(copyin),
		cmocka_unit_test(not_plain),
		cmocka_unit_test(user_load),
		cmocka_unit_test(facts),
		cmocka_unit_test(copied_pointer),
		cmocka_unit_test(bounded_size),
		cmocka_unit_test(payload),
		cmocka_unit_test(kept_number),
		cmocka_unit_test(clauses),
		cmocka_unit_test(kept_args),
		cmocka_unit_test(merging),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
