/* Libraries: order, hiding, skipping, errors. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "fix.h"
#include <cmocka.h>

struct dirs {
	char path[2][64];
};

static void make(struct dirs *d)
{
	for (int i = 0; i < 2; i++) {
		strcpy(d->path[i], "/tmp/dtlibXXXXXX");
		assert_non_null(mkdtemp(d->path[i]));
	}
}

static void put(const char *dir, const char *name, const char *text)
{
	char path[256];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fp = fopen(path, "w");
	assert_non_null(fp);
	fputs(text, fp);
	fclose(fp);
}

static void drop(struct dirs *d)
{
	struct dirent *de;
	char path[512];
	DIR *dp;
	int i;

	for (i = 0; i < 2; i++) {
		dp = opendir(d->path[i]);
		while ((de = readdir(dp))) {
			snprintf(path, sizeof(path), "%s/%s", d->path[i], de->d_name);
			unlink(path);
		}
		closedir(dp);
		rmdir(d->path[i]);
	}
}

static void open_with(struct fix *f, const struct dirs *d)
{
	fix_open(f);
	dt_options_set(&f->opts, "libdir", d->path[0], DT_FROM_CMD);
	dt_options_set(&f->opts, "syslibdir", d->path[1], DT_FROM_CMD);
}

static void test_order(void **state)
{
	struct dirs d;
	struct fix f;

	(void)state;
	make(&d);
	put(d.path[0], "a.d",
		"#pragma D depends_on library c.d\n#pragma D depends_on library b.d\ninline int A "
		"= B + C;");
	put(d.path[0], "b.d", "#pragma D depends_on library c.d\nenum { B = C * 2 };");
	put(d.path[1], "c.d", "/*\n#pragma D depends_on library a.d\n*/enum { C = 5 };");
	put(d.path[1], "not-a-library", "garbage {");
	put(d.path[1], ".hidden.d", "garbage {");
	open_with(&f, &d);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int x[A];"), 0);
	assert_int_equal(dt_ident_lookup(f.la->la_globals, "A")->id_value, 15);
	assert_true(dt_ident_lookup(f.la->la_globals, "A")->id_flags & IDF_LIBRARY);
	assert_int_equal(dt_ident_lookup(f.la->la_globals, "x")->id_type->ty_nelems, 15);
	assert_false(dt_ident_lookup(f.la->la_globals, "x")->id_flags & IDF_LIBRARY);
	fix_close(&f);
	drop(&d);
}

static void test_hiding(void **state)
{
	struct dirs d;
	struct fix f;

	(void)state;
	make(&d);
	put(d.path[0], "a.d", "inline int A = 1;");
	put(d.path[1], "a.d", "inline int A = 2; inline int B = 3;");
	open_with(&f, &d);
	assert_int_equal(dt_lang_load_libraries(f.la), 0);
	assert_int_equal(dt_ident_lookup(f.la->la_globals, "A")->id_value, 1);
	assert_null(dt_ident_lookup(f.la->la_globals, "B"));
	fix_close(&f);
	open_with(&f, &d);
	dt_options_set(&f.opts, "nolibs", NULL, DT_FROM_CMD);
	assert_int_equal(dt_lang_load_libraries(f.la), 0);
	assert_null(dt_ident_lookup(f.la->la_globals, "A"));
	assert_non_null(dt_types_lookup(f.la->la_types, "thread_t *"));
	fix_close(&f);
	drop(&d);
}

static void test_skipping(void **state)
{
	struct dirs d;
	struct fix f;

	(void)state;
	make(&d);
	put(d.path[0], "a.d",
		"inline int BEFORE = 1;\n#pragma D depends_on provider nowhere\ngarbage {");
	put(d.path[0], "b.d", "#pragma D depends_on provider here\ninline int B = 1;");
	put(d.path[0], "c.d", "#pragma D depends_on library a.d\ninline int C = BEFORE;");
	open_with(&f, &d);
	assert_int_equal(dt_lang_load_libraries(f.la), 0);
	assert_null(dt_ident_lookup(f.la->la_globals, "BEFORE"));
	assert_null(dt_ident_lookup(f.la->la_globals, "C"));
	assert_non_null(dt_ident_lookup(f.la->la_globals, "B"));
	fix_close(&f);
	drop(&d);
}

/* The message for a library a.d of this text; b.d depends on a.d. */
static void message(const char *text, const char *want)
{
	char full[1024];
	struct dirs d;
	struct fix f;

	make(&d);
	put(d.path[0], "a.d", text);
	put(d.path[0], "b.d", "#pragma D depends_on library a.d\ninline int B = 1;");
	open_with(&f, &d);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int x;"), -1);
	snprintf(full, sizeof(full), want, d.path[0]);
	assert_string_equal(f.la->la_msg.me_text, full);
	assert_int_equal(fix_parse(&f, CTX_FILE, "int x;"),
		-1); /* and again: nothing half done remains */
	assert_string_equal(f.la->la_msg.me_text, full);
	assert_null(dt_types_lookup(f.la->la_types, "thread_t"));
	put(d.path[0], "a.d", "inline int A = 1;");
	assert_int_equal(fix_parse(&f, CTX_FILE, "int x;"), 0);
	fix_close(&f);
	drop(&d);
}

static void test_messages(void **state)
{
	(void)state;
	message("#pragma D depends_on library b.d\n", "Cyclic dependency detected: b.d => a.d");
	message("#pragma D depends_on library z.d\n", "Invalid library dependency in a.d: z.d");
	message("#pragma D depends_on library a.d\n", "Cyclic dependency detected: a.d => a.d");
	message("inline int A = 1;\nBEGIN { }\n",
		"[D_SYNTAX] \"%s/a.d\", line 2: probe clauses are not permitted in a "
		"library\nBEGIN { }\n^~~~~~~~~");
	message("inline int A = 1;\n\n  int A;",
		"[D_DECL_IDRED] \"%s/a.d\", line 3: identifier redeclared: A\n"
		"  int A;\n      ^");
}

/* A hundred libraries of a hundred declarations load in no time. */
static void test_speed(void **state)
{
	char name[32], *text = malloc(1 << 20), *p;
	struct timespec from, to;
	struct dirs d;
	struct fix f;
	double ms;
	int i, j;

	(void)state;
	make(&d);
	for (i = 0; i < 100; i++) {
		p = text +
			sprintf(text, i > 0 ? "#pragma D depends_on library l%d.d\n" : "", i - 1);
		for (j = 0; j < 100; j++)
			p += sprintf(p,
				"#pragma D attributes Stable/Stable/Common V%d_%d\ninline int "
				"V%d_%d = %d;\n"
				"typedef struct s%d_%d { int a; char *b; } t%d_%d;\n",
				i, j, i, j, j, i, j, i, j);
		snprintf(name, sizeof(name), "l%d.d", i);
		put(d.path[0], name, text);
	}
	open_with(&f, &d);
	clock_gettime(CLOCK_MONOTONIC, &from);
	assert_int_equal(dt_lang_load_libraries(f.la), 0);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
	print_message("10000 inlines and 10000 structures: %.1f ms\n", ms);
	assert_int_equal(dt_ident_lookup(f.la->la_globals, "V99_99")->id_value, 99);
	fix_close(&f);
	drop(&d);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_hiding),
		cmocka_unit_test(test_skipping),
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_speed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
