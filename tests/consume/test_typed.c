/* print(): values as their types tell them. */
#include "fixture.h"
#include "types.h"

static struct fixture *fx;
static struct dt_types *ts;

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	fx_set(fx, "quiet", NULL);
	ts = dt_types_create();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fx_free(fx);
	dt_types_destroy(ts);
	return 0;
}

static void print(const struct dt_type *type, const void *data, size_t size, const char *text)
{
	struct rec *r = rec_new(&probe_begin, 1);

	assert_non_null(type);
	rec_act(r, DT_ACT_PRINT);
	rec_op(r, DT_ACT_EXPR, T_UNTYPED, data, size);
	r->ops[0].op_dtype = type;
	rec_consume(fx, r);
	rec_free(r);
	fx_expect(fx, text);
}

static void print_int(const char *name, int64_t v, size_t size, const char *text)
{
	print(dt_types_lookup(ts, name), &v, size, text);
}

static struct dt_member *member(struct dt_type *sou, const char *name, const struct dt_type *type,
	uint64_t bits, uint8_t width)
{
	struct dt_member *mb = dt_types_alloc(ts, sizeof(*mb)), **p = &sou->ty_u.members;

	*mb = (struct dt_member){ .mb_name = name,
		.mb_type = type,
		.mb_offset = bits,
		.mb_bits = width };
	while (*p)
		p = &(*p)->mb_next;
	return *p = mb;
}

static void test_integers(void **state)
{
	(void)state;
	print_int("int", 10, 4, "int 0xa\n");
	print_int("int", -1, 4, "int 0xffffffff\n");
	print_int("int", 0, 4, "int 0\n");
	print_int("long", -1, 8, "long 0xffffffffffffffff\n");
	print_int("unsigned short", 0xffff, 2, "unsigned short 0xffff\n");
	print_int("uint64_t", 5, 8, "uint64_t 0x5\n");
	print_int("char", 'x', 1, "char 'x'\n");
	print_int("char", 0, 1, "char '\\0'\n");
	print_int("char", '\n', 1, "char '\\012'\n");
	print_int("int *", 0x1234, 8, "int * 0x1234\n");
	print_int("void *", 0, 8, "void * 0\n");
	print(dt_types_lookup(ts, "string"), "hello\0\0\0", 8, "string \"hello\"\n");
}

static void test_floats(void **state)
{
	float f = 1.5f;
	double d = -2;

	(void)state;
	print(dt_types_lookup(ts, "float"), &f, sizeof(f), "float +1.5000000e+00\n");
	print(dt_types_lookup(ts, "double"), &d, sizeof(d), "double -2.0000000e+00\n");
}

static void test_enum(void **state)
{
	struct dt_type *en = dt_type_new(ts, TY_ENUM, "color");
	struct dt_enumval green = { "GREEN", 1, NULL }, red = { "RED", 0, &green };

	(void)state;
	en->ty_size = en->ty_align = 4;
	en->ty_u.enums = &red;
	print(en, &(int){ 1 }, 4, "enum color GREEN\n");
	print(en, &(int){ -7 }, 4, "enum color -7\n");
}

static void test_arrays(void **state)
{
	const struct dt_type *c = dt_types_lookup(ts, "char"), *i = dt_types_lookup(ts, "int");
	int v[] = { 0, 1, 255 };

	(void)state;
	print(dt_type_array(ts, i, 3), v, sizeof(v), "int [3] [ 0, 0x1, 0xff ]\n");
	print(dt_type_array(ts, c, 8), "abc\0\0\0\0", 8, "char [8] \"abc\"\n");
	print(dt_type_array(ts, c, 3), "abc", 3, "char [3] [ 'a', 'b', 'c' ]\n");
	print(dt_type_array(ts, c, 3), "a\1\0", 3, "char [3] [ 'a', '\\001', '\\0' ]\n");
	/* the copy is shorter than the type says */
	print(dt_type_array(ts, i, 4), v, sizeof(v), "int [4] [ 0, 0x1, 0xff ]\n");
}

static void test_structs(void **state)
{
	struct dt_type *in = dt_type_new(ts, TY_STRUCT, "inner"),
		       *out = dt_type_new(ts, TY_STRUCT, "outer");
	const struct dt_type *i = dt_types_lookup(ts, "int"), *c = dt_types_lookup(ts, "char");
	struct {
		int a;
		unsigned b : 3, c : 5, rest : 24;
		char name[8];
		struct {
			int x;
			int *p;
		} in[2];
		void *fn;
	} v = { 7, 5, 17, 0, "bash", { { 1, NULL }, { 2, (int *)0x10 } }, (void *)0x1010 };

	(void)state;
	in->ty_size = 16;
	member(in, "x", i, 0, 0);
	member(in, "p", dt_type_pointer(ts, i), 64, 0);
	out->ty_size = sizeof(v);
	member(out, "a", i, 0, 0);
	member(out, "b", i, 32, 3);
	member(out, "c", i, 35, 5);
	member(out, "name", dt_type_array(ts, c, 8), 64, 0);
	member(out, "in", dt_type_array(ts, in, 2), 128, 0);
	member(out, "fn", dt_type_pointer(ts, dt_type_function(ts, i, NULL, false)), 384, 0);
	print(in, v.in, 16, "struct inner {\n    int x = 0x1\n    int *p = 0\n}");
	print(out, &v, sizeof(v),
		"struct outer {\n"
		"    int a = 0x7\n"
		"    int b :3 = 0x5\n"
		"    int c :5 = 0x11\n"
		"    char [8] name = [ \"bash\" ]\n"
		"    struct inner [2] in = [ \n"
		"        struct inner {\n"
		"            int x = 0x1\n"
		"            int *p = 0\n"
		"        }, \n"
		"        struct inner {\n"
		"            int x = 0x2\n"
		"            int *p = 0x10\n"
		"        }\n"
		"    ]\n"
		"    int (*)() fn = vmlinux`f+0x10\n"
		"}");
}

static void test_nested(void **state)
{
	struct dt_type *in = dt_type_new(ts, TY_UNION, "u"), *out = dt_type_new(ts, TY_STRUCT, "s");
	struct dt_type *fwd = dt_type_new(ts, TY_FORWARD, "later");
	const struct dt_type *i = dt_types_lookup(ts, "int");
	int v[2] = { 3, 4 };

	(void)state;
	fwd->ty_u.fwd = TY_STRUCT;
	in->ty_size = 4;
	member(in, "n", i, 0, 0);
	out->ty_size = 8;
	member(out, "first", in, 0, 0);
	member(out, "second", i, 32, 0);
	print(out, v, sizeof(v),
		"struct s {\n"
		"    union u first = {\n"
		"        int n = 0x3\n"
		"    }\n"
		"    int second = 0x4\n"
		"}");
	print(out, v, 4,
		"struct s {\n"
		"    union u first = {\n"
		"        int n = 0x3\n"
		"    }\n"
		"    int second = <not recorded>\n"
		"}");
	print(fwd, v, 4, "struct later <forward decl>\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_floats, setup, teardown),
		cmocka_unit_test_setup_teardown(test_enum, setup, teardown),
		cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
		cmocka_unit_test_setup_teardown(test_structs, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nested, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
