/* Expressions and what they must give: what is D's own, or not worth saying twice in C. */
#include <stdio.h>
#include <string.h>
#include "fixture.h"

#define R "args[2]->"

static const struct {
	const char *setup, *expr;
	int64_t value;
} ints[] = {
	/* literals */
	{ "", "'a'", 'a' },
	{ "", "'ab'", 0x6162 },
	{ "", "sizeof('a')", 4 },
	{ "", "sizeof(NULL)", 4 },
	{ "", "sizeof(2147483648)", 8 },
	{ "", "sizeof(0x80000000)", 4 },
	{ "", "sizeof(\"x\")", 2 },
	{ "", "0x80000000 > 0", 1 },
	{ "", "-1 > 1u", 1 },
	{ "", "-1 < 1", 1 },
	/* folding gives what running gives */
	{ "", "-1 >> 1", -1 },
	{ "", "-1u >> 1", 0x7fffffffffffffff },
	{ "", "1 << 65", 2 },
	{ "x = -1", "x >> 1", -1 },
	{ "x = 1; y = 65", "x << y", 2 },
	{ "", "2147483647 + 1", 2147483648 },
	{ "x = 2147483647", "x + 1", 2147483648 },
	{ "", "(int)(2147483647 + 1)", -2147483647 - 1 },
	{ "x = 2147483647", "(int)(x + 1)", -2147483647 - 1 },
	{ "", "-7 / 2", -3 },
	{ "", "-7 % 3", -1 },
	{ "x = -7", "x / 2", -3 },
	{ "x = -7", "x % 3", -1 },
	{ "", "(-9223372036854775807 - 1) / -1", INT64_MIN },
	{ "", "(-9223372036854775807 - 1) % -1", 0 },
	/* operators */
	{ "x = 5", "x ^^ 3", 0 },
	{ "x = 0", "x ^^ 3", 1 },
	{ "", "1 ^^ 0", 1 },
	{ "x = 5", "!x", 0 },
	{ "x = 0", "!x", 1 },
	{ "x = 5", "!!x", 1 },
	{ "x = 5", "~x", -6 },
	{ "x = 5", "-x", -5 },
	{ "x = 5", "+x", 5 },
	{ "x = 3", "(x, x + 1)", 4 },
	{ "x = 3; y = 4", "x < y && y < 5 || 0", 1 },
	{ "x = 0; y = 0", "x && (y = 1) ? 7 : y", 0 },
	{ "x = 1; y = 0", "x || (y = 1) ? y : 9", 0 },
	{ "x = 2", "x == 1 ? 10 : x == 2 ? 20 : 30", 20 },
	{ "x = 0", "x ? 5 : 0", 0 },
	{ "x = 1", "x ? 0 : 5", 0 },
	{ "x = 4", "1 ? x : nowhere(1, 2)", 4 },
	{ "x = 4", "0 ? undefined : x", 4 },
	/* assignment */
	{ "x = 5", "x += 3", 8 },
	{ "x = 5", "x -= 3", 2 },
	{ "x = 5", "x *= 3", 15 },
	{ "x = 17", "x /= 3", 5 },
	{ "x = 17", "x %= 5", 2 },
	{ "x = 6", "x &= 3", 2 },
	{ "x = 6", "x |= 3", 7 },
	{ "x = 6", "x ^= 3", 5 },
	{ "x = 1", "x <<= 4", 16 },
	{ "x = -16", "x >>= 2", -4 },
	{ "x = 5", "x++ + x", 11 },
	{ "x = 5", "++x + x", 12 },
	{ "x = 5", "x-- - x", 1 },
	{ "x = 5", "--x * x", 16 },
	{ "n++; n++", "n", 2 },
	{ "n--", "n", -1 },
	{ "x = 1; y = 2", "(x = y = 9) + x + y", 27 },
	{ "this->c = (char)1", "this->c = 300", 300 },
	{ "this->c = (char)1; this->c = 300", "this->c + 0", 300 },
	{ "this->c = (char)1; this->c = 300", "(char)this->c", 44 },
	{ "this->c = (uint8_t)1", "this->c -= 2", 255 },
	{ "this->c = (char)127", "++this->c", 128 },
	{ "this->c = (char)127", "this->c++", 127 },
	{ "this->c = (char)127; this->c++", "(char)this->c", -128 },
	{ "self->s = (int16_t)0; self->s = 40000", "self->s", -25536 },
	/* associative arrays */
	{ "a[1] = 5", "a[1] + a[2]", 5 },
	{ "a[1, \"x\"] = 5; a[1, \"y\"] = 6", "a[1, \"x\"] * 10 + a[1, \"y\"]", 56 },
	{ "a[1] = 5", "a[1] += 4", 9 },
	{ "a[1]++; a[1]++", "a[1]++", 2 },
	{ "a[1] = 3; a[a[1]] = 8", "a[3]", 8 },
	{ "self->a[pid] = 4", "self->a[pid]", 4 },
	{ "self->a[pid] = 4; self->a[pid] -= 6", "self->a[123]", -2 },
	{ "a[1] = 5; a[1] = 0", "a[1]", 0 },
	{ "a[\"abc\"] = 2", "a[strjoin(\"a\", \"bc\")]", 2 },
	{ "a[1,2,3,4,5,6,7,8] = 9", "a[1,2,3,4,5,6,7,8]", 9 },
	{ "a[1, rand() * 0] = 4", "a[1, rand() - rand() >= 0 ? 0 : 0]", 4 },
	{ "", "strlen(substr(\"hello\", strlen(\"a\"), rand() * 0 + 2))", 2 },
	{ "a[1] = 1; a[2] = 2", "a[a[1] + a[a[1]]] * a[2]", 4 },
	{ "k[1] = 7; b[k[1], k[1]] = 3", "b[k[1], 7]", 3 },
	/* self and this */
	{ "self->x = 3; this->y = 4", "self->x * this->y", 12 },
	{ "self->x = 3; self->x = 0", "self->x", 0 },
	/* members, by sign and size */
	{ "", R "r_c", -5 },
	{ "", R "r_uc", 250 },
	{ "", R "r_s", -3000 },
	{ "", R "r_us", 60000 },
	{ "", R "r_i", -100000 },
	{ "", R "r_ui", 4000000000 },
	{ "", R "r_l", -1 },
	{ "", R "r_ul == 0xfedcba9876543210", 1 },
	{ "", R "r_b1", 5 },
	{ "", R "r_b2", 19 },
	{ "", R "r_b3", -33 },
	{ "", R "r_b4", -123456789012 },
	{ "", R "r_in.i_a", 42 },
	{ "", R "r_ptr->i_a", 77 },
	{ "", R "r_arr[2]", 30 },
	{ "x = 3", R "r_arr[x]", 40 },
	{ "", "*" R "r_arr", 10 },
	{ "", "*(" R "r_arr + 1)", 20 },
	{ "", R "r_in.i_text[1]", 'e' },
	{ "", R "r_name[2]", 'n' },
	{ "this->r = args[2]", "this->r->r_i", -100000 },
	{ "this->r = args[2]", "(*this->r).r_us", 60000 },
	{ "this->p = &args[2]->r_in", "this->p->i_a", 42 },
	{ "this->p = &args[2]->r_arr[1]", "this->p[1]", 30 },
	{ "this->p = &args[2]->r_arr[1]; this->p++", "*this->p", 30 },
	{ "this->p = &args[2]->r_arr[1]; this->p += 2", "*this->p--", 40 },
	{ "this->p = &args[2]->r_arr[3]", "this->p - &args[2]->r_arr[1]", 2 },
	{ "this->p = &args[2]->r_arr[3]", "this->p > &args[2]->r_arr[1]", 1 },
	{ "this->r = (struct rec *)arg2", "this->r->r_in.i_a", 42 },
	{ "", "((struct inner *)((uintptr_t)arg2 + offsetof(struct rec, r_in)))->i_a", 42 },
	{ "", "offsetof(struct rec, r_ptr) == (uintptr_t)&args[2]->r_ptr - arg2", 1 },
	{ "", "sizeof(struct rec)", sizeof(struct fx_record) },
	{ "", "sizeof(args[2]->r_arr)", 16 },
	/* args, translated args */
	{ "", "args[0]", -7 },
	{ "", "args[1]", 0xff },
	{ "", "arg1", 0x1ff },
	{ "", "args[3]->o_i", -99999 },
	{ "", "args[3]->o_small", 0 },
	{ "", "xlate<outp_t>(args[2]).o_i", -99999 },
	{ "", "xlate<outp_t *>(args[2])->o_i * 2", -199998 },
	{ "this->o = xlate<outp_t>(args[2])", "this->o.o_i + this->o.o_none", -99999 },
	{ "g = xlate<outp_t>(args[2])", "g.o_i", -99999 },
	{ "self->o = xlate<outp_t>(args[2])", "self->o.o_i", -99999 },
	/* strings */
	{ "", "\"abc\" < \"abd\"", 1 },
	{ "s = \"abc\"", "s == \"abc\"", 1 },
	{ "s = \"abc\"", "s != \"abc\"", 0 },
	{ "s = \"b\"", "s >= \"a\" && s > \"a\" && s <= \"b\"", 1 },
	{ "s = \"abc\"", "s[1]", 'b' },
	{ "s = \"abc\"; s = NULL", "s == NULL", 1 },
	{ "s = \"abc\"; s = NULL", "s == \"\"", 1 },
	{ "s = \"abc\"", "NULL != s", 1 },
	{ "", "strlen(execname)", 6 },
	{ "s = \"xyz\"", "strlen(strjoin(s, s))", 6 },
	{ "s = \"hello\"", "strlen(s + 2)", 3 },
	{ "", "args[2]->r_name == \"a name\"", 1 },
	{ "", "stringof(args[2]->r_name) == execname", 1 },
	{ "", "(string)args[2]->r_in.i_text == \"text\"", 1 },
	{ "", "strchr(\"abc\", 'z') == NULL", 1 },
	{ "", "index(\"abcabc\", \"c\", 3)", 5 },
	{ "self->s = \"q\"", "self->s == \"q\"", 1 },
	{ "a[\"k\"] = \"v\"", "a[\"k\"] == \"v\" && a[\"z\"] == NULL", 1 },
	{ "", "args[3]->o_s == \"a name\" && args[3]->o_t == \"a name\"", 1 },
	{ "this->o = xlate<outp_t>(args[2])", "this->o.o_s == \"a name\"", 1 },
	{ "this->o = xlate<outp_t>(args[2])", "stringof(this->o.o_t) == \"a nam\"", 1 },
	/* enums */
	{ "", "GREEN", 5 },
	{ "this->e = (enum color)5", "this->e == GREEN", 1 },
	{ "", "BLUE - RED", 6 },
	/* built-ins */
	{ "", "pid", 123 },
	{ "", "tid", 124 },
	{ "", "timestamp", 1000000 },
	{ "", "probename == \"args\"", 1 },
	{ "", "uregs[3]", 1003 },
};

static void test_ints(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(ints) / sizeof(ints[0]); i++) {
		int64_t v = fx_expr("", ints[i].setup, ints[i].expr);
		if (v != ints[i].value)
			fail_msg("%s; %s: %lld, not %lld", ints[i].setup, ints[i].expr,
				(long long)v, (long long)ints[i].value);
	}
}

static const struct {
	const char *decls, *setup, *expr;
	int64_t value;
} declared[] = {
	{ "int a[5];", "a[0] = 1; a[4] = 7; a[2] += 5", "a[0] + a[4] * 10 + a[2] * 100 + a[1]",
		571 },
	{ "int a[5];", "x = 3; a[x]++; a[x]++", "a[3]", 2 },
	{ "int a[5];", "a[1] = 4; this->p = &a[1]", "*this->p", 4 },
	{ "int a[5];", "this->p = &a[1]; *this->p = 9", "a[1]", 9 },
	{ "this char a[4];", "this->a[2] = 300", "this->a[2]", 44 },
	{ "self int a[4];", "self->a[3] = 6; self->a[0] = 1",
		"self->a[3] + self->a[0] + self->a[1]", 7 },
	{ "int m[int][3];", "m[7][1] = 4; m[8][2] = 5", "m[7][1] * 10 + m[8][2] + m[7][2]", 45 },
	{ "struct p { int x; char c; struct { short in; } y; }; struct p v;",
		"v.x = 3; v.c = 300; v.y.in = 5", "v.x * 1000 + v.c + v.y.in", 3049 },
	{ "struct p { int x; int y; }; self struct p v;", "self->v.x = 3; self->v.y = 4",
		"self->v.x * 10 + self->v.y", 34 },
	{ "struct p { int x; int y; }; struct p v[int];", "v[1].x = 3; v[2].y = 4; v[1].y += 2",
		"v[1].x * 100 + v[2].y * 10 + v[1].y", 342 },
	{ "struct p { int x; int y; }; struct p v, w;", "v.x = 3; v.y = 4; w = v; v.x = 9",
		"w.x * 10 + w.y", 34 },
	{ "struct p { int x; int y; }; struct p v, w[int];", "v.x = 3; v.y = 4; w[5] = v",
		"w[5].x * 10 + w[5].y", 34 },
	{ "struct b { unsigned int a : 3; int b : 4; unsigned int c : 20; }; struct b v;",
		"v.a = 13; v.b = 9; v.c = 0x12345; v.a++; v.b += 1",
		"v.a * 100000000 + v.b * 10000000 + v.c", 600000000 - 60000000 + 0x12345 },
	{ "struct b { unsigned int a : 3; int b : 4; }; struct b v;", "x = 0",
		"(v.a = 13) * 100 + (v.b = 9)", 493 },
	{ "union u { int i; char c[4]; }; union u v;", "v.i = 0x01020304", "v.c[0]", 4 },
	{ "struct in { int a[3]; }; struct out { struct in i[2]; }; struct out v;",
		"v.i[1].a[2] = 8; x = 1", "v.i[x].a[x + 1]", 8 },
	{ "struct s { string name; int n; }; struct s v;", "v.name = \"hello\"; v.n = 3",
		"strlen(v.name) + v.n", 8 },
	{ "inline int two = 2; inline int sq[int x] = x * x;", "x = 3", "sq[x + 1] + two", 18 },
	{ "inline int sq[int x] = x * x; inline int q[int x] = sq[sq[x]];", "x = 2", "q[x]", 16 },
	{ "inline int f[int x, string s] = x + strlen(s);", "x = 2",
		"f[x, \"abc\"] + f[1, execname]", 12 },
	{ "inline char c = 300;", "x = 1", "c", 44 },
	{ "inline string s = \"abc\";", "x = 1", "strlen(s) + sizeof(s)", 259 },
	{ "inline int x = 7; inline int f[int y] = x + y;", "this->x = 0", "f[1]", 8 },
	{ "inline struct rec *R = (struct rec *)arg2;", "x = 1", "R->r_i", -100000 },
	{ "inline outp_t *o = xlate<outp_t *>((struct rec *)arg2);", "x = 1", "o->o_i", -99999 },
	{ "inline outp_t t[int n] = xlate<outp_t>((struct rec *)(arg2 + n));", "x = 0", "t[x].o_i",
		-99999 },
	{ "typedef unsigned char byte; byte b;", "b = 257", "b", 1 },
	{ "int64_t b;", "b = 0xffffffff", "b", 0xffffffff },
	{ "self int late;", "self->late = 4", "self->late", 4 },
	{ "string s[int];", "s[1] = \"abc\"", "strlen(s[1])", 3 },
	{ "int k[uint8_t, string];", "k[1, \"a\"] = 6", "k[1, \"a\"]", 6 },
	{ "struct kk { int x; int y; }; struct kk v; int k[struct kk];",
		"v.x = 1; v.y = 2; k[v] = 5; v.y = 3; k[v] = 6; v.y = 2", "k[v]", 5 },
};

static void test_declared(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(declared) / sizeof(declared[0]); i++) {
		int64_t v = fx_expr(declared[i].decls, declared[i].setup, declared[i].expr);
		if (v != declared[i].value)
			fail_msg("%s %s; %s: %lld, not %lld", declared[i].decls, declared[i].setup,
				declared[i].expr, (long long)v, (long long)declared[i].value);
	}
}

static const struct {
	const char *setup, *expr, *value;
} strings[] = {
	{ "", "\"abc\"", "abc" },
	{ "s = \"abc\"", "s", "abc" },
	{ "x = 1", "x ? \"a\" : \"b\"", "a" },
	{ "x = 0", "x ? \"a\" : stringof(args[2]->r_name)", "a name" },
	{ "s = \"abc\"", "s + 1", "bc" },
	{ "", "strjoin(strjoin(\"a\", \"b\"), strjoin(\"c\", \"d\"))", "abcd" },
	{ "", "lltostr(-12)", "-12" },
	{ "", "substr(\"hello\", 1, 3)", "ell" },
	{ "", "args[3]->o_s", "a name" },
	{ "", "basename(\"/a/b\")", "b" },
	{ "a[1] = \"x\"; a[2] = strjoin(a[1], \"y\")", "a[2]", "xy" },
	{ "", "(string)args[2]->r_ptr->i_text", "inner" },
	{ "self->s = execname; self->s = strjoin(self->s, \"!\")", "self->s", "a name!" },
	{ "", "xlate<outp_t>(args[2]).o_t", "a name" },
	{ "", "probename", "args" },
};

static void test_strings(void **state)
{
	static char text[16384];

	(void)state;
	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
		struct fx *fx = fx_create();
		snprintf(text, sizeof(text), "%s args { %s; trace(%s); }", fx_decls,
			strings[i].setup, strings[i].expr);
		fx_run(fx, text);
		assert_int_equal(fx->fx_nvalues, 1);
		assert_true(fx->fx_values[0].va_isstr);
		assert_int_equal(fx->fx_values[0].va_size, 256);
		if (strcmp(fx->fx_values[0].va_str, strings[i].value) != 0)
			fail_msg("%s; %s: \"%s\"", strings[i].setup, strings[i].expr,
				fx->fx_values[0].va_str);
		fx_destroy(fx);
	}
}

/* Types of values: what sizeof says is what is recorded. */
static void test_types(void **state)
{
	static const struct {
		const char *expr;
		uint32_t size;
	} sizes[] = {
		{ "args[2]->r_c + args[2]->r_uc", 1 },
		{ "args[2]->r_c + args[2]->r_s", 2 },
		{ "args[2]->r_c + 1", 4 },
		{ "args[2]->r_c < args[2]->r_l", 4 },
		{ "args[2]->r_c << args[2]->r_l", 1 },
		{ "&args[2]->r_c", 8 },
		{ "args[2]->r_i + args[2]->r_l", 8 },
		{ "args[2]->r_c ? args[2]->r_c : args[2]->r_s", 2 },
		{ "args[2]->r_in", sizeof(struct fx_inner) },
		{ "*args[2]", sizeof(struct fx_record) },
		{ "args[2]->r_b4 + 0", 8 },
		{ "GREEN", 4 },
		{ "args[2]->r_d", 8 },
		{ "arg0", 8 },
		{ "pid", 4 },
		{ "args[2]->r_in.i_text", 8 },
		{ "-args[2]->r_c", 1 },
		{ "(char)1", 1 },
		{ "1u", 4 },
		{ "1l", 8 },
	};
	static char text[16384];

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct fx *fx = fx_create();
		snprintf(text, sizeof(text), "%s args { trace(%s); trace(sizeof(%s)); }", fx_decls,
			sizes[i].expr, sizes[i].expr);
		struct dt_program *pg = fx_compile(fx, text);
		if (!pg)
			fail_msg("%s: %s", sizes[i].expr, fx->fx_lang->la_msg.me_text);
		if (pg->pg_clauses->cl_actions->ac_ops[0].op_size != sizes[i].size)
			fail_msg("%s: size %u", sizes[i].expr,
				pg->pg_clauses->cl_actions->ac_ops[0].op_size);
		fx_fire(fx, pg);
		assert_int_equal(fx->fx_fault, -1);
		assert_int_equal(fx->fx_values[1].va_int, sizes[i].size);
		fx_destroy(fx);
	}
}

/* Many operands: the registers must last. */
static void test_deep(void **state)
{
	static char expr[4096];

	(void)state;
	strcpy(expr, "x");
	for (int i = 0; i < 100; i++) /* leans to the right */
		snprintf(expr + strlen(expr), sizeof(expr) - strlen(expr), " + (x");
	for (int i = 0; i < 100; i++)
		strcat(expr, ")");
	assert_int_equal(fx_expr("", "x = 3", expr), 303);
	strcpy(expr, "x");
	for (int i = 0; i < 200; i++)
		strcat(expr, " + x * 2");
	assert_int_equal(fx_expr("", "x = 3", expr), 1203);
	assert_int_equal(
		fx_expr("", "x = 2",
			"((x + 1) * (x + 2) + (x + 3) * (x + 4)) * ((x + 5) * (x + 6) + (x + 7) * (x + 8))"),
		42 * 146);
}

/* An inline whose parameter is used twice, many levels deep: an error in no time. */
static void test_explosion(void **state)
{
	struct fx *fx = fx_create();
	char text[4096] = "inline int f[int x] = x + x; BEGIN { y = 1; trace(strlen(lltostr(";

	(void)state;
	for (int i = 0; i < 60; i++)
		strcat(text, "f[");
	strcat(text, "y");
	for (int i = 0; i < 60; i++)
		strcat(text, "]");
	strcat(text, "))); }");
	assert_null(fx_compile(fx, text));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_NOREG);
	strcpy(text, "inline int f0[int x] = x;");
	for (int i = 1; i < 40; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			"inline int f%d[int x] = f%d[x] + f%d[x];", i, i - 1, i - 1);
	strcat(text, "BEGIN { trace(f39[pid]); }");
	assert_null(fx_compile(fx, text));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_SYNTAX);
	fx_destroy(fx);
}

static void test_faults(void **state)
{
	struct fx *fx = fx_create();

	(void)state;
	fx_run(fx, "BEGIN { x = 0; trace(1); trace(5 / x); trace(2); } BEGIN { trace(3); }");
	assert_int_equal(fx->fx_fault, DIF_FLT_DIVZERO);
	assert_int_equal(fx->fx_nvalues, 2);
	assert_int_equal(fx->fx_values[1].va_int, 3);
	fx_run(fx, "BEGIN { this->p = (int *)16; trace(*this->p); }");
	assert_int_equal(fx->fx_fault, DIF_FLT_BADADDR);
	fx_destroy(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ints),
		cmocka_unit_test(test_declared),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_explosion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
