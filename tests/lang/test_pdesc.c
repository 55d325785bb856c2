#include <stdio.h>
#include <string.h>
#include "fix.h"
#include <cmocka.h>

static const struct {
	enum dt_context ctx;
	const char *text, *dump; /* the tag, if it is an error */
} cases[] = {
	{ CTX_FILE, "a{}", ":::a" },
	{ CTX_FILE, "a:b{}", "::a:b" },
	{ CTX_FILE, "a:b:c{}", ":a:b:c" },
	{ CTX_FILE, "a:b:c:d{}", "a:b:c:d" },
	{ CTX_FILE, "a:::{}", "a:::" },
	{ CTX_FILE, ":::{}", ":::" },
	{ CTX_FILE, "a::{}", ":a::" },
	{ CTX_FILE, "a:b:c:d:e{}", "D_PDESC_INVAL" },
	{ CTX_FILE, "12 {}", "#12" },
	{ CTX_FILE, "0 {}", "D_PDESC_INVAL" },
	{ CTX_FILE, "syscall::*[rR]ead?:-x\\*{}", "syscall::*[rR]ead?:-x\\*" },
	{ CTX_FILE, "fbt:mod`x.ko:f`g:1{}", "fbt:mod`x.ko:f`g:1" },
	{ CTX_FILE, "tick-1s{}", ":::tick-1s" },
	{ CTX_FILE, "profile:::profile-997hz{}", "profile:::profile-997hz" },
	{ CTX_FILE, "::[!a-z]*:{}", "::[!a-z]*:" },
	{ CTX_FILE, "$target:::{}", "1234:::" },
	{ CTX_FILE, "pid$target::*$uid?:{}", "pid1234::*7?:" },
	{ CTX_FILE, "a$target$uid {}", "D_PDESC_INVAL" },
	{ CTX_FILE, "a$ {}", "D_PDESC_INVAL" },
	{ CTX_FILE, "a$nope {}", "D_MACRO_UNDEF" },
	{ CTX_NAME, "a", ":::a" },
	{ CTX_NAME, "a:b", "::a:b" },
	{ CTX_NAME, "a:b:c:d:e", "D_PDESC_INVAL" },
	{ CTX_NAME, "return", ":::return" },
	{ CTX_NAME, "if", ":::if" },
	{ CTX_NAME, "3", "#3" },
	{ CTX_NAME, "int*{}", ":::int*" },
	{ CTX_NAME, "string {}", ":::string" },
	{ CTX_NAME, "uint8_t", ":::uint8_t" },
	{ CTX_FUNC, "a", "::a:" },
	{ CTX_FUNC, "a:b", ":a:b:" },
	{ CTX_FUNC, "a:b:c", "a:b:c:" },
	{ CTX_FUNC, "a:b:c:d", "D_PDESC_INVAL" },
	{ CTX_FUNC, "3", "D_PDESC_INVAL" },
	{ CTX_MOD, "a", ":a::" },
	{ CTX_MOD, "a:b", "a:b::" },
	{ CTX_MOD, "a:b:c", "D_PDESC_INVAL" },
	{ CTX_MOD, "3", "D_PDESC_INVAL" },
	{ CTX_PROV, "a", "a:::" },
	{ CTX_PROV, "a:b", "D_PDESC_INVAL" },
	{ CTX_PROV, "3", "D_PDESC_INVAL" },
	{ CTX_ID, "3", "#3" },
	{ CTX_ID, "a", "D_PDESC_INVAL" },
	{ CTX_ID, "4294967296", "D_PDESC_INVAL" },
};

static void test_table(void **state)
{
	char buf[512], want[512];
	struct fix f;
	int rc;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fix_open(&f);
		rc = fix_parse(&f, cases[i].ctx, cases[i].text);
		if (rc == 0)
			dump_program(f.la, buf, sizeof(buf));
		else
			snprintf(buf, sizeof(buf), "%s", dt_errtag_name(f.la->la_msg.me_tag));
		snprintf(want, sizeof(want),
			cases[i].dump[0] == 'D'		   ? "%s" :
				strchr(cases[i].text, '{') ? "(clause %s { })" :
							     "(clause %s)",
			cases[i].dump);
		if (strcmp(buf, want) != 0)
			fail_msg("%s: got %s, expected %s", cases[i].text, buf, want);
		fix_close(&f);
	}
}

static void test_lengths(void **state)
{
	static const struct {
		const char *format;
		int max;
	} fields[] = { { "%s:::{}", 127 }, { ":%s::{}", 63 }, { "::%s:{}", 191 },
		{ ":::%s{}", 63 } };
	char name[256], text[512];
	size_t i;
	int over;

	(void)state;
	for (i = 0; i < 4; i++)
		for (over = 0; over < 2; over++) {
			memset(name, 'x', sizeof(name));
			name[fields[i].max + over] = '\0';
			snprintf(text, sizeof(text), fields[i].format, name);
			assert_string_equal(fix_tag(CTX_FILE, text), over ? "D_PDESC_INVAL" : "ok");
		}
}

/* "int*x;" is a declaration in a file and, up to the x, a pattern on the command line. */
static void test_type_or_pattern(void **state)
{
	struct fix f;
	char buf[256];

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int*x; uint8_t *y; C`uint8_t z; BEGIN {}"), 0);
	assert_non_null(dt_ident_lookup(f.la->la_globals, "x"));
	assert_non_null(dt_ident_lookup(f.la->la_globals, "y"));
	dt_lang_end(f.la);
	assert_int_equal(
		fix_parse(&f, CTX_NAME,
			"int*q, c* { trace(1); } uint8_t v; struct { int a; } w; BEGIN {}"),
		0);
	assert_string_equal(dump_program(f.la, buf, sizeof(buf)),
		"(clause :::int*q :::c* { (trace 1); })\n(clause :::BEGIN { })");
	assert_non_null(dt_ident_lookup(f.la->la_globals, "v"));
	dt_lang_end(f.la);
	assert_int_equal(fix_parse(&f, CTX_FILE, "#pragma D option pspec\nint*z { }"), 0);
	assert_string_equal(dump_program(f.la, buf, sizeof(buf)), "(clause :::int*z { })");
	fix_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_type_or_pattern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
