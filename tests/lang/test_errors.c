/*
 * Every error of the lexer, the control lines and the grammar, by tag; and what a message looks
 * like.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include <cmocka.h>

struct one {
	const char *text, *tag;
};

static void check(enum dt_context ctx, const struct one *cases, size_t n)
{
	const char *tag;

	for (size_t i = 0; i < n; i++) {
		tag = fix_tag(ctx, cases[i].text);
		if (strcmp(tag, cases[i].tag) != 0)
			fail_msg("%s: got %s, expected %s", cases[i].text, tag, cases[i].tag);
	}
}
#define CHECK(ctx, cases) check(ctx, cases, sizeof(cases) / sizeof((cases)[0]))

static const struct one lexical[] = {
	{ "BEGIN { 08 }", "D_INT_DIGIT" },
	{ "BEGIN { 0779 }", "D_INT_DIGIT" },
	{ "BEGIN { 18446744073709551616 }", "D_INT_OFLOW" },
	{ "BEGIN { 0x10000000000000000 }", "D_INT_OFLOW" },
	{ "BEGIN { 1lll }", "D_SYNTAX" },
	{ "BEGIN { 1uu }", "D_SYNTAX" },
	{ "BEGIN { 12abc }", "D_SYNTAX" },
	{ "BEGIN { 1.5 }", "D_SYNTAX" },
	{ "BEGIN { .5 }", "D_SYNTAX" },
	{ "BEGIN { 1e5 }", "D_SYNTAX" },
	{ "BEGIN { \"abc }", "D_STR_NL" },
	{ "BEGIN { \"abc\n\" }", "D_STR_NL" },
	{ "BEGIN { \"abc\\\n\" }", "D_STR_NL" },
	{ "BEGIN { \"abc\\\" }", "D_STR_NL" },
	{ "BEGIN { 'a }", "D_CHR_NL" },
	{ "BEGIN { 'a\n' }", "D_CHR_NL" },
	{ "BEGIN { '' }", "D_CHR_NULL" },
	{ "BEGIN { 'abcdefghi' }", "D_CHR_OFLOW" },
	{ "BEGIN { /* /* */ }", "D_SYNTAX" },
	{ "BEGIN { /* ", "D_SYNTAX" },
	{ "/*/ BEGIN {}", "D_SYNTAX" },
	{ "BEGIN { # }", "D_SYNTAX" },
	{ "BEGIN { \\ }", "D_SYNTAX" },
	{ "BEGIN { \001 }", "D_SYNTAX" },
	{ "BEGIN { \"a\" \"b\" }", "D_SYNTAX" },
	{ "BEGIN { // x\n }", "D_SYNTAX" },
	{ "BEGIN { x \\\n = 1 }", "ok" },
};

static const struct one syntax[] = {
	{ "", "D_EMPTY" },
	{ "  \n", "D_EMPTY" },
	{ "/* x */", "D_EMPTY" },
	{ "#pragma D option quiet\n", "D_EMPTY" },
	{ "#!/usr/sbin/dtrace -s\n", "D_EMPTY" },
	{ "#pragma D option empty\n", "ok" },
	{ "int x;", "ok" },
	{ "BEGIN", "D_SYNTAX" },
	{ "BEGIN /1/", "D_SYNTAX" },
	{ "BEGIN {", "D_SYNTAX" },
	{ "BEGIN { trace(; }", "D_SYNTAX" },
	{ "BEGIN { } }", "D_SYNTAX" },
	{ "BEGIN /(1/ { }", "D_SYNTAX" },
	{ "BEGIN /a[1/ { }", "D_SYNTAX" },
	{ "BEGIN // { }", "D_SYNTAX" },
	{ "BEGIN { x = }", "D_SYNTAX" },
	{ "BEGIN { while (1) ; }", "D_SYNTAX" },
	{ "BEGIN { goto x; }", "D_SYNTAX" },
	{ "BEGIN { a b }", "D_SYNTAX" },
	{ "BEGIN, { }", "D_SYNTAX" },
	{ "BEGIN { if (1) }", "D_SYNTAX" },
	{ "BEGIN { if 1; }", "D_SYNTAX" },
	{ "BEGIN { self }", "D_SYNTAX" },
	{ "BEGIN { ;;; }", "ok" },
	{ "BEGIN {}", "ok" },
	{ "BEGIN { trace(1) }", "ok" },
	{ "BEGIN { x[] }", "D_SYNTAX" },
	{ "BEGIN { if (a) if (b) x(); else y() }", "ok" },
	{ "BEGIN { if (a) { x() } else { y() } z() }", "ok" },
	{ "BEGIN { int x; }", "D_SYNTAX" },
	{ "BEGIN { (1)(2); }", "D_FUNC_IDENT" },
	{ "BEGIN { x[1](); }", "D_FUNC_IDENT" },
	{ "BEGIN { self->f(); }", "D_FUNC_IDENT" },
	{ "BEGIN { @a = 1; }", "D_AGG_FUNC" },
	{ "BEGIN { @a += count(); }", "D_AGG_FUNC" },
	{ "BEGIN { @a[1][2] = count(); }", "D_AGG_MDIM" },
	{ "BEGIN { (x + 1)[1, 2]; }", "D_ARR_BADREF" },
	{ "BEGIN { } int z; END { }", "ok" },
	{ "BEGIN { };", "ok" },
	{ "\"x\" { }", "D_SYNTAX" },
	{ "syscall::: { } @", "D_SYNTAX" },
	{ "BEGIN / x / y / { }", "ok" },
	{ "BEGIN / x /* c */ / /* c */ { }", "ok" },
	{ "BEGIN / x / 2 > 1 /\n\n{ }", "ok" },
};

static const struct one control[] = {
	{ "#error no\n", "D_PRAGERR" },
	{ "#define X 1\n", "D_PRAGCTL_INVAL" },
	{ "#include <x>\n", "D_PRAGCTL_INVAL" },
	{ "#ident \"x\"\nint x;", "ok" },
	{ "#pragma ident \"x\"\nint x;", "ok" },
	{ "#pragma pack(1)\nint x;", "ok" },
	{ "#pragma D ident \"x\"\nint x;", "ok" },
	{ "#pragma D what\n", "D_PRAGMA_INVAL" },
	{ "#pragma D\n", "D_PRAGMA_MALFORM" },
	{ "#pragma D option\n", "D_PRAGMA_MALFORM" },
	{ "#pragma D option a b\n", "D_PRAGMA_MALFORM" },
	{ "#pragma D option quiet aggsize=1m\n", "D_PRAGMA_MALFORM" },
	{ "#pragma D option nosuchoption\n", "D_PRAGMA_OPTSET" },
	{ "#pragma D option bufsize=frog\n", "D_PRAGMA_OPTSET" },
	{ "#pragma D option define=X\n", "D_PRAGMA_OPTSET" },
	{ "#pragma D option quiet /* why */\nint x;", "ok" },
	{ "#pragma D option quiet /* why\n */int x;", "ok" },
	{ "   # pragma D option quiet\nint x;", "ok" },
	{ "int x; #pragma D option quiet\n", "D_SYNTAX" },
	{ "#\nint x;", "ok" },
	{ "#line 5 \"x\"\nint x;", "ok" },
	{ "# 5 \"x\" 1\nint x;", "ok" },
	{ "#line x\n", "D_PRAGMA_MALFORM" },
	{ "#line 5 x\n", "D_PRAGMA_MALFORM" },
	{ "#line\n", "D_PRAGMA_MALFORM" },
	{ "#pragma D attributes Stable/Stable/ISA x\nint x;", "ok" },
	{ "int x;\n#pragma D attributes Stable/Stable/ISA x\n", "ok" },
	{ "#pragma D attributes Stable/Stable/ISA x\nBEGIN { x = 1; }", "ok" },
	{ "#pragma D attributes Stable/Stable/ISA x\nint y;", "D_PRAGMA_UNUSED" },
	{ "#pragma D attributes Stable/Stable/ISA pid\nint y;", "D_PRAGMA_SCOPE" },
	{ "#pragma D attributes Stable/Stable x\nint x;", "D_PRAGMA_INVAL" },
	{ "#pragma D attributes Stable/Funny/ISA x\nint x;", "D_PRAGMA_INVAL" },
	{ "#pragma D attributes Stable/Stable/ISA\nint x;", "D_PRAGMA_MALFORM" },
	{ "#pragma D attributes Stable/Stable/ISA provider p name\nint x;", "ok" },
	{ "#pragma D attributes Stable/Stable/ISA provider p frog\nint x;", "D_PRAGMA_MALFORM" },
	{ "#pragma D binding \"1.1\" x\ninline int x = 1;", "ok" },
	{ "#pragma D binding \"1.x\" x\ninline int x = 1;", "D_PRAGMA_INVAL" },
	{ "#pragma D binding 1.1 x\ninline int x = 1;", "D_PRAGMA_MALFORM" },
	{ "#pragma D depends_on library x.d\nint x;", "D_PRAGMA_DEPEND" },
	{ "#pragma D depends_on provider here\nint x;", "ok" },
	{ "#pragma D depends_on provider nowhere\nint x;", "D_PRAGMA_DEPEND" },
	{ "#pragma D depends_on module nowhere\nint x;", "D_PRAGMA_DEPEND" },
	{ "#pragma D depends_on frog x\nint x;", "D_PRAGMA_INVAL" },
	{ "#pragma D depends_on provider\nint x;", "D_PRAGMA_MALFORM" },
};

static void test_lexical(void **state)
{
	(void)state;
	CHECK(CTX_FILE, lexical);
}

static void test_syntax(void **state)
{
	(void)state;
	CHECK(CTX_FILE, syntax);
}

static void test_control(void **state)
{
	(void)state;
	CHECK(CTX_FILE, control);
}

static const struct {
	enum dt_context ctx;
	const char *text, *message;
} messages[] = {
	{ CTX_FILE, "BEGIN\n{\n\ttrace(1 + );\n}\n",
		"[D_SYNTAX] line 3: syntax error near \")\"\n\ttrace(1 + );\n\t          ^" },
	{ CTX_FILE, "BEGIN {",
		"[D_SYNTAX] line 1: syntax error near end of input\nBEGIN {\n       ^" },
	{ CTX_NAME, "BEGIN { 09 }",
		"[D_INT_DIGIT] in action list: invalid digit '9' in octal constant\n"
		"BEGIN { 09 }\n        ^~" },
	{ CTX_NAME, "BEGIN /09/ { }",
		"[D_INT_DIGIT] in predicate: invalid digit '9' in octal constant\n"
		"BEGIN /09/ { }\n       ^~" },
	{ CTX_NAME, "a:b:c:d:e",
		"[D_PDESC_INVAL] invalid probe description \"a:b:c:d:e\": "
		"Overspecified probe description\na:b:c:d:e\n^~~~~~~~~" },
	{ CTX_FILE, "#line 7 \"other.d\"\nBEGIN { 09 }",
		"[D_INT_DIGIT] \"other.d\", line 7: invalid digit '9' in octal constant\nBEGIN { "
		"09 }\n        ^~" },
	{ CTX_FILE, "", "[D_EMPTY] empty D program" },
	{ CTX_FILE, "int x;\nint y;\nchar x;\n",
		"[D_DECL_IDRED] line 3: identifier redeclared: x\nchar x;\n     ^" },
};

static void test_messages(void **state)
{
	struct fix f;

	(void)state;
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++) {
		fix_open(&f);
		assert_int_equal(fix_parse(&f, messages[i].ctx, messages[i].text), -1);
		assert_string_equal(f.la->la_msg.me_text, messages[i].message);
		fix_close(&f);
	}
}

static void test_no_tags(void **state)
{
	struct fix f;

	(void)state;
	fix_open(&f);
	f.opts.op_num[DT_OPT_ERRTAGS] = 0;
	assert_int_equal(fix_parse(&f, CTX_FILE, "BEGIN { 09 }"), -1);
	assert_memory_equal(f.la->la_msg.me_text, "line 1: invalid", 15);
	assert_int_equal(f.la->la_msg.me_tag, D_INT_DIGIT);
	fix_close(&f);
}

static void test_long_line(void **state)
{
	char text[5000];
	struct fix f;

	(void)state;
	memset(text, ' ', sizeof(text));
	memcpy(text, "BEGIN {", 7);
	strcpy(text + 4000, "09 }");
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, text), -1);
	assert_true(strlen(f.la->la_msg.me_text) < 300);
	assert_non_null(strstr(f.la->la_msg.me_text, "09 }\n"));
	fix_close(&f);
}

/* What a failed text has declared is gone; what a good one has declared stays. */
static void test_undo(void **state)
{
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int good; struct fwd; typedef struct fwd *fp;"),
		0);
	dt_lang_end(f.la);
	assert_int_equal(fix_parse(&f, CTX_FILE,
				 "int bad; enum e { E1 }; typedef int t; struct fwd { int m; };"
				 "inline int i = 1; self int s; BEGIN {"),
		-1);
	assert_non_null(dt_ident_lookup(f.la->la_globals, "good"));
	assert_null(dt_ident_lookup(f.la->la_globals, "bad"));
	assert_null(dt_ident_lookup(f.la->la_globals, "E1"));
	assert_null(dt_ident_lookup(f.la->la_globals, "i"));
	assert_null(dt_ident_lookup(f.la->la_self, "s"));
	assert_null(dt_types_lookup(f.la->la_types, "t"));
	assert_null(dt_types_lookup(f.la->la_types, "enum e"));
	assert_int_equal(dt_type_resolve(dt_types_lookup(f.la->la_types, "struct fwd"))->ty_kind,
		TY_FORWARD);
	assert_int_equal(f.la->la_nextself, 0);
	assert_int_equal(fix_parse(&f, CTX_FILE, "char bad; struct fwd { char c[3]; };"), 0);
	dt_lang_end(f.la);
	assert_int_equal(dt_type_size(f.la->la_types,
				 dt_types_lookup(f.la->la_types, "struct fwd")),
		3);
	assert_int_equal(dt_ident_lookup(f.la->la_globals, "bad")->id_num,
		dt_ident_lookup(f.la->la_globals, "good")->id_num + 1);
	fix_close(&f);
}

/* Depth is bounded by a message, not by the stack. */
static void deep(const char *open, const char *mid, const char *close, const char *tag)
{
	enum { N = 100000 };
	size_t a = strlen(open), b = strlen(close), i;
	char *text = calloc(1, N * (a + b) + 64), *p = text + sprintf(text, "BEGIN { ");

	for (i = 0; i < N; i++, p += a)
		memcpy(p, open, a);
	p += sprintf(p, "%s", mid);
	for (i = 0; i < N; i++, p += b)
		memcpy(p, close, b);
	strcpy(p, " }");
	assert_string_equal(fix_tag(CTX_FILE, text), tag);
	free(text);
}

static void test_depth(void **state)
{
	(void)state;
	deep("(", "1", ")", "D_SYNTAX");
	deep("-", "1", "", "D_SYNTAX");
	deep("1+", "1", "", "D_SYNTAX");
	deep("", "1", ", 1", "D_SYNTAX");
	deep("if (1) {", "1", "}", "D_SYNTAX");
	deep("1;", "1", "", "ok");
	deep("1;\n", "1", "", "ok");
	deep("\n", "1", "", "ok");
	deep("/**/", "1", "", "ok");
	deep("x[", "1", "]", "D_SYNTAX");
	deep("(int)", "1", "", "D_SYNTAX");
	deep("sizeof ", "1", "", "D_SYNTAX");
	deep("1 ? 1 : ", "1", "", "D_SYNTAX");
	deep("f(", "1", ")", "D_SYNTAX");
	deep("x.", "y", "", "D_SYNTAX");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lexical),
		cmocka_unit_test(test_syntax),
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_no_tags),
		cmocka_unit_test(test_long_line),
		cmocka_unit_test(test_undo),
		cmocka_unit_test(test_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
