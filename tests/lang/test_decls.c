/* Declarations: what they make, and their errors by tag. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include <cmocka.h>

static const struct {
	const char *text, *tag;
} cases[] = {
	/* specifiers */
	{ "short char x;", "D_DECL_CHARATTR" },
	{ "long char x;", "D_DECL_CHARATTR" },
	{ "char long x;", "D_DECL_CHARATTR" },
	{ "unsigned void *x;", "D_DECL_VOIDATTR" },
	{ "long void *x;", "D_DECL_VOIDATTR" },
	{ "unsigned float x;", "D_DECL_SIGNINT" },
	{ "signed double x;", "D_DECL_SIGNINT" },
	{ "unsigned struct thread x;", "D_DECL_SIGNINT" },
	{ "unsigned string x;", "D_DECL_SIGNINT" },
	{ "long float x;", "D_DECL_LONGINT" },
	{ "long struct thread x;", "D_DECL_LONGINT" },
	{ "int int x;", "D_DECL_COMBO" },
	{ "int char x;", "D_DECL_COMBO" },
	{ "signed unsigned x;", "D_DECL_COMBO" },
	{ "long long long x;", "D_DECL_COMBO" },
	{ "int struct thread x;", "D_DECL_COMBO" },
	{ "short double x;", "D_DECL_COMBO" },
	{ "struct thread struct proc x;", "D_DECL_COMBO" },
	{ "self this int x;", "D_DECL_CLASS" },
	{ "typedef typedef int x;", "D_DECL_CLASS" },
	{ "static int x;", "D_DECL_BADCLASS" },
	{ "auto int x;", "D_DECL_BADCLASS" },
	{ "register int x;", "D_DECL_BADCLASS" },
	{ "extern int x;", "ok" },
	{ "extern int f(int, ...);", "ok" },
	{ "self int f(int);", "D_DECL_BADCLASS" },
	{ "int f(self int);", "D_DECL_PARMCLASS" },
	{ "int x[static int];", "D_DECL_PARMCLASS" },
	{ "self x;", "ok" },
	{ "self nope_t x;", "D_SYNTAX" },
	{ "int f(a, b);", "D_DECL_IDENT" },
	{ "struct s { nope_t x; };", "D_SYNTAX" },
	{ "int a b;", "D_SYNTAX" },
	{ "inline int x = a b;", "D_SYNTAX" },
	{ "int;", "D_DECL_USELESS" },
	{ "self int;", "D_DECL_USELESS" },
	{ "uint8_t;", "D_DECL_USELESS" },
	{ "struct s;", "ok" },
	{ "struct s { int a; };", "ok" },
	{ "enum e { A };", "ok" },
	{ "typedef struct s { int a; };", "D_DECL_USELESS" },
	/* objects */
	{ "void x;", "D_DECL_VOIDOBJ" },
	{ "void x[3];", "D_DECL_VOIDOBJ" },
	{ "void x[int];", "D_DECL_VOIDOBJ" },
	{ "struct s { void x; };", "D_DECL_VOIDOBJ" },
	{ "inline void x = 1;", "D_DECL_VOIDOBJ" },
	{ "void *x;", "ok" },
	{ "struct nope x;", "D_DECL_INCOMPLETE" },
	{ "struct s { struct s x; };", "D_DECL_INCOMPLETE" },
	{ "struct nope x[2];", "D_DECL_INCOMPLETE" },
	{ "enum nope x;", "D_DECL_INCOMPLETE" },
	{ "struct nope *x;", "ok" },
	{ "struct s { struct s *x; } y;", "ok" },
	{ "int x[2][];", "D_DECL_ARRNULL" },
	{ "int x[][2];", "D_DECL_ARRNULL" },
	{ "int x[];", "D_DECL_ARRNULL" },
	{ "struct s { int x[]; };", "D_DECL_ARRNULL" },
	{ "extern int x[];", "ok" },
	{ "int x[0];", "D_DECL_ARRSUB" },
	{ "int x[-1];", "D_DECL_ARRSUB" },
	{ "int x[y];", "D_DECL_ARRSUB" },
	{ "int x[\"a\"];", "D_DECL_ARRSUB" },
	{ "int x[1 / 0];", "D_DIV_ZERO" },
	{ "int x[4294967296];", "D_DECL_ARRBIG" },
	{ "int x[4294967295][4294967295];", "D_DECL_ARRBIG" },
	{ "int x[2 * 3 + sizeof (int)];", "ok" },
	{ "enum { N = 4 }; int x[N];", "ok" },
	{ "inline int N = 4; int x[N];", "ok" },
	{ "inline int N = pid; int x[N];", "D_DECL_ARRSUB" },
	{ "int f(int)[3];", "D_DECL_COMBO" },
	{ "int f(int)(int);", "D_DECL_COMBO" },
	{ "int (*f[3])(int);", "ok" },
	{ "int f[3](int);", "D_DECL_COMBO" },
	{ "struct s { int f(int); };", "D_DECL_VOIDOBJ" },
	{ "int x[int][3];", "ok" },
	{ "int x[3][int];", "D_DECL_DYNOBJ" },
	{ "int x[int][int];", "D_DECL_DYNOBJ" },
	{ "struct s { int x[int]; };", "D_DECL_DYNOBJ" },
	{ "typedef int x[int];", "D_DECL_DYNOBJ" },
	{ "int *(*x)[int];", "D_DECL_DYNOBJ" },
	{ "this int x[int];", "D_DECL_LOCASSC" },
	{ "self int x[int, string];", "ok" },
	{ "int x[int, ...];", "D_DECL_PROTO_VARARGS" },
	{ "int x[void];", "D_DECL_PROTO_TYPE" },
	{ "int x[int, void];", "D_DECL_PROTO_TYPE" },
	{ "int f(void, int);", "D_DECL_PROTO_VOID" },
	{ "int f(void v);", "D_DECL_PROTO_NAME" },
	{ "int f(void);", "ok" },
	{ "int x[struct nope];", "D_DECL_PROTO_TYPE" },
	{ "inline int x[int] = 1;", "D_DECL_PROTO_NAME" },
	{ "inline int x[int a, ...] = 1;", "D_DECL_PROTO_VARARGS" },
	{ "inline int x[int a, string b] = a;", "ok" },
	{ "inline self int x = 1;", "D_DECL_BADCLASS" },
	{ "inline typedef int x = 1;", "D_DECL_BADCLASS" },
	{ "int mod`x;", "D_DECL_SCOPE" },
	{ "int `x;", "D_DECL_SCOPE" },
	/* redeclaration */
	{ "int x; int x;", "ok" },
	{ "int x; char x;", "D_DECL_IDRED" },
	{ "int x; int x[int];", "D_DECL_IDRED" },
	{ "int x[int]; int x[string];", "D_DECL_IDRED" },
	{ "int x[int]; int x[int];", "ok" },
	{ "int pid;", "D_DECL_IDRED" },
	{ "int trace;", "D_DECL_IDRED" },
	{ "inline int x = 1; int x;", "D_DECL_IDRED" },
	{ "inline int x = 1; inline int x = 1;", "D_DECL_IDRED" },
	{ "int x; inline int x = 1;", "D_DECL_IDRED" },
	{ "enum { A }; enum { A };", "D_DECL_IDRED" },
	{ "self int x; self char x;", "D_DECL_IDRED" },
	{ "self int x; int x; this char x;", "ok" },
	{ "this int x; this string x;", "D_DECL_IDRED" },
	{ "struct s { int a; }; struct s { int a; };", "D_DECL_TYPERED" },
	{ "struct s { int a; }; union s *x;", "ok" },
	{ "struct s { int a; }; enum s { A };", "ok" },
	{ "struct s; struct s; struct s { int a; };", "ok" },
	{ "struct s { struct s { int b; } a; };", "D_DECL_TYPERED" },
	{ "typedef int t; typedef int t;", "ok" },
	{ "typedef int t; typedef char t;", "D_DECL_IDRED" },
	{ "typedef uint32_t uint8_t;", "D_DECL_IDRED" },
	{ "typedef unsigned int uint32_t;", "ok" },
	{ "typedef char *p_t; typedef char *p_t;", "ok" },
	{ "typedef int a_t, b_t, *c_t; a_t x; b_t y; c_t z;", "ok" },
	/* members */
	{ "struct s { int; };", "D_DECL_MNAME" },
	{ "struct s { struct thread; };", "D_DECL_MNAME" },
	{ "struct s { };", "D_SYNTAX" },
	{ "struct s { self int x; };", "D_SYNTAX" },
	{ "struct s { struct { int a; }; union { int b; }; };", "ok" },
	{ "struct { int a; } x; union { int b; } y;", "ok" },
	{ "struct s { int a : 0; };", "D_DECL_BFCONST" },
	{ "struct s { int a : -1; };", "D_DECL_BFCONST" },
	{ "struct s { int a : b; };", "D_DECL_BFCONST" },
	{ "struct s { int a : 33; };", "D_DECL_BFSIZE" },
	{ "struct s { char a : 9; };", "D_DECL_BFSIZE" },
	{ "struct s { float a : 3; };", "D_DECL_BFTYPE" },
	{ "struct s { int *a : 3; };", "D_DECL_BFTYPE" },
	{ "struct s { long a : 64; int : 3; uint8_t b : 8; };", "ok" },
	/* enumerations */
	{ "enum { A = B };", "D_DECL_ENCONST" },
	{ "enum { A = \"x\" };", "D_DECL_ENCONST" },
	{ "enum { A = pid };", "D_DECL_ENCONST" },
	{ "enum { A = 2147483647 };", "ok" },
	{ "enum { A = 2147483648 };", "D_DECL_ENOFLOW" },
	{ "enum { A = 2147483647, B };", "D_DECL_ENOFLOW" },
	{ "enum { A = -2147483648 };", "ok" },
	{ "enum { A, };", "ok" },
	{ "enum { };", "D_SYNTAX" },
	{ "enum { A = 1, B = A + 1, C = B << 3 | 1 };", "ok" },
	/* translators */
	{ "translator int < int x > { };", "D_XLATE_SOU" },
	{ "struct o { int a; }; translator struct o < int x > { a = x; };", "ok" },
	{ "struct o { int a; }; translator struct o < int x > { b = x; };", "D_XLATE_MEMB" },
	{ "struct o { int a; }; translator struct o < int x > { }; translator struct o < int y > { "
	  "};",
		"D_XLATE_REDECL" },
	{ "struct o { int a; }; translator struct o < int x > { }; translator struct o < int *y > { "
	  "};",
		"ok" },
	{ "struct o { int a; }; translator struct o < int > { };", "D_DECL_PROTO_NAME" },
	{ "struct o { int uint8_t; }; translator struct o < int x > { uint8_t = x; };", "ok" },
	{ "translator struct nope < int x > { };", "D_XLATE_SOU" },
	/* providers */
	{ "provider p { probe a(int, char *); probe b__c(); probe d(void); };", "ok" },
	{ "provider p { probe a(char *y) : (string y); };", "ok" },
	{ "provider p1 { probe a(); };", "D_PROV_BADNAME" },
	{ "provider p { probe a(); probe a(); };", "D_PROV_PRDUP" },
	{ "provider p { probe a(int, ...); };", "D_DECL_PROTO_VARARGS" },
	{ "provider p { probe a(int); }; provider p { probe a(int); };", "ok" },
	{ "provider p { probe a(int); }; provider p { probe a(char); };", "D_PROV_INCOMPAT" },
	{ "provider p123456789012345678901234567890123456789012345678901234x { probe a(); };",
		"D_PROV_BADNAME" },
	/* depth */
	{ "int x[", "D_SYNTAX" },
};

static void test_tags(void **state)
{
	const char *tag;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		tag = fix_tag(CTX_FILE, cases[i].text);
		if (strcmp(tag, cases[i].tag) != 0)
			fail_msg("%s: got %s, expected %s", cases[i].text, tag, cases[i].tag);
	}
}

static const struct {
	const char *decl, *name, *type;
	enum dt_idkind kind;
	unsigned nkeys;
} variables[] = {
	{ "int v;", "v", "int", ID_SCALAR, 0 },
	{ "string v;", "v", "string", ID_SCALAR, 0 },
	{ "int *v[3];", "v", "int * [3]", ID_SCALAR, 0 },
	{ "int (*v)[3];", "v", "int (*)[3]", ID_SCALAR, 0 },
	{ "int v[2][3];", "v", "int [2][3]", ID_SCALAR, 0 },
	{ "char *(*v)(int, char *);", "v", "char *(*)(int, char *)", ID_SCALAR, 0 },
	{ "const char *const v;", "v", "const char *const", ID_SCALAR, 0 },
	{ "int a, *b, v[2];", "v", "int [2]", ID_SCALAR, 0 },
	{ "int v[int, string];", "v", "int", ID_ASSOC, 2 },
	{ "char *v[struct thread *];", "v", "char *", ID_ASSOC, 1 },
	{ "int v[int][4];", "v", "int [4]", ID_ASSOC, 1 },
	{ "int (*(*v)(void))[4];", "v", "int (*(*)())[4]", ID_SCALAR, 0 },
	{ "struct thread v;", "v", "struct thread", ID_SCALAR, 0 },
	{ "userland char *v;", "v", "char userland *", ID_SCALAR, 0 },
	{ "uint8_t v;", "v", "uint8_t", ID_SCALAR, 0 },
	{ "thread_t *v;", "v", "thread_t *", ID_SCALAR, 0 },
	{ "int f(int), v;", "v", "int", ID_SCALAR, 0 },
	{ "struct { int a; } v;", "v", "struct {...}", ID_SCALAR, 0 },
};

static void test_variables(void **state)
{
	struct dt_ident *id;
	struct fix f;
	char buf[128];

	(void)state;
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		fix_open(&f);
		assert_int_equal(fix_parse(&f, CTX_FILE, variables[i].decl), 0);
		id = dt_ident_lookup(f.la->la_globals, variables[i].name);
		assert_non_null(id);
		assert_string_equal(dt_type_name(id->id_type, buf, sizeof(buf)), variables[i].type);
		assert_int_equal(id->id_kind, variables[i].kind);
		assert_int_equal(id->id_nkeys, variables[i].nkeys);
		assert_null(dt_ident_lookup(f.la->la_globals, "f"));
		fix_close(&f);
	}
}

static const struct {
	const char *expr;
	int64_t value;
} constants[] = {
	{ "1 + 2 * 3", 7 },
	{ "-7 / 2", -3 },
	{ "-7 % 2", -1 },
	{ "7u / 2", 3 },
	{ "-1 >> 1", -1 },
	{ "-1ul >> 63", 1 },
	{ "1 << 4 | 1", 17 },
	{ "(uint8_t)-1", 255 },
	{ "(char)255", -1 },
	{ "(int)0x1ffffffff", -1 },
	{ "!5 + !0", 1 },
	{ "~0", -1 },
	{ "1 ? 2 : 3", 2 },
	{ "0 ? 2 : 3", 3 },
	{ "1 && 0 || 1", 1 },
	{ "1 ^^ 1", 0 },
	{ "-1 < 1u", 0 },
	{ "-1 < 1", 1 },
	{ "5 == 5", 1 },
	{ "sizeof (struct thread *)", 8 },
	{ "sizeof (string)", 256 },
	{ "sizeof \"abc\"", 256 },
	{ "offsetof(struct proc, p_ppid)", 4 },
	{ "B * 2", 22 },
	{ "0x8000000000000000 / -1", 0 },
	{ "'a'", 'a' },
	{ "NULL", 0 },
	{ "6 ^ 3 & 2", 4 },
	{ "3 >= 3", 1 },
	{ "3 != 3", 0 },
};

static void test_constants(void **state)
{
	char text[256];
	struct dt_ident *id;
	struct fix f;

	(void)state;
	for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
		fix_open(&f);
		snprintf(text, sizeof(text), "enum { A = 10, B }; inline long v = %s;",
			constants[i].expr);
		assert_int_equal(fix_parse(&f, CTX_FILE, text), 0);
		id = dt_ident_lookup(f.la->la_globals, "v");
		if (!id->id_const || (int64_t)id->id_value != constants[i].value)
			fail_msg("%s: %d %ld", constants[i].expr, id->id_const, (long)id->id_value);
		fix_close(&f);
	}
}

static void test_inlines(void **state)
{
	struct dt_ident *id;
	struct fix f;
	char buf[128];

	(void)state;
	fix_open(&f);
	assert_int_equal(
		fix_parse(&f, CTX_FILE,
			"inline int plus[int a, int b] = a + b; inline uint8_t low = 0x1ff;"
			"inline string who = execname;"),
		0);
	dt_lang_end(f.la);
	id = dt_ident_lookup(f.la->la_globals, "plus");
	assert_false(id->id_const);
	assert_string_equal(dump_node(id->id_body, buf, sizeof(buf)), "(+ a b)");
	assert_string_equal(id->id_params->pr_name, "a");
	assert_string_equal(id->id_params->pr_next->pr_name, "b");
	id = dt_ident_lookup(f.la->la_globals, "low");
	assert_true(id->id_const && id->id_value == 0xff);
	id = dt_ident_lookup(f.la->la_globals, "who");
	assert_true(!id->id_const && !id->id_params);
	assert_string_equal(dump_node(id->id_body, buf, sizeof(buf)), "execname");
	fix_close(&f);
}

static void test_xlators(void **state)
{
	static const char text[] = "typedef int myint_t; struct o { int a; }; typedef struct o o_t;"
				   "translator o_t < int x > { a = 1; };"
				   "translator o_t < myint_t x > { a = 2; };"
				   "translator o_t < void *p > { a = 3; };";
	const struct dt_loc anywhere = { .lo_seq = UINT32_MAX };
	struct dt_types *ts;
	struct dt_xlator *xl;
	const struct dt_type *out;
	struct fix f;
	char buf[64];

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, text), 0);
	dt_lang_end(f.la);
	ts = f.la->la_types;
	out = dt_types_lookup(ts, "struct o");
	xl = dt_xlator_find(f.la, out, dt_types_lookup(ts, "myint_t"), &anywhere);
	assert_string_equal(dump_node(xl->xl_members->xm_expr, buf, sizeof(buf)), "2");
	assert_string_equal(xl->xl_inname, "x");
	xl = dt_xlator_find(f.la, out, dt_types_lookup(ts, "int"), &anywhere);
	assert_string_equal(dump_node(xl->xl_members->xm_expr, buf, sizeof(buf)), "1");
	xl = dt_xlator_find(f.la, dt_types_lookup(ts, "o_t"), dt_types_lookup(ts, "struct proc *"),
		&anywhere);
	assert_string_equal(dump_node(xl->xl_members->xm_expr, buf, sizeof(buf)), "3");
	assert_null(dt_xlator_find(f.la, out, dt_types_lookup(ts, "struct proc"), &anywhere));
	assert_null(dt_xlator_find(f.la, dt_types_lookup(ts, "struct proc"),
		dt_types_lookup(ts, "int"), &anywhere));
	fix_close(&f);
}

static void test_attributes(void **state)
{
	struct dt_ident *id;
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE,
				 "#pragma D attributes Evolving/Private/ISA x\nint x, y;\n"
				 "#pragma D attributes unstable/Stable/cpu y\n#pragma D binding "
				 "\"1.5\" z\ninline int z = 1;"),
		0);
	id = dt_ident_lookup(f.la->la_globals, "x");
	assert_int_equal(id->id_attr.at_name, DT_STAB_EVOLVING);
	assert_int_equal(id->id_attr.at_data, DT_STAB_PRIVATE);
	assert_int_equal(id->id_attr.at_class, DT_CLASS_ISA);
	id = dt_ident_lookup(f.la->la_globals, "y");
	assert_int_equal(id->id_attr.at_name, DT_STAB_UNSTABLE);
	assert_int_equal(id->id_attr.at_class, DT_CLASS_CPU);
	assert_non_null(dt_ident_lookup(f.la->la_globals, "z"));
	dt_lang_end(f.la);
	assert_int_equal(fix_parse(&f, CTX_FILE, "#pragma D option version=1.4\nint w;"), 0);
	assert_null(dt_ident_lookup(f.la->la_globals, "z"));
	assert_non_null(dt_ident_lookup(f.la->la_globals, "x"));
	fix_close(&f);
}

/* Long chains of types and lists are bounded or linear. */
static void test_chains(void **state)
{
	enum { N = 20000 };
	char *text = calloc(N, 64), *p = text;
	int i;

	(void)state;
	for (p = text + sprintf(text, "int "), i = 0; i < N; i++)
		*p++ = '*';
	strcpy(p, "x;");
	assert_string_equal(fix_tag(CTX_FILE, text), "D_DECL_COMBO");
	p = text + sprintf(text, "typedef int t0;");
	for (i = 1; i < N; i++)
		p += sprintf(p, "typedef t%d *t%d;", i - 1, i);
	assert_string_equal(fix_tag(CTX_FILE, text), "D_DECL_COMBO");
	p = text + sprintf(text, "struct t0 { int a; };");
	for (i = 1; i < N; i++)
		p += sprintf(p, "struct t%d { struct t%d m; };", i, i - 1);
	assert_string_equal(fix_tag(CTX_FILE, text), "D_DECL_COMBO");
	p = text + sprintf(text, "struct t0 { int a; };");
	for (i = 1; i < N; i++)
		p += sprintf(p, "struct t%d { struct t%d *m; };", i, i - 1);
	assert_string_equal(fix_tag(CTX_FILE, text), "ok");
	p = text + sprintf(text, "struct s {");
	for (i = 0; i < N; i++)
		p += sprintf(p, "int a%d;", i);
	strcpy(p, "}; ");
	assert_string_equal(fix_tag(CTX_FILE, text), "ok");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tags),
		cmocka_unit_test(test_variables),
		cmocka_unit_test(test_constants),
		cmocka_unit_test(test_inlines),
		cmocka_unit_test(test_xlators),
		cmocka_unit_test(test_attributes),
		cmocka_unit_test(test_chains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
