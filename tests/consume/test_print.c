/* trace(), tracemem(), stacks and symbols in their default columns. */
#include "fixture.h"

static struct fixture *fx, *quiet;

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	quiet = fx_new();
	fx_set(quiet, "quiet", NULL);
	/* the heading is another test's business */
	rec_free(({
		struct rec *r = rec_new(&probe_begin, 1);
		rec_consume(fx, r);
		r;
	}));
	fx_expect(fx,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN \n");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fx_free(fx);
	fx_free(quiet);
	return 0;
}

#define COLUMNS "  0      1                           :BEGIN "

static void shows(struct rec *r, const char *normal, const char *inquiet)
{
	char text[4096];

	snprintf(text, sizeof(text), COLUMNS "%s\n", normal);
	rec_consume(fx, r);
	fx_expect(fx, text);
	rec_consume(quiet, r);
	fx_expect(quiet, inquiet);
	rec_free(r);
}

static struct rec *trace(void)
{
	struct rec *r = rec_new(&probe_begin, 1);

	rec_act(r, DT_ACT_EXPR);
	return r;
}

static void trace_int(int type, size_t size, uint64_t v, const char *normal, const char *inquiet)
{
	struct rec *r = trace();

	rec_int(r, type, size, v);
	shows(r, normal, inquiet);
}

static void trace_bytes(int type, const char *data, size_t size, const char *normal,
	const char *inquiet)
{
	struct rec *r = trace();

	rec_op(r, DT_ACT_EXPR, type, data, size);
	shows(r, normal, inquiet);
}

static void test_integers(void **state)
{
	(void)state;
	trace_int(T_SIGNED, 8, 5, "                5", "5");
	trace_int(T_SIGNED, 8, -5, "               -5", "-5");
	trace_int(T_UNSIGNED, 8, -1, "               -1", "-1");
	trace_int(T_SIGNED, 4, -5, "       -5", "-5");
	trace_int(T_UNSIGNED, 4, -1, "       -1", "-1");
	trace_int(T_SIGNED, 2, -1, " 65535", "65535");
	trace_int(T_UNSIGNED, 2, 7, "     7", "7");
	trace_int(T_SIGNED, 1, -1, " 255", "255");
	trace_int(T_UNSIGNED, 1, 9, "   9", "9");
	trace_int(T_SIGNED, 8, INT64_MIN, " -9223372036854775808", "-9223372036854775808");
}

#define HEXHEAD "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"

static void test_bytes(void **state)
{
	(void)state;
	trace_bytes(T_STRING, "bash\0\0\0\0\0\0\0", 11, "  bash                             ",
		"bash");
	trace_bytes(T_STRING, "a\tb\n\0\0", 6, "  a\tb\n                             ", "a\tb\n");
	trace_bytes(T_UNTYPED, "full!", 5, "  full!                            ", "full!");
	trace_bytes(T_STRING, "a string that is longer than 33 columns", 39,
		"  a string that is longer than 33 columns",
		"a string that is longer than 33 columns");
	/* a string of a size that an integer might have is text, an array of chars is not */
	trace_bytes(T_STRING, "abc", 4, "  abc                              ", "abc");
	trace_bytes(T_UNTYPED, "abc", 4, "  6513249", "6513249");
	/* nothing, text after the end, and what can't be printed */
	trace_bytes(T_STRING, "\0\0\0\0\0", 5,
		HEXHEAD "         0: 00 00 00 00 00                                   .....\n",
		HEXHEAD "         0: 00 00 00 00 00                                   .....\n");
	trace_bytes(T_UNTYPED, "ab\0cd", 5,
		HEXHEAD "         0: 61 62 00 63 64                                   ab.cd\n",
		HEXHEAD "         0: 61 62 00 63 64                                   ab.cd\n");
	trace_bytes(T_STRING, "\xc3\xbc\0", 3,
		HEXHEAD "         0: c3 bc 00                                         ...\n",
		HEXHEAD "         0: c3 bc 00                                         ...\n");
}

static void test_rawbytes(void **state)
{
	(void)state;
	fx_set(fx, "rawbytes", NULL);
	fx_set(quiet, "rawbytes", NULL);
	trace_int(T_SIGNED, 4, 0x41,
		HEXHEAD "         0: 41 00 00 00                                      A...\n",
		HEXHEAD "         0: 41 00 00 00                                      A...\n");
	trace_bytes(T_STRING, "ab\0", 3,
		HEXHEAD "         0: 61 62 00                                         ab.\n",
		HEXHEAD "         0: 61 62 00                                         ab.\n");
}

#define DUMP32 \
	HEXHEAD \
	"         0: 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d  .. !\"#$%&'()*+,-\n" \
	"        10: 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d  ./0123456789:;<=\n"
#define DUMP18 \
	HEXHEAD \
	"         0: 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d  .. !\"#$%&'()*+,-\n" \
	"        10: 2e 2f                                            ./\n"

static void tracemem(int64_t limit, const char *text)
{
	struct rec *r = rec_new(&probe_begin, 1);
	uint8_t data[32];

	for (int i = 0; i < 32; i++)
		data[i] = 0x1e + i;
	rec_act(r, limit == -99 ? DT_ACT_TRACEMEM : DT_ACT_TRACEMEM_DYN);
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, data, sizeof(data));
	if (limit != -99)
		rec_int(r, T_SIGNED, 4, limit);
	shows(r, text, text);
}

static void test_tracemem(void **state)
{
	(void)state;
	tracemem(-99, DUMP32);
	tracemem(0, DUMP32);
	tracemem(33, DUMP32);
	tracemem(-1, DUMP32);
	tracemem(18, DUMP18);
}

static void test_stacks(void **state)
{
	uint64_t kernel[] = { 0x1000, 0x1123, 0x2004, 0x5000 }, ends[] = { 0x1000, 0, 0x1000 };
	uint64_t user[] = { 42, 0x10, 0x20, 0 };
	struct rec *r;

#define KSTACK \
	"\n              vmlinux`f\n              vmlinux`g+0x23\n              ext4`0x2004\n" \
	"              0x5000\n"
	(void)state;
	r = rec_new(&probe_begin, 1);
	rec_act(r, DT_ACT_STACK);
	rec_op(r, DT_ACT_STACK, T_UNTYPED, kernel, sizeof(kernel));
	shows(r, KSTACK, KSTACK);
	r = trace();
	rec_op(r, DT_ACT_STACK, T_UNTYPED, ends, sizeof(ends));
	shows(r, "\n              vmlinux`f\n", "\n              vmlinux`f\n");
	fx_set(fx, "stackindent", "2");
	r = rec_new(&probe_begin, 1);
	rec_act(r, DT_ACT_USTACK);
	rec_op(r, DT_ACT_USTACK, T_UNTYPED, user, sizeof(user));
	shows(r, "\n  p42`u+0x10\n  p42`u+0x20\n",
		"\n              p42`u+0x10\n              p42`u+0x20\n");
}

static void test_jstack(void **state)
{
	struct {
		uint64_t pid, pcs[3];
		char strings[24];
	} stack = { 42, { 0x10, 0x20, 0x30 }, "java/Main\0\0@inlined" };
	struct rec *r = rec_new(&probe_begin, 1);

	(void)state;
	rec_act(r, DT_ACT_JSTACK);
	rec_op(r, DT_ACT_JSTACK, T_UNTYPED, &stack, sizeof(stack));
	r->ops[0].op_arg = (uint64_t)24 << 32 | 3;
#define JSTACK \
	"\n              java/Main\n              p42`u+0x20\n              p42`u+0x30\n" \
	"                [ inlined ]\n"
	shows(r, JSTACK, JSTACK);
}

static void test_symbols(void **state)
{
	static const struct {
		uint16_t kind;
		const char *text;
	} user[] = { { DT_ACT_USYM, "p7`u                                              " },
		{ DT_ACT_UMOD, "p7                                                " },
		{ DT_ACT_UADDR, "p7`u+0x42                                         " } };
	uint64_t pc = 0x1010, proc[2] = { 7, 0x42 };
	struct rec *r = rec_new(&probe_begin, 1);
	char text[64];
	unsigned i;

	(void)state;
	rec_act(r, DT_ACT_SYM);
	rec_op(r, DT_ACT_SYM, T_UNTYPED, &pc, sizeof(pc));
	shows(r, "  vmlinux`f                                         ",
		"  vmlinux`f                                         ");
	r = rec_new(&probe_begin, 1);
	rec_act(r, DT_ACT_MOD);
	rec_op(r, DT_ACT_EXPR, T_UNSIGNED, &pc, sizeof(pc));
	shows(r, "  vmlinux                                           ",
		"  vmlinux                                           ");
	for (i = 0; i < 3; i++) {
		r = rec_new(&probe_begin, 1);
		rec_act(r, user[i].kind);
		rec_op(r, user[i].kind, T_UNTYPED, proc, sizeof(proc));
		snprintf(text, sizeof(text), "  %s", user[i].text);
		assert_int_equal(strlen(text), 52);
		shows(r, text, text);
	}
}

static void test_nosymbols(void **state)
{
	struct dt_consumer_args ca = { .ca_sink = &quiet->sink, .ca_opts = &quiet->opts };
	struct dt_consumer *co = dt_consumer_create(&ca);
	struct rec *r = rec_new(&probe_begin, 1);
	uint64_t pc = 0xffffffff81000010;

	(void)state;
	rec_act(r, DT_ACT_STACK);
	rec_op(r, DT_ACT_STACK, T_UNTYPED, &pc, sizeof(pc));
	dt_consume_record(co, &r->ep, r->rc);
	fx_expect(quiet, "\n              0xffffffff81000010\n");
	rec_free(r);
	dt_consumer_destroy(co);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bytes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rawbytes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tracemem, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stacks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_jstack, setup, teardown),
		cmocka_unit_test_setup_teardown(test_symbols, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nosymbols, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
