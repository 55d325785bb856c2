#include <stdio.h>
#include <string.h>
#include "fix.h"
#include <cmocka.h>

static const struct {
	const char *text;
	uint64_t value;
	const char *type;
} integers[] = {
	{ "0", 0, "int" },
	{ "1", 1, "int" },
	{ "2147483647", INT32_MAX, "int" },
	{ "2147483648", 2147483648u, "long" },
	{ "4294967295", UINT32_MAX, "long" },
	{ "9223372036854775807", INT64_MAX, "long" },
	{ "0x7fffffff", INT32_MAX, "int" },
	{ "0x80000000", 0x80000000u, "unsigned int" },
	{ "0xffffffff", UINT32_MAX, "unsigned int" },
	{ "0x100000000", 0x100000000, "long" },
	{ "0x8000000000000000", 0x8000000000000000, "unsigned long" },
	{ "0Xff", 255, "int" },
	{ "017777777777", INT32_MAX, "int" },
	{ "020000000000", 0x80000000u, "unsigned int" },
	{ "010", 8, "int" },
	{ "1u", 1, "unsigned int" },
	{ "4294967295u", UINT32_MAX, "unsigned int" },
	{ "4294967296U", 4294967296, "unsigned long" },
	{ "1l", 1, "long" },
	{ "1L", 1, "long" },
	{ "1ul", 1, "unsigned long" },
	{ "1lu", 1, "unsigned long" },
	{ "1ll", 1, "long long" },
	{ "1ull", 1, "unsigned long long" },
	{ "1LLU", 1, "unsigned long long" },
	{ "18446744073709551615", UINT64_MAX, "unsigned long long" },
	{ "18446744073709551615u", UINT64_MAX, "unsigned long" },
	{ "'a'", 'a', "int" },
	{ "'ab'", 0x6162, "int" },
	{ "'abcdefgh'", 0x6162636465666768, "int" },
	{ "'\\n'", '\n', "int" },
	{ "'\\0'", 0, "int" },
	{ "'\\x41'", 'A', "int" },
	{ "'\\101'", 'A', "int" },
	{ "'\\''", '\'', "int" },
	{ "'\\q'", 'q', "int" },
	{ "'\\\\'", '\\', "int" },
	{ "'\\377'", 255, "int" },
};

static const struct dt_node *first_expr(struct fix *f)
{
	return f->la->la_prog->dn_list->dn_body->dn_child;
}

static void test_integers(void **state)
{
	char text[128], type[64];
	const struct dt_node *n;
	struct fix f;

	(void)state;
	fix_open(&f);
	for (size_t i = 0; i < sizeof(integers) / sizeof(integers[0]); i++) {
		snprintf(text, sizeof(text), "BEGIN { %s; }", integers[i].text);
		assert_int_equal(fix_parse(&f, CTX_FILE, text), 0);
		n = first_expr(&f);
		assert_int_equal(n->dn_kind, DN_INT);
		assert_string_equal(dt_type_name(n->dn_type, type, sizeof(type)), integers[i].type);
		assert_true(n->dn_value == integers[i].value);
		dt_lang_end(f.la);
	}
	fix_close(&f);
}

static const struct {
	const char *text, *value;
	size_t len;
} strings[] = {
	{ "\"\"", "", 0 },
	{ "\"abc\"", "abc", 3 },
	{ "\"a\\tb\\n\"", "a\tb\n", 4 },
	{ "\"\\\"\"", "\"", 1 },
	{ "\"\\x41\\102\\?\"", "AB?", 3 },
	{ "\"a\\0b\"", "a\0b", 3 },
	{ "\"\\a\\b\\f\\r\\v\\z\"", "\a\b\f\r\vz", 6 },
};

static void test_strings(void **state)
{
	const struct dt_node *n;
	char text[128];
	struct fix f;

	(void)state;
	fix_open(&f);
	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
		snprintf(text, sizeof(text), "BEGIN { %s; }", strings[i].text);
		assert_int_equal(fix_parse(&f, CTX_FILE, text), 0);
		n = first_expr(&f);
		assert_int_equal(n->dn_kind, DN_STRING);
		assert_int_equal(n->dn_strlen, strings[i].len);
		assert_memory_equal(n->dn_str, strings[i].value, strings[i].len + 1);
		dt_lang_end(f.la);
	}
	fix_close(&f);
}

static const struct {
	const char *arg, *dump;
} pasted[] = {
	{ "12", "(clause :::BEGIN { 12; \"12\"; })" },
	{ "-5", "(clause :::BEGIN { -5; \"-5\"; })" },
	{ "0x10", "(clause :::BEGIN { 16; \"0x10\"; })" },
	{ "pid", "(clause :::BEGIN { pid; \"pid\"; })" },
	{ "/tmp/x", "(clause :::BEGIN { \"/tmp/x\"; \"/tmp/x\"; })" },
	{ "", "(clause :::BEGIN { \"\"; \"\"; })" },
	{ "\"pid\"", "(clause :::BEGIN { \"pid\"; \"\"pid\"\"; })" },
	{ "2x", "(clause :::BEGIN { \"2x\"; \"2x\"; })" },
};

static void test_macro_text(void **state)
{
	char *argv[] = { "test.d", NULL, NULL }, buf[256];
	struct fix f;

	(void)state;
	fix_open(&f);
	for (size_t i = 0; i < sizeof(pasted) / sizeof(pasted[0]); i++) {
		argv[1] = (char *)pasted[i].arg;
		assert_int_equal(fix_args(&f, "BEGIN { $1; $$1; }", 2, argv), 0);
		assert_string_equal(dump_program(f.la, buf, sizeof(buf)), pasted[i].dump);
		dt_lang_end(f.la);
	}
	fix_close(&f);
}

static void test_macro_names(void **state)
{
	char *argv[] = { "test.d", "one", "two*", NULL }, buf[256];
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_args(&f, "pid$target:a:*$1?:*$2 { $uid; $$target; $0; (uint8_t)$1 }",
				 3, argv),
		0);
	assert_string_equal(dump_program(f.la, buf, sizeof(buf)),
		"(clause pid1234:a:*one?:*two* { 7; \"1234\"; \"test.d\"; (cast <uint8_t> one); "
		"})");
	fix_close(&f);
}

static const char *tag_with(const char *text, const char *arg, const char *option)
{
	char *argv[] = { "test.d", (char *)arg, NULL };
	const char *tag = "ok";
	struct fix f;

	fix_open(&f);
	if (option)
		dt_options_set(&f.opts, option, NULL, DT_FROM_CMD);
	if (fix_args(&f, text, !arg ? 1 : 2, argv) != 0)
		tag = dt_errtag_name(f.la->la_msg.me_tag);
	fix_close(&f);
	return tag;
}

static void test_macro_errors(void **state)
{
	(void)state;
	assert_string_equal(tag_with("BEGIN { $1 }", NULL, NULL), "D_MACRO_UNDEF");
	assert_string_equal(tag_with("BEGIN { $nope }", NULL, NULL), "D_MACRO_UNDEF");
	assert_string_equal(tag_with("a$1 { }", NULL, NULL), "D_MACRO_UNDEF");
	assert_string_equal(tag_with("BEGIN { $1 }", NULL, "defaultargs"), "ok");
	assert_string_equal(tag_with("BEGIN { $1 }", "18446744073709551616", NULL),
		"D_MACRO_OFLOW");
	assert_string_equal(tag_with("BEGIN { $99999999999999999999 }", NULL, NULL),
		"D_MACRO_OFLOW");
	assert_string_equal(tag_with("BEGIN { }", "x", NULL), "D_MACRO_UNUSED");
	assert_string_equal(tag_with("BEGIN { }", "x", "argref"), "ok");
	assert_string_equal(tag_with("#pragma D option argref\nBEGIN { }", "x", NULL), "ok");
	assert_string_equal(tag_with("BEGIN { $1 }\n#pragma D option defaultargs\n", NULL, NULL),
		"ok");
	assert_string_equal(tag_with("BEGIN { $1 }\n/*\n#pragma D option defaultargs\n*/", NULL,
				    NULL),
		"D_MACRO_UNDEF");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_macro_text),
		cmocka_unit_test(test_macro_names),
		cmocka_unit_test(test_macro_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
