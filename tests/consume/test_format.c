/* printf(): every conversion of the language, and every way to write one wrong. */
#include "fixture.h"
#include <arpa/inet.h>
#include <time.h>

static struct fixture *fx;

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	fx_set(fx, "quiet", NULL);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fx_free(fx);
	return 0;
}

static void prints(struct rec *r, const char *text)
{
	assert_int_equal(rec_consume(fx, r), 0);
	fx_expect(fx, text);
	rec_free(r);
}

static void print_int(const char *fmt, int type, size_t size, uint64_t v, const char *text)
{
	struct rec *r = rec_printf(fmt);

	rec_int(r, type, size, v);
	prints(r, text);
}

static void print_str(const char *fmt, const char *s, size_t size, const char *text)
{
	struct rec *r = rec_printf(fmt);

	rec_str(r, s, size);
	prints(r, text);
}

static void test_integers(void **state)
{
	(void)state;
	print_int("%d", T_SIGNED, 4, -5, "-5");
	print_int("%d", T_SIGNED, 8, -5, "-5");
	print_int("%d", T_SIGNED, 1, 0xff, "-1");
	print_int("%d", T_UNSIGNED, 1, 0xff, "255");
	print_int("%d", T_UNSIGNED, 4, -1, "4294967295");
	print_int("%d", T_UNSIGNED, 8, -1, "18446744073709551615");
	print_int("%i", T_UNSIGNED, 4, -1, "-1");
	print_int("%i", T_SIGNED, 2, 0x8000, "-32768");
	print_int("%u", T_SIGNED, 4, -1, "4294967295");
	print_int("%u", T_SIGNED, 2, -1, "65535");
	print_int("%x", T_SIGNED, 1, -1, "ff");
	print_int("%x", T_SIGNED, 8, -1, "ffffffffffffffff");
	print_int("%X", T_SIGNED, 4, 0xbeef, "BEEF");
	print_int("%o", T_SIGNED, 4, 8, "10");
	print_int("%#x %%", T_SIGNED, 4, 255, "0xff %");
	print_int("%#o", T_SIGNED, 4, 8, "010");
	print_int("%p", T_UNSIGNED, 8, 0xffff888000001000, "ffff888000001000");
	print_int("%hd", T_SIGNED, 2, -2, "-2");
	print_int("%hu", T_UNSIGNED, 2, 65535, "65535");
	print_int("%ld", T_SIGNED, 8, -3, "-3");
	print_int("%lu", T_UNSIGNED, 8, 3, "3");
	print_int("%lld", T_SIGNED, 8, INT64_MIN, "-9223372036854775808");
	print_int("%llx", T_UNSIGNED, 8, INT64_MIN, "8000000000000000");
	print_int("%hi", T_SIGNED, 2, -2, "-2");
	print_int("%ho", T_UNSIGNED, 2, 8, "10");
	print_int("%lli", T_SIGNED, 8, -1, "-1");
}

static void test_fields(void **state)
{
	struct rec *r;

	(void)state;
	print_int("[%6d]", T_SIGNED, 4, 42, "[    42]");
	print_int("[%-6d]", T_SIGNED, 4, 42, "[42    ]");
	print_int("[%06d]", T_SIGNED, 4, 42, "[000042]");
	print_int("[%+d]", T_SIGNED, 4, 42, "[+42]");
	print_int("[% d]", T_SIGNED, 4, 42, "[ 42]");
	print_int("[%.4d]", T_SIGNED, 4, 42, "[0042]");
	print_int("[%8.4d]", T_SIGNED, 4, 42, "[    0042]");
	print_int("[%.0d]", T_SIGNED, 4, 0, "[0]");
	print_int("[%.d]", T_SIGNED, 4, 0, "[0]");
	print_int("[%.-3d]", T_SIGNED, 4, 7, "[7]");
	print_int("[%'d]", T_SIGNED, 4, 1234, "[1234]");
	print_int("[%?x]", T_SIGNED, 4, 0xab, "[              ab]");
	print_int("[%-?p]", T_UNSIGNED, 8, 0xab, "[ab              ]");
	print_str("[%8s]", "abc", 16, "[     abc]");
	print_str("[%-8s]", "abc", 16, "[abc     ]");
	print_str("[%.2s]", "abc", 16, "[ab]");
	print_str("[%.0s]", "abc", 16, "[abc]");

	r = rec_printf("[%*d]");
	rec_int(r, T_SIGNED, 4, 5);
	rec_int(r, T_SIGNED, 4, 42);
	prints(r, "[   42]");
	r = rec_printf("[%*d]");
	rec_int(r, T_SIGNED, 4, -5);
	rec_int(r, T_SIGNED, 4, 42);
	prints(r, "[42   ]");
	r = rec_printf("[%-*.*s]");
	rec_int(r, T_SIGNED, 4, 5);
	rec_int(r, T_SIGNED, 4, 2);
	rec_str(r, "abcdef", 8);
	prints(r, "[ab   ]");
	r = rec_printf("[%.*s]");
	rec_int(r, T_SIGNED, 4, -2);
	rec_str(r, "abcdef", 8);
	prints(r, "[abcdef]");
	r = rec_printf("[%.*s]");
	rec_int(r, T_SIGNED, 4, 0);
	rec_str(r, "abcdef", 8);
	prints(r, "[abcdef]");
}

static void test_text(void **state)
{
	static const uint16_t wide[] = { 'Z', 0xfc, 0x20ac, 0xd83d, 0xde00, 0xd800, '!', 0, 'x' };
	struct rec *r;

	(void)state;
	print_str("%s", "full", 4, "full");
	print_str("<%s>", "", 8, "<>");
	print_str("%S", "a\tb\n\1\x7f\"\\", 16, "a\\tb\\n\\001\\177\"\\");
	print_str("[%12S]", "a\tb", 16, "[        a\\tb]");
	print_int("%c", T_SIGNED, 4, 'x', "x");
	print_int("[%3c]", T_SIGNED, 1, 'x', "[  x]");
	print_int("%C", T_SIGNED, 1, 'x', "x");
	print_int("%C", T_SIGNED, 1, '\n', "\\n");
	print_int("%C", T_SIGNED, 1, 0, "\\0");
	print_int("%C", T_SIGNED, 1, 0x1b, "\\033");
	print_int("%C", T_SIGNED, 1, 0xe9, "\\351");
	print_int("%wc", T_SIGNED, 4, 0x20ac, "€");
	print_int("%lc", T_SIGNED, 4, 'a', "a");

	r = rec_printf("%ws|");
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, wide, sizeof(wide));
	prints(r, "Zü€😀\xef\xbf\xbd!|");
	r = rec_printf("[%4ls]");
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, wide, 2);
	prints(r, "[   Z]");
	r = rec_printf("[%.2ls]");
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, wide, sizeof(wide));
	prints(r, "[Z]");
}

static void test_float(void **state)
{
	long double ld = 1.5L;
	float f = -0.5f;
	double d = 2.25;
	struct rec *r = rec_printf("%f %.1f %e %E %g %G");

	(void)state;
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &f, sizeof(f));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &d, sizeof(d));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &d, sizeof(d));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &d, sizeof(d));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &d, sizeof(d));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &d, sizeof(d));
	prints(r, "-0.500000 2.2 2.250000e+00 2.250000E+00 2.25 2.25");
	r = rec_printf("%Lf %8.2Lf|");
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &ld, sizeof(ld));
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, &ld, sizeof(ld));
	prints(r, "1.500000     1.50|");
}

static void test_symbols(void **state)
{
	uint64_t pc = 0x1010, user[2] = { 7, 0x42 }, stack[4] = { 0x1010, 0x1100, 0, 0x1000 };
	struct rec *r;

	(void)state;
	print_int("%a", T_UNSIGNED, 8, 0x1010, "vmlinux`f+0x10");
	print_int("[%-10a]", T_UNSIGNED, 8, 0x99, "[0x99      ]");
	print_int("%A", T_UNSIGNED, 8, 0x42, "p0`u+0x42");
	r = rec_printf("%a %a");
	rec_op(r, DT_ACT_SYM, T_UNTYPED, &pc, sizeof(pc));
	rec_op(r, DT_ACT_MOD, T_UNTYPED, &pc, sizeof(pc));
	prints(r, "vmlinux`f+0x10 vmlinux");
	r = rec_printf("%A %A %A");
	rec_op(r, DT_ACT_USYM, T_UNTYPED, user, sizeof(user));
	rec_op(r, DT_ACT_UMOD, T_UNTYPED, user, sizeof(user));
	rec_op(r, DT_ACT_UADDR, T_UNTYPED, user, sizeof(user));
	prints(r, "p7`u p7 p7`u+0x42");
	r = rec_printf("<%k>%-3k");
	rec_op(r, DT_ACT_STACK, T_UNTYPED, stack, sizeof(stack));
	rec_op(r, DT_ACT_STACK, T_UNTYPED, stack, sizeof(stack));
	prints(r, "<\nvmlinux`f+0x10\nvmlinux`g\n>\n   vmlinux`f+0x10\n   vmlinux`g\n");
}

static void test_time(void **state)
{
	(void)state;
	setenv("TZ", "UTC", 1);
	tzset();
	print_int("%Y", T_SIGNED, 8, 0, "1970 Jan  1 00:00:00");
	print_int("%T", T_SIGNED, 8, 0, "Thu, 01 Jan 1970 00:00:00 UTC");
	print_int("%Y", T_UNSIGNED, 8, 1700000000999999999, "2023 Nov 14 22:13:20");
	print_int("[%22Y]", T_SIGNED, 8, 0, "[  1970 Jan  1 00:00:00]");
	print_int("%Y", T_SIGNED, 8, -1, "1969 Dec 31 23:59:59");
	setenv("TZ", "XYZ-2", 1);
	tzset();
	print_int("%Y", T_SIGNED, 8, 0, "1970 Jan  1 02:00:00");
	print_int("%T", T_SIGNED, 8, 0, "Thu, 01 Jan 1970 02:00:00 XYZ");
	setenv("TZ", "UTC", 1);
	tzset();
}

static void test_net(void **state)
{
	(void)state;
	print_int("%P", T_UNSIGNED, 2, 64999, "64999");
	print_int("[%-7P]", T_UNSIGNED, 2, 64999, "[64999  ]");
	print_str("%I", "not an address", 20, "not an address");
	print_str("%I", "0.0.0.1.2", 20, "0.0.0.1.2");
}

static void test_literals(void **state)
{
	struct rec *r = rec_printf("100%%, %s%%%d\n");

	(void)state;
	rec_str(r, "a", 4);
	rec_int(r, T_SIGNED, 4, 1);
	prints(r, "100%, a%1\n");
	prints(rec_printf("plain"), "plain");
	prints(rec_printf(""), "");
}

static void rejects(const char *fmt, const char *message)
{
	char err[256] = "";

	assert_null(dt_format_compile(fmt, err, sizeof(err)));
	assert_string_equal(err, message);
}

static void test_errors(void **state)
{
	(void)state;
	rejects("%", "format conversion #1: the format ends before the conversion's letter");
	rejects("%d %-5", "format conversion #2: the format ends before the conversion's letter");
	rejects("%l", "format conversion #1: the format ends before the conversion's letter");
	rejects("%y", "format conversion #1: %y is not a known conversion");
	rejects("%d%d%n", "format conversion #3: %n is not a known conversion");
	rejects("%hs", "format conversion #1: %hs is not a known conversion");
	rejects("%llls", "format conversion #1: %lll is not a known conversion");
	rejects("%\1", "format conversion #1: %\\001 is not a known conversion");
	rejects("%**d", "format conversion #1: the width is given twice");
	rejects("%*5d", "format conversion #1: the width is given twice");
	rejects("%5*d", "format conversion #1: the width is given twice");
	rejects("%.*.*d", "format conversion #1: the precision is given twice");
	rejects("%..3d", "format conversion #1: the precision is given twice");
	rejects("%.**d", "format conversion #1: the precision is given twice");
	rejects("%.3*d", "format conversion #1: the precision is given twice");
	rejects("%1$d", "format conversion #1: positional arguments (n$) are not supported");
	rejects("%% %-%", "format conversion #1: %% takes no flags, width or precision");
	rejects("%5%", "format conversion #1: %% takes no flags, width or precision");
	rejects("%99999d", "format conversion #1: width or precision is larger than 32767");
}

static void test_accessors(void **state)
{
	char err[64];
	struct dt_format *fm = dt_format_compile("a%@-8lldb%%%*.*sc%ws", err, sizeof(err));
	const struct dt_conv *fc;

	(void)state;
	assert_non_null(fm);
	assert_string_equal(dt_format_text(fm), "a%@-8lldb%%%*.*sc%ws");
	assert_int_equal(dt_format_nconv(fm), 3);
	fc = dt_format_conv(fm, 0);
	assert_int_equal(fc->fc_conv, 'd');
	assert_string_equal(fc->fc_mod, "ll");
	assert_true(fc->fc_agg);
	assert_false(fc->fc_dynwidth || fc->fc_dynprec);
	fc = dt_format_conv(fm, 1);
	assert_int_equal(fc->fc_conv, 's');
	assert_string_equal(fc->fc_mod, "");
	assert_true(fc->fc_dynwidth && fc->fc_dynprec && !fc->fc_agg);
	assert_string_equal(dt_format_conv(fm, 2)->fc_mod, "w");
	assert_null(dt_format_conv(fm, 3));
	dt_format_free(fm);
	fm = dt_format_compile("%5@d", err, sizeof(err));
	assert_true(dt_format_conv(fm, 0)->fc_agg);
	dt_format_free(fm);
}

/*
 * What the compiler should have refused, and records that are too short, are read within their
 * bounds.
 */
static void test_mismatch(void **state)
{
	struct rec *r = rec_printf("%d|%s|%k|%x");

	(void)state;
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, "abc", 3);
	rec_int(r, T_SIGNED, 4, 0x41414141);
	rec_int(r, T_SIGNED, 4, 1);
	prints(r, "6513249|AAAA||");
	r = rec_printf("%d");
	rec_int(r, T_SIGNED, 8, 1);
	r->recs[0].rd_offset = r->rc->rc_size - 4;
	prints(r, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fields, setup, teardown),
		cmocka_unit_test_setup_teardown(test_text, setup, teardown),
		cmocka_unit_test_setup_teardown(test_float, setup, teardown),
		cmocka_unit_test_setup_teardown(test_symbols, setup, teardown),
		cmocka_unit_test_setup_teardown(test_time, setup, teardown),
		cmocka_unit_test_setup_teardown(test_net, setup, teardown),
		cmocka_unit_test_setup_teardown(test_literals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_mismatch, setup, teardown),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_accessors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
