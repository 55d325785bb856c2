/* The reader of type data: what is in a file is found, and a damaged file is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include "btf.h"

#define INFO(kind, vlen) ((uint32_t)(kind) << 24 | (vlen))

/* Two types of the kernel's: int, and struct point { int x, y; }. */
static const char names[] = "\0int\0point\0x\0y";
static const uint32_t types[] = {
	1, INFO(BTF_KIND_INT, 0), 4, BTF_INT_SIGNED << 24 | 32, /* 1 */
	5, INFO(BTF_KIND_STRUCT, 2), 8, 11, 1, 0, 13, 1, 32,	/* 2 */
	0, INFO(BTF_KIND_ARRAY, 0), 0, 2, 1, 3,			/* 3: point[3] */
	0, INFO(BTF_KIND_CONST, 0), 3,				/* 4 */
};
/* A module's: typedef point dot; struct point {}; names and ids go on. */
static const char more_names[] = "dot";
static const uint32_t more_types[] = {
	sizeof(names), INFO(BTF_KIND_TYPEDEF, 0), 2, /* 5 */
	5, INFO(BTF_KIND_STRUCT, 0), 0,		     /* 6 */
};

static char path[] = "/tmp/test_btf.XXXXXX";

/* A file of these types and names, without its last bytes. */
static void write_file(const uint32_t *t, size_t tsize, const char *n, size_t nsize, size_t cut)
{
	struct btf_header h = { .magic = BTF_MAGIC,
		.version = 1,
		.hdr_len = sizeof(h),
		.type_len = (uint32_t)tsize,
		.str_off = (uint32_t)tsize,
		.str_len = (uint32_t)nsize };
	char buf[4096];
	FILE *fp = fopen(path, "w");

	memcpy(buf, &h, sizeof(h));
	memcpy(buf + sizeof(h), t, tsize);
	memcpy(buf + sizeof(h) + tsize, n, nsize);
	assert_non_null(fp);
	fwrite(buf, 1, sizeof(h) + tsize + nsize - cut, fp);
	fclose(fp);
}

static void open_kernel(struct base_btf *b)
{
	write_file(types, sizeof(types), names, sizeof(names), 0);
	assert_int_equal(base_btf_open(b, path, NULL), 0);
}

static void test_types(void **state)
{
	struct base_btf b;
	const struct btf_type *t;

	(void)state;
	open_kernel(&b);
	assert_int_equal(b.bb_end, 5);
	assert_null(base_btf_type(&b, 0));
	assert_null(base_btf_type(&b, 5));
	assert_int_equal(base_btf_find(&b, "point", BTF_KIND_STRUCT), 2);
	assert_int_equal(base_btf_find(&b, "point", BTF_KIND_UNION), 0);
	assert_int_equal(base_btf_find(&b, "poin", BTF_KIND_STRUCT), 0);
	t = base_btf_type(&b, 2);
	assert_string_equal(base_btf_name(&b, btf_members(t)[1].name_off), "y");
	assert_string_equal(base_btf_name(&b, sizeof(names)), "");
	assert_int_equal(btf_member_bit_offset(t, 1), 32);
	assert_int_equal(base_btf_size(&b, 4), 24);
	assert_ptr_equal(base_btf_plain(&b, 4), base_btf_type(&b, 3));
	base_btf_close(&b);
}

static void test_module(void **state)
{
	struct base_btf b, m;

	(void)state;
	open_kernel(&b);
	unlink(path); /* it may be mapped */
	write_file(more_types, sizeof(more_types), more_names, sizeof(more_names), 0);
	assert_int_equal(base_btf_open(&m, path, &b), 0);
	assert_int_equal(base_btf_find(&m, "dot", BTF_KIND_TYPEDEF), 5);
	assert_int_equal(base_btf_find(&m, "point", BTF_KIND_STRUCT), 6);
	assert_ptr_equal(base_btf_plain(&m, 5), base_btf_type(&b, 2));
	assert_string_equal(base_btf_name(&m, 1), "int");
	assert_int_equal(base_btf_size(&m, 5), 8);
	base_btf_close(&m);
	base_btf_close(&b);
}

/* Cut anywhere, or with a type that is longer than the rest, it is refused. */
static void test_damaged(void **state)
{
	uint32_t wrong[sizeof(types) / sizeof(types[0])];
	struct base_btf b;

	(void)state;
	for (size_t cut = 1; cut < sizeof(types) + sizeof(names) + sizeof(struct btf_header);
		cut++) {
		write_file(types, sizeof(types), names, sizeof(names), cut);
		assert_int_equal(base_btf_open(&b, path, NULL), -1);
	}
	memcpy(wrong, types, sizeof(types));
	wrong[5] = INFO(BTF_KIND_STRUCT, 100);
	write_file(wrong, sizeof(wrong), names, sizeof(names), 0);
	assert_int_equal(base_btf_open(&b, path, NULL), -1);
	wrong[5] = INFO(30, 2);
	write_file(wrong, sizeof(wrong), names, sizeof(names), 0);
	assert_int_equal(base_btf_open(&b, path, NULL), -1);
	write_file(types, sizeof(types), names, sizeof(names) - 1, 0); /* no NUL at the end */
	assert_int_equal(base_btf_open(&b, path, NULL), -1);
	assert_int_equal(base_btf_open(&b, "/nonexistent", NULL), -1);
	assert_int_equal(errno, ENOENT);
}

/* A chain of aliases that leads back to itself ends. */
static void test_circle(void **state)
{
	static const uint32_t circle[] = { 0, INFO(BTF_KIND_CONST, 0), 2, 0,
		INFO(BTF_KIND_VOLATILE, 0), 1 };
	struct base_btf b;

	(void)state;
	write_file(circle, sizeof(circle), names, sizeof(names), 0);
	assert_int_equal(base_btf_open(&b, path, NULL), 0);
	assert_null(base_btf_plain(&b, 1));
	assert_int_equal(base_btf_size(&b, 1), -1);
	base_btf_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_types),
		cmocka_unit_test(test_module), cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_circle) };
	int fd = mkstemp(path), rc;

	close(fd);
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return rc;
}
