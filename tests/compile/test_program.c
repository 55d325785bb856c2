/* Programs: what the engine and the consumer are given. */
#include <stdio.h>
#include <string.h>
#include "fixture.h"
#include "consume.h"

static struct dt_action *nth(const struct dt_program *pg, unsigned i)
{
	struct dt_action *ac = pg->pg_clauses->cl_actions;

	for (; ac && i; i--)
		ac = ac->ac_next;
	assert_non_null(ac);
	return ac;
}

static struct dt_program *must(struct fx *fx, const char *text)
{
	struct dt_program *pg = fx_compile(fx, text);

	if (!pg)
		fail_msg("%s\n%s", fx->fx_lang->la_msg.me_text, text);
	return pg;
}

static void check_op(const struct dt_operand *op, unsigned kind, uint32_t size, uint32_t align,
	uint64_t arg)
{
	assert_int_equal(op->op_kind, kind);
	assert_int_equal(op->op_size, size);
	assert_int_equal(op->op_align, align);
	assert_int_equal(op->op_arg, arg);
}

static void test_operands(void **state)
{
	struct fx *fx = fx_create();
	struct dt_program *pg = must(fx,
		"struct s { int16_t a[3]; }; struct s v; BEGIN { trace(pid); trace(execname);"
		"trace(v); trace((char)-1); stack(7); ustack(5, 100); jstack(); sym(arg0); usym(arg0); tracemem(arg0, 24);"
		"tracemem(arg0, 24, pid); exit(3); x = 1; raise(9); printf(\"%*d %s\\n\", 4, pid, execname); print(v); }");

	(void)state;
	check_op(&nth(pg, 0)->ac_ops[0], DT_ACT_EXPR, 4, 4, 0);
	assert_int_equal(nth(pg, 0)->ac_ops[0].op_difo->do_type.dt_flags, DIF_TF_SIGNED);
	check_op(&nth(pg, 1)->ac_ops[0], DT_ACT_EXPR, 256, 1, 1);
	assert_int_equal(nth(pg, 1)->ac_ops[0].op_difo->do_type.dt_kind, DIF_TYPE_STRING);
	check_op(&nth(pg, 2)->ac_ops[0], DT_ACT_EXPR, 6, 2, 0);
	assert_int_equal(nth(pg, 2)->ac_ops[0].op_difo->do_type.dt_flags, DIF_TF_BYREF);
	check_op(&nth(pg, 3)->ac_ops[0], DT_ACT_EXPR, 1, 1, 0);
	check_op(&nth(pg, 4)->ac_ops[0], DT_ACT_STACK, 56, 8, 7);
	check_op(&nth(pg, 5)->ac_ops[0], DT_ACT_USTACK, 8 + 40 + 100, 8, 5 | 100ull << 32);
	check_op(&nth(pg, 6)->ac_ops[0], DT_ACT_JSTACK, 8 + 400 + 512, 8, 50 | 512ull << 32);
	check_op(&nth(pg, 7)->ac_ops[0], DT_ACT_SYM, 8, 8, 0);
	check_op(&nth(pg, 8)->ac_ops[0], DT_ACT_USYM, 16, 8, 0);
	check_op(&nth(pg, 9)->ac_ops[0], DT_ACT_EXPR, 24, 1, 0);
	assert_int_equal(nth(pg, 10)->ac_kind, DT_ACT_TRACEMEM_DYN);
	check_op(&nth(pg, 10)->ac_ops[1], DT_ACT_EXPR, 8, 8, 0);
	check_op(&nth(pg, 11)->ac_ops[0], DT_ACT_EXPR, 4, 4, 0);
	assert_int_equal(nth(pg, 11)->ac_kind, DT_ACT_EXIT);
	assert_int_equal(nth(pg, 12)->ac_ops[0].op_size, 0);
	assert_int_equal(nth(pg, 13)->ac_kind, DT_ACT_RAISE);
	assert_int_equal(nth(pg, 13)->ac_ops[0].op_size, 0);
	assert_int_equal(nth(pg, 14)->ac_nops, 3);
	assert_string_equal(dt_format_text(nth(pg, 14)->ac_fmt), "%*d %s\n");
	assert_int_equal(nth(pg, 15)->ac_kind, DT_ACT_PRINT);
	assert_true(pg->pg_destructive);
	assert_true(pg->pg_clauses->cl_records);
	fx_destroy(fx);
}

static void test_aggs(void **state)
{
	struct fx *fx = fx_create();
	struct dt_program *pg = must(fx,
		"BEGIN { @a[pid, execname, stack(3)] = quantize(arg0, 5); @b = count();"
		"@a[1, \"x\", stack(3)] = quantize(1); @l = lquantize(arg0, -10, 100, 7); @m = llquantize(arg0, 10, 1, 6, 20);"
		"printa(\"%@d\", @b, @l); trunc(@a, -3); normalize(@b, 4); denormalize(@b); clear(@b); @s = sum(uid); }");
	const struct dt_aggdesc *a = nth(pg, 0)->ac_aggs[0];

	(void)state;
	assert_string_equal(a->ag_name, "a");
	assert_int_equal(a->ag_id, 1);
	assert_int_equal(a->ag_nkeys, 3);
	check_op(&a->ag_keys[0], DT_ACT_EXPR, 4, 4, 0);
	check_op(&a->ag_keys[1], DT_ACT_EXPR, 256, 1, 1);
	check_op(&a->ag_keys[2], DT_ACT_STACK, 24, 8, 3);
	assert_null(a->ag_keys[0].op_difo);
	assert_int_equal(nth(pg, 0)->ac_nops, 5);
	assert_true(nth(pg, 0)->ac_hasincr);
	assert_int_equal(nth(pg, 1)->ac_nops, 0);
	assert_int_equal(nth(pg, 1)->ac_aggs[0]->ag_id, 2);
	assert_ptr_equal(nth(pg, 2)->ac_aggs[0], a);
	assert_false(nth(pg, 2)->ac_hasincr);
	assert_int_equal(nth(pg, 3)->ac_aggs[0]->ag_arg, 7ull << 48 | 15ull << 32 | (uint32_t)-10);
	assert_int_equal(nth(pg, 4)->ac_aggs[0]->ag_arg,
		10ull << 48 | 1ull << 32 | 6ull << 16 | 20);
	assert_int_equal(nth(pg, 5)->ac_naggs, 2);
	assert_int_equal(nth(pg, 6)->ac_arg, DT_LIB_TRUNC);
	check_op(&nth(pg, 6)->ac_ops[0], DT_ACT_EXPR, 8, 8, 0);
	assert_int_equal(nth(pg, 7)->ac_arg, DT_LIB_NORMALIZE);
	assert_int_equal(nth(pg, 8)->ac_arg, DT_LIB_DENORMALIZE);
	assert_int_equal(nth(pg, 9)->ac_arg, DT_LIB_CLEAR);
	assert_true(nth(pg, 3)->ac_aggs[0]->ag_signed);
	assert_false(nth(pg, 10)->ac_aggs[0]->ag_signed);
	fx_destroy(fx);
}

/* What leaves a record. */
static void test_records(void **state)
{
	static const struct {
		const char *body;
		bool records;
	} cases[] = {
		{ "", true },
		{ ";", true },
		{ "x = 1", false },
		{ "@a = count()", false },
		{ "trace(1)", true },
		{ "speculate(1)", true },
		{ "commit(1)", false },
		{ "discard(1)", false },
		{ "exit(0)", true },
		{ "stop()", false },
		{ "@a = count(); clear(@a)", true },
		{ "x = 1; printf(\"a\")", true },
	};
	char text[128];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fx *fx = fx_create();
		snprintf(text, sizeof(text), "BEGIN { %s }", cases[i].body);
		if (must(fx, text)->pg_clauses->cl_records != cases[i].records)
			fail_msg("{ %s }", cases[i].body);
		fx_destroy(fx);
	}
}

/* if and else; a, b, c: traced in order. */
static void check_trace(const char *text, const char *want)
{
	struct fx *fx = fx_create();
	char got[FX_MAXVALUES + 1] = "";

	fx_run(fx, text);
	for (unsigned i = 0; i < fx->fx_nvalues; i++)
		got[i] = (char)fx->fx_values[i].va_int;
	if (strcmp(got, want) != 0)
		fail_msg("\"%s\", not \"%s\": %s", got, want, text);
	fx_destroy(fx);
}

static void test_if(void **state)
{
	(void)state;
	check_trace("BEGIN { trace('a'); if (1) { trace('b'); } trace('c'); }", "abc");
	check_trace("BEGIN { trace('a'); if (0) { trace('b'); } trace('c'); }", "ac");
	check_trace("BEGIN { x = 0; if (x) trace('a'); else trace('b'); trace('c'); }", "bc");
	check_trace("BEGIN { x = 1; if (x) trace('a'); else trace('b'); trace('c'); }", "ac");
	check_trace(
		"BEGIN { x = 2; if (x == 1) trace('a'); else if (x == 2) trace('b'); else trace('c'); }",
		"b");
	check_trace(
		"BEGIN { x = 3; if (x == 1) trace('a'); else if (x == 2) trace('b'); else trace('c'); }",
		"c");
	check_trace(
		"BEGIN { x = 1; if (x) { if (x > 1) trace('a'); else trace('b'); trace('c'); } trace('d'); }",
		"bcd");
	check_trace("BEGIN { x = 0; if (x++) trace('a'); if (x == 1) trace('b'); trace('0' + x); }",
		"b1");
	check_trace("BEGIN { x = 1; if (x) { x = 0; trace('a'); } else trace('b'); trace('c'); }",
		"ac");
	check_trace("BEGIN { x = 0; } BEGIN /x == 0/ { x = 1; if (x) trace('a'); trace('b'); }",
		"ab");
	check_trace(
		"BEGIN { x = 1; } BEGIN /x == 0/ { if (x) trace('a'); else trace('b'); trace('c'); }",
		"");
	check_trace("BEGIN { if (1) { } else { trace('b'); } trace('c'); }", "c");
	check_trace(
		"BEGIN { x = 0; if (1) { trace(1 / x); trace('a'); } trace('b'); } BEGIN { trace('c'); }",
		"c");
	check_trace(
		"BEGIN { x = 0; trace('a'); trace(1 / x); if (1) trace('b'); else trace('c'); }",
		"a");
	check_trace("BEGIN, BEGIN { x++; if (x == 1) trace('a'); else trace('b'); }", "ab");
	check_trace("BEGIN, BEGIN /x++ == 0/ { if (1) trace('a'); trace('b'); } int x;", "ab");
}

static void test_speculation_over_if(void **state)
{
	struct fx *fx = fx_create();
	struct dt_program *pg = must(fx,
		"BEGIN { speculate(1); x = 1; if (x) trace(1); trace(2); }");
	unsigned n = 0;

	(void)state;
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		bool spec = false, trace = false;
		for (struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next) {
			spec |= ac->ac_kind == DT_ACT_SPECULATE;
			if (ac->ac_kind == DT_ACT_EXPR && ac->ac_ops[0].op_size) {
				assert_true(spec);
				trace = true;
			}
		}
		n += trace;
	}
	assert_int_equal(n, 2);
	fx_destroy(fx);
}

static void test_descriptions(void **state)
{
	struct fx *fx = fx_create();
	struct dt_program *pg = must(fx, "dtrace:::BEGIN, END, 3 /pid/ { x++ }");
	const struct dt_clause *cl = pg->pg_clauses;

	(void)state;
	assert_int_equal(pg->pg_nclauses, 3);
	assert_string_equal(cl->cl_desc.pd_prov, "dtrace");
	assert_string_equal(cl->cl_desc.pd_name, "BEGIN");
	assert_string_equal(cl->cl_next->cl_desc.pd_name, "END");
	assert_int_equal(cl->cl_next->cl_next->cl_desc.pd_id, 3);
	assert_non_null(cl->cl_pred);
	fx_destroy(fx);
}

static void check_attr(struct dt_attr a, unsigned name, unsigned data, unsigned class)
{
	assert_int_equal(a.at_name, name);
	assert_int_equal(a.at_data, data);
	assert_int_equal(a.at_class, class);
}

static void test_stability(void **state)
{
	struct fx *fx = fx_create();
	struct dt_program *pg = must(fx,
		"typedef struct thread thread_t; struct o { int m; };\n"
		"translator struct o < thread_t *T > { m = 1; };\n"
		"inline struct o *cur = xlate<struct o *>(curthread);\n"
		"#pragma D attributes Evolving/Evolving/Common cur\n"
		"BEGIN { trace(pid); } t:::BEGIN /curthread != NULL/ { trace(1); } t:::BEGIN { trace(cur->m); }");
	struct dt_clause *cl = pg->pg_clauses;

	(void)state;
	check_attr(cl->cl_descattr, DT_STAB_UNSTABLE, DT_STAB_UNSTABLE, DT_CLASS_COMMON);
	check_attr(cl->cl_stmtattr, DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON);
	cl = cl->cl_next;
	check_attr(cl->cl_descattr, DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_ISA);
	check_attr(cl->cl_stmtattr, DT_STAB_STABLE, DT_STAB_PRIVATE, DT_CLASS_COMMON);
	check_attr(cl->cl_next->cl_stmtattr, DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON);
	assert_null(dt_options_set(&fx->fx_opts, "amin", "Evolving/Evolving/Common", DT_FROM_CMD));
	assert_null(fx_compile(fx, "t:::BEGIN { trace(1); }"));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_ATTR_MIN);
	assert_null(dt_options_set(&fx->fx_opts, "amin", "Evolving/Evolving/ISA", DT_FROM_CMD));
	must(fx, "t:::BEGIN { trace(cur->m); }");
	assert_null(fx_compile(fx, "t:::BEGIN { trace(curthread); }"));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_ATTR_MIN);
	fx_destroy(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_aggs),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_if),
		cmocka_unit_test(test_speculation_over_if),
		cmocka_unit_test(test_descriptions),
		cmocka_unit_test(test_stability),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
