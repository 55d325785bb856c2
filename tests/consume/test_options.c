/* Options: the value syntaxes and the refusals. */
#include "fixture.h"

static struct dt_options o;

static int setup(void **state)
{
	(void)state;
	dt_options_init(&o);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_options_fini(&o);
	return 0;
}

#define BADVALUE "Invalid value for specified option"
#define ACTIVE "Operation illegal when tracing is active"

static void sets(const char *name, const char *value, int64_t want)
{
	int64_t got = -99;

	assert_null(dt_options_set(&o, name, value, DT_FROM_CMD));
	assert_int_equal(dt_options_get(&o, name, &got), 0);
	assert_int_equal(got, want);
}

static void refuses(const char *name, const char *value, enum dt_optfrom from, const char *message)
{
	const char *got = dt_options_set(&o, name, value, from);

	assert_non_null(got);
	assert_string_equal(got, message);
}

static void bad(const char *name, const char *value)
{
	int64_t before, after;

	assert_int_equal(dt_options_get(&o, name, &before), 0);
	refuses(name, value, DT_FROM_CMD, BADVALUE);
	dt_options_get(&o, name, &after);
	assert_int_equal(before, after);
}

static void test_defaults(void **state)
{
	(void)state;
	assert_int_equal(dt_opt(&o, DT_OPT_BUFSIZE), 4 << 20);
	assert_int_equal(dt_opt(&o, DT_OPT_STRSIZE), 256);
	assert_int_equal(dt_opt(&o, DT_OPT_STACKINDENT), 14);
	assert_int_equal(dt_opt(&o, DT_OPT_SWITCHRATE), 1000000000);
	assert_int_equal(dt_opt(&o, DT_OPT_QUIET), 0);
	assert_int_equal(dt_opt(&o, DT_OPT_TEMPORAL), 1);
	assert_int_equal(dt_opt(&o, DT_OPT_ENCODING), DT_ENCODING_UNSET);
	assert_int_equal(dt_opt(&o, DT_OPT_CLEANRATE), 1000000000 / 101);
	assert_int_equal(dt_opt(&o, DT_OPT_IREGS), 8);
}

static void test_sizes(void **state)
{
	(void)state;
	sets("bufsize", "100", 100);
	sets("bufsize", "1k", 1024);
	sets("bufsize", "4K", 4096);
	sets("bufsize", "2m", 2 << 20);
	sets("bufsize", "1G", 1 << 30);
	sets("bufsize", "1t", 1LL << 40);
	bad("bufsize", NULL);
	bad("bufsize", "");
	bad("bufsize", "m");
	bad("bufsize", "1x");
	bad("bufsize", "1kb");
	bad("bufsize", "-1");
	bad("bufsize", "99999999t");
	bad("bufsize", "99999999999999999999");
}

static void test_rates(void **state)
{
	(void)state;
	sets("switchrate", "5", 5);
	sets("switchrate", "5ns", 5);
	sets("switchrate", "5nsec", 5);
	sets("switchrate", "5us", 5000);
	sets("switchrate", "5usec", 5000);
	sets("switchrate", "5ms", 5000000);
	sets("switchrate", "5msec", 5000000);
	sets("switchrate", "5s", 5000000000);
	sets("switchrate", "5sec", 5000000000);
	sets("switchrate", "5m", 300000000000);
	sets("switchrate", "5min", 300000000000);
	sets("switchrate", "1h", 3600000000000);
	sets("switchrate", "1hour", 3600000000000);
	sets("switchrate", "1d", 86400000000000);
	sets("switchrate", "1day", 86400000000000);
	sets("switchrate", "10hz", 100000000);
	sets("switchrate", "10HZ", 100000000);
	bad("switchrate", "0hz");
	bad("switchrate", "hz");
	bad("switchrate", "5 s");
	bad("switchrate", "999999999d");
	bad("switchrate", NULL);
}

static void test_flags(void **state)
{
	static const char *const yes[] = { "yes", "enable", "Enabled", "TRUE", "on", "set", "1",
		"7" };
	static const char *const no[] = { "no", "disable", "disabled", "False", "off", "UNSET", "0",
		"" };
	unsigned i;

	(void)state;
	for (i = 0; i < 8; i++) {
		sets("quiet", no[i], 0);
		sets("quiet", yes[i], 1);
	}
	sets("quiet", "0", 0);
	sets("quiet", NULL, 1);
	bad("quiet", "maybe");
	bad("quiet", "1x");
	sets("zdefs", NULL, 1);
	bad("empty", "yes");
	bad("empty", "");
	sets("droptags", "whatever", 1);
	sets("lazyload", NULL, 1);
	sets("scratchsize", "8k", 1);
}

static void test_words(void **state)
{
	(void)state;
	sets("bufpolicy", "ring", DT_POLICY_RING);
	sets("bufpolicy", "fill", DT_POLICY_FILL);
	sets("bufpolicy", "switch", DT_POLICY_SWITCH);
	bad("bufpolicy", "Ring");
	bad("bufpolicy", NULL);
	sets("bufresize", "manual", DT_RESIZE_MANUAL);
	sets("encoding", "utf8", DT_ENCODING_UTF8);
	sets("encoding", "ascii", DT_ENCODING_ASCII);
	bad("encoding", "");
	sets("evaltime", "preinit", DT_EVAL_PREINIT);
	sets("linkmode", "static", DT_LINKMODE_STATIC);
	sets("linktype", "dof", DT_LINKTYPE_DOF);
	sets("late", "static", DT_LATE_STATIC);
	sets("stdc", "t", DT_STDC_T);
	bad("stdc", "x");
	sets("amin", "Evolving/stable/Common", 5 << 16 | 6 << 8 | 5);
	bad("amin", "Evolving/Stable");
	bad("amin", "Best/Stable/Common");
	bad("amin", "Evolving/Stable/Common/ISA");
}

static void test_numbers(void **state)
{
	(void)state;
	sets("stackindent", "4", 4);
	sets("nspec", "0x10", 16);
	bad("nspec", "-1");
	bad("nspec", "4k");
	sets("iregs", "9", 9);
	bad("iregs", "0");
	sets("version", "1.6.3", DT_VERSION(1, 6, 3));
	sets("version", "1.0", DT_VERSION(1, 0, 0));
	sets("version", "1.13", DT_VERSION(1, 13, 0));
	refuses("version", "1.14", DT_FROM_CMD, "Requested version is not supported by compiler");
	refuses("version", "2.0", DT_FROM_CMD, "Requested version is not supported by compiler");
	bad("version", "1");
	bad("version", "1.2.");
	bad("version", "1.2x");
}

static void test_strings(void **state)
{
	(void)state;
	assert_null(dt_options_set(&o, "libdir", "/a", DT_FROM_CMD));
	assert_null(dt_options_set(&o, "libdir", "/b", DT_FROM_PRAGMA));
	assert_string_equal(o.op_str[DT_OPT_LIBDIR], "/a\n/b");
	assert_null(dt_options_set(&o, "syslibdir", "/a", DT_FROM_CMD));
	assert_null(dt_options_set(&o, "syslibdir", "/b", DT_FROM_CMD));
	assert_string_equal(o.op_str[DT_OPT_SYSLIBDIR], "/b");
	assert_null(dt_options_set(&o, "define", "A=1", DT_FROM_CMD));
	bad("libdir", NULL);
}

static void test_refusals(void **state)
{
	int64_t v;

	(void)state;
	refuses("nosuch", NULL, DT_FROM_CMD, "Invalid option name");
	refuses("", NULL, DT_FROM_CMD, "Invalid option name");
	refuses("Quiet", NULL, DT_FROM_CMD, "Invalid option name");
	assert_int_equal(dt_options_get(&o, "nosuch", &v), -1);
	refuses("define", "A", DT_FROM_PRAGMA, "Option cannot be used from within a D program");
	assert_null(dt_options_set(&o, "bufsize", "1m", DT_FROM_PRAGMA));
	assert_null(dt_options_set(&o, "quiet", NULL, DT_FROM_PRAGMA));
	o.op_active = true;
	refuses("bufsize", "1m", DT_FROM_CMD, ACTIVE);
	refuses("bufsize", "1m", DT_FROM_SETOPT, ACTIVE);
	refuses("zdefs", NULL, DT_FROM_SETOPT, ACTIVE);
	assert_null(dt_options_set(&o, "quiet", "off", DT_FROM_SETOPT));
	assert_null(dt_options_set(&o, "switchrate", "10hz", DT_FROM_SETOPT));
	refuses("quiet", "?", DT_FROM_SETOPT, BADVALUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_defaults, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sizes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rates, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flags, setup, teardown),
		cmocka_unit_test_setup_teardown(test_words, setup, teardown),
		cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
