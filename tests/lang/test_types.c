/* Layout as the C compiler's own; lookups and spellings. */
#include <stdio.h>
#include <string.h>
#include "fix.h"
#include "dtrace_records.h"
#include <cmocka.h>

/* The same text goes to both compilers. */
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)

#define DECLARATIONS \
	struct l1 { \
		char a; \
		short b; \
		char c; \
		int d; \
		char e; \
		long f; \
		char g; \
	}; \
	struct l2 { \
		char a; \
		struct l1 b; \
		char c; \
	}; \
	struct l3 { \
		char a; \
		double b; \
		float c; \
		long double d; \
		char e; \
	}; \
	union u1 { \
		char a[7]; \
		short b; \
		int c; \
	}; \
	struct l4 { \
		char a; \
		union u1 b; \
		struct { \
			char p; \
			long q; \
		} c; \
		char d; \
	}; \
	struct l5 { \
		char a; \
		union { \
			int b; \
			char c; \
			struct { \
				char d; \
				short e; \
			}; \
		}; \
		char f; \
	}; \
	struct l6 { \
		char a[3]; \
		int b[2][3]; \
		char *c; \
		void (*d)(int, char *); \
		enum { E1, E2 = 7 } e; \
	}; \
	struct b1 { \
		int a : 3; \
		int b : 5; \
		int c : 24; \
		int d : 1; \
		char e; \
	}; \
	struct b2 { \
		char a; \
		int b : 4; \
		short c : 9; \
		char d : 7; \
		long e : 33; \
		int f : 31; \
	}; \
	struct b3 { \
		unsigned char a : 1; \
		unsigned char b : 7; \
		unsigned char c : 2; \
		short d : 15; \
		char e; \
	}; \
	struct b4 { \
		int a : 1; \
		int : 30; \
		int b : 2; \
		long : 40; \
		char c; \
	}; \
	struct b5 { \
		char a; \
		long : 3; \
		char b; \
	}; \
	union b6 { \
		int a : 5; \
		char b; \
		long c : 40; \
	}; \
	struct b7 { \
		unsigned long a : 63; \
		unsigned long b : 2; \
		unsigned int c : 32; \
		char d : 1; \
	};
DECLARATIONS

struct layout {
	const char *name;
	size_t size, align;
};
/* clang-format off */
#define LAYOUT(t)                                                                                  \
	{                                                                                          \
#t, sizeof(t), _Alignof(t)                                                         \
	}
/* clang-format on */
static const struct layout layouts[] = {
	LAYOUT(struct l1),
	LAYOUT(struct l2),
	LAYOUT(struct l3),
	LAYOUT(union u1),
	LAYOUT(struct l4),
	LAYOUT(struct l5),
	LAYOUT(struct l6),
	LAYOUT(struct b1),
	LAYOUT(struct b2),
	LAYOUT(struct b3),
	LAYOUT(struct b4),
	LAYOUT(struct b5),
	LAYOUT(union b6),
	LAYOUT(struct b7),
	LAYOUT(proc_t),
	LAYOUT(thread_t),
	LAYOUT(cpu_t),
	LAYOUT(struct proc),
	LAYOUT(char),
	LAYOUT(signed char),
	LAYOUT(unsigned short),
	LAYOUT(int),
	LAYOUT(unsigned),
	LAYOUT(long),
	LAYOUT(long long),
	LAYOUT(unsigned long long),
	LAYOUT(float),
	LAYOUT(double),
	LAYOUT(long double),
	LAYOUT(void *),
	LAYOUT(int8_t),
	LAYOUT(uint16_t),
	LAYOUT(uint32_t),
	LAYOUT(int64_t),
	LAYOUT(uintptr_t),
	LAYOUT(size_t),
	LAYOUT(int[5]),
	LAYOUT(struct l1 *[3]),
};

struct offset {
	const char *type, *member;
	size_t offset;
};
/* clang-format off */
#define OFFSET(t, m)                                                                               \
	{                                                                                          \
#t, #m, offsetof(t, m)                                                             \
	}
/* clang-format on */
static const struct offset offsets[] = {
	OFFSET(struct l1, b),
	OFFSET(struct l1, c),
	OFFSET(struct l1, d),
	OFFSET(struct l1, f),
	OFFSET(struct l1, g),
	OFFSET(struct l2, b),
	OFFSET(struct l2, c),
	OFFSET(struct l3, b),
	OFFSET(struct l3, d),
	OFFSET(struct l4, b),
	OFFSET(struct l4, c),
	OFFSET(struct l4, d),
	OFFSET(struct l5, b),
	OFFSET(struct l5, c),
	OFFSET(struct l5, d),
	OFFSET(struct l5, e),
	OFFSET(struct l5, f),
	OFFSET(struct l6, b),
	OFFSET(struct l6, c),
	OFFSET(struct l6, d),
	OFFSET(struct l6, e),
	OFFSET(struct b1, e),
	OFFSET(struct b3, e),
	OFFSET(struct b4, c),
	OFFSET(struct b5, b),
	OFFSET(proc_t, p_pid),
	OFFSET(proc_t, p_addr),
	OFFSET(proc_t, p_name),
	OFFSET(proc_t, p_args),
	OFFSET(thread_t, t_tid),
	OFFSET(thread_t, t_affinity),
	OFFSET(thread_t, t_onsince),
	OFFSET(thread_t, t_name),
	OFFSET(thread_t, t_proc),
	OFFSET(cpu_t, c_pset),
	OFFSET(cpu_t, c_thread),
};

static void test_layout(void **state)
{
	const struct dt_type *ty;
	uint64_t off;
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, TEXT(DECLARATIONS)), 0);
	dt_lang_end(f.la);
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		ty = dt_types_lookup(f.la->la_types, layouts[i].name);
		assert_non_null(ty);
		if (dt_type_size(f.la->la_types, ty) != layouts[i].size ||
			dt_type_align(ty) != layouts[i].align)
			fail_msg("%s: %lu align %u, C has %lu align %lu", layouts[i].name,
				dt_type_size(f.la->la_types, ty), dt_type_align(ty),
				layouts[i].size, layouts[i].align);
	}
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		ty = dt_types_lookup(f.la->la_types, offsets[i].type);
		assert_non_null(dt_type_member(ty, offsets[i].member, &off));
		if (off != offsets[i].offset * 8)
			fail_msg("%s.%s: bit %lu, C has byte %lu", offsets[i].type,
				offsets[i].member, off, offsets[i].offset);
	}
	fix_close(&f);
}

/* A bit-field lies where a C store into it sets bits. */
static void check_bits(struct fix *f, const char *type, const char *member, const void *image,
	size_t size)
{
	const unsigned char *bytes = image;
	const struct dt_type *ty = dt_types_lookup(f->la->la_types, type);
	const struct dt_member *m;
	uint64_t off, bit;

	m = dt_type_member(ty, member, &off);
	assert_non_null(m);
	for (bit = 0; bit < size * 8; bit++)
		if ((bytes[bit / 8] >> bit % 8 & 1) != (bit >= off && bit < off + m->mb_bits))
			fail_msg("%s.%s: bit %lu", type, member, bit);
}
#define BITS(t, m) \
	do { \
		t v; \
		memset(&v, 0, sizeof(v)); \
		v.m = ~0; \
		check_bits(&f, #t, #m, &v, sizeof(v)); \
	} while (0)

static void test_bitfields(void **state)
{
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, TEXT(DECLARATIONS)), 0);
	BITS(struct b1, a);
	BITS(struct b1, b);
	BITS(struct b1, c);
	BITS(struct b1, d);
	BITS(struct b2, b);
	BITS(struct b2, c);
	BITS(struct b2, d);
	BITS(struct b2, f);
	BITS(struct b3, b);
	BITS(struct b3, c);
	BITS(struct b3, d);
	BITS(struct b4, b);
	BITS(union b6, a);
	BITS(struct b7, b);
	BITS(struct b7, d);
	fix_close(&f);
}

static const char *const spellings[][2] = {
	/* looked up, written; NULL: unknown */
	{ "int", "int" },
	{ "unsigned", "unsigned int" },
	{ "long int unsigned", "unsigned long" },
	{ "signed", "int" },
	{ "short signed int", "short" },
	{ "long long", "long long" },
	{ "double long", "long double" },
	{ "struct proc *", "struct proc *" },
	{ "thread_t **", "thread_t **" },
	{ "char [16]", "char [16]" },
	{ "const char *", "const char *" },
	{ "char *const", "char *const" },
	{ "char const volatile", "volatile const char" },
	{ "int [2][3]", "int [2][3]" },
	{ "string", "string" },
	{ "stack", "stack" },
	{ "_usymaddr", "_usymaddr" },
	{ "<DYN>", "<DYN>" },
	{ "userland char *", "char userland *" },
	{ "  uint64_t  ", "uint64_t" },
	{ "struct nope", NULL },
	{ "nope", NULL },
	{ "int int", NULL },
	{ "long char", NULL },
	{ "struct", NULL },
	{ "int x", NULL },
	{ "int *x", NULL },
	{ "", NULL },
	{ "*", NULL },
	{ "int [", NULL },
	{ "enum proc", NULL },
	{ "long long long", NULL },
	{ "unsigned signed", NULL },
	{ "C`uint8_t", "uint8_t" },
	{ "D`uint8_t", "uint8_t" },
	{ "D`thread_t", "thread_t" },
	{ "struct D`proc", "struct proc" },
	{ "vmlinux`int", NULL },
};

static void test_spelling(void **state)
{
	const struct dt_type *ty;
	struct fix f;
	char buf[128];

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int x;"), 0);
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		ty = dt_types_lookup(f.la->la_types, spellings[i][0]);
		if ((!ty) != (!spellings[i][1]))
			fail_msg("%s: %s", spellings[i][0], !ty ? "unknown" : "known");
		if (ty)
			assert_string_equal(dt_type_name(ty, buf, sizeof(buf)), spellings[i][1]);
	}
	fix_close(&f);
}

static void test_classes(void **state)
{
	struct dt_types *ts = dt_types_create();
	const struct dt_type *ch = dt_types_lookup(ts, "char"),
			     *str = dt_types_lookup(ts, "string");
	const struct dt_type *voidp = dt_types_lookup(ts, "void *"),
			     *intp = dt_types_lookup(ts, "int *");

	(void)state;
	assert_true(dt_type_is_strcompat(str) &&
		dt_type_is_strcompat(dt_types_lookup(ts, "const char *")));
	assert_true(dt_type_is_strcompat(dt_types_lookup(ts, "char [4]")) &&
		!dt_type_is_strcompat(intp));
	assert_true(dt_type_is_byref(str) && !dt_type_is_scalar(str) && !dt_type_is_byref(intp));
	assert_true(dt_type_is_integer(ch) && dt_type_is_scalar(ch) && dt_type_is_arith(ch));
	assert_true(dt_type_is_float(dt_types_lookup(ts, "double")) &&
		!dt_type_is_scalar(dt_types_lookup(ts, "float")));
	assert_true(dt_type_compatible(voidp, intp) &&
		!dt_type_compatible(intp, dt_types_lookup(ts, "char *")));
	assert_true(dt_type_compatible(str, dt_types_lookup(ts, "char *")) &&
		!dt_type_compatible(str, intp));
	assert_false(dt_type_compatible(intp, dt_types_lookup(ts, "userland int *")));
	assert_true(dt_type_same(dt_types_lookup(ts, "const uint32_t"),
		dt_types_lookup(ts, "unsigned")));
	assert_false(dt_type_same(dt_types_lookup(ts, "int"), dt_types_lookup(ts, "unsigned")));
	assert_int_equal(dt_type_size(ts, str), 256);
	dt_types_set_strsize(ts, 512);
	assert_int_equal(dt_type_size(ts, str), 512);
	assert_int_equal(dt_type_size(ts, dt_types_lookup(ts, "void")), 0);
	dt_types_destroy(ts);
}

static void test_forward(void **state)
{
	const struct dt_type *p, *u;
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE,
				 "struct late *ptr; union late2 *ptr2; struct late { int a, b; };"),
		0);
	p = dt_ident_lookup(f.la->la_globals, "ptr")->id_type;
	u = dt_ident_lookup(f.la->la_globals, "ptr2")->id_type;
	assert_int_equal(dt_type_resolve(p->ty_ref)->ty_kind, TY_STRUCT);
	assert_int_equal(dt_type_size(f.la->la_types, p->ty_ref), 8);
	assert_int_equal(dt_type_resolve(u->ty_ref)->ty_kind, TY_FORWARD);
	fix_close(&f);
}

/* strsize of a pragma counts for the whole text. */
static void test_strsize(void **state)
{
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE,
				 "struct s { string a; int b; };\n#pragma D option strsize=64\n"),
		0);
	assert_int_equal(dt_type_size(f.la->la_types, dt_types_lookup(f.la->la_types, "struct s")),
		68);
	fix_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_bitfields),
		cmocka_unit_test(test_spelling),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_forward),
		cmocka_unit_test(test_strsize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
