/* The subroutines, by the table of their behaviour. */
#include "dif_impl.h"
#include "fix.h"

struct arg {
	const char *s; /* or */
	int64_t v;
};
/* clang-format off */
#define S(x) {x, 0}
#define V(x) {NULL, x}
/* clang-format on */

static struct dif_object *call(unsigned subr, const struct arg *args, unsigned n)
{
	struct dif_object *o = as_new();

	for (unsigned i = 0; i < n; i++) {
		if (args[i].s)
			as_sets(o, args[i].s, 1);
		else
			as_setx(o, args[i].v, 1);
		RRR(o, PUSHTV, 0, 0, 1);
	}
	WIDE(o, CALL, subr, 2);
	RET(o, 2);
	return o;
}

struct strcase {
	unsigned subr, n;
	struct arg args[3];
	const char *want; /* NULL: the result is NULL */
};

static void check_strings(const struct strcase *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct fix *fx = fix_new();
		const char *got = (const char *)fix_value(fx, call(t[i].subr, t[i].args, t[i].n));

		if (!got != !t[i].want || (got && strcmp(got, t[i].want) != 0))
			fail_msg("#%zu %s: \"%s\", not \"%s\"", i, dif_subr_name(t[i].subr), got,
				t[i].want);
		assert_true(!got || dif_readable(&fx->fx_m, (uintptr_t)got, strlen(got) + 1));
		fix_free(fx);
	}
}

#define STRINGS(t) check_strings(t, sizeof(t) / sizeof(t[0]))

static void paths(void **state)
{
	static const struct strcase t[] = {
		{ DIF_SUBR_BASENAME, 1, { S("/usr/bin/cat") }, "cat" },
		{ DIF_SUBR_BASENAME, 1, { S("cat") }, "cat" },
		{ DIF_SUBR_BASENAME, 1, { S("/usr/bin///") }, "bin" },
		{ DIF_SUBR_BASENAME, 1, { S("") }, "." },
		{ DIF_SUBR_BASENAME, 1, { S("///") }, "/" },
		{ DIF_SUBR_BASENAME, 1, { S("C:\\Windows\\System32\\ntdll.dll") }, "ntdll.dll" },
		{ DIF_SUBR_BASENAME, 1, { S("\\") }, "\\" },
		{ DIF_SUBR_DIRNAME, 1, { S("/usr/bin/cat") }, "/usr/bin" },
		{ DIF_SUBR_DIRNAME, 1, { S("/usr//bin/") }, "/usr" },
		{ DIF_SUBR_DIRNAME, 1, { S("cat") }, "." },
		{ DIF_SUBR_DIRNAME, 1, { S("cat/") }, "." },
		{ DIF_SUBR_DIRNAME, 1, { S("") }, "." },
		{ DIF_SUBR_DIRNAME, 1, { S("/") }, "/" },
		{ DIF_SUBR_DIRNAME, 1, { S("//usr") }, "/" },
		{ DIF_SUBR_DIRNAME, 1, { S("C:\\Windows\\x") }, "C:\\Windows" },
		{ DIF_SUBR_DIRNAME, 1, { S("\\\\") }, "\\" },
	};

	(void)state;
	STRINGS(t);
}

static void searches(void **state)
{
	static const struct strcase t[] = {
		{ DIF_SUBR_STRCHR, 2, { S("foo/bar/baz"), V('/') }, "/bar/baz" },
		{ DIF_SUBR_STRCHR, 2, { S("foo"), V('x') }, NULL },
		{ DIF_SUBR_STRCHR, 2, { S("foo"), V(0) }, "" },
		{ DIF_SUBR_STRRCHR, 2, { S("foo/bar/baz"), V('/') }, "/baz" },
		{ DIF_SUBR_STRRCHR, 2, { S("foo"), V('x') }, NULL },
		{ DIF_SUBR_STRRCHR, 2, { S("foo"), V(0) }, "" },
		{ DIF_SUBR_STRSTR, 2, { S("foobarbar"), S("bar") }, "barbar" },
		{ DIF_SUBR_STRSTR, 2, { S("foobar"), S("baz") }, NULL },
		{ DIF_SUBR_STRSTR, 2, { S("foobar"), S("") }, "foobar" },
		{ DIF_SUBR_STRSTR, 2, { S(""), S("") }, "" },
		{ DIF_SUBR_STRSTR, 2, { S(""), S("x") }, NULL },
	};

	(void)state;
	STRINGS(t);
}

static void substr(void **state)
{
	static const struct strcase t[] = {
		{ DIF_SUBR_SUBSTR, 2, { S("abcdef"), V(2) }, "cdef" },
		{ DIF_SUBR_SUBSTR, 2, { S("abcdef"), V(0) }, "abcdef" },
		{ DIF_SUBR_SUBSTR, 2, { S("abcdef"), V(6) }, "" },
		{ DIF_SUBR_SUBSTR, 2, { S("abcdef"), V(-2) }, "ef" },
		{ DIF_SUBR_SUBSTR, 2, { S("abcdef"), V(-9) }, "abcdef" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(1), V(2) }, "bc" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(1), V(0) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(1), V(99) }, "bcdef" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(1), V(-2) }, "bcd" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(1), V(-5) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(-3), V(2) }, "de" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(-3), V(-1) }, "de" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(-8), V(4) }, "ab" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(-8), V(2) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(99), V(2) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(INT64_MAX), V(INT64_MAX) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(INT64_MIN), V(INT64_MIN) }, "" },
		{ DIF_SUBR_SUBSTR, 3, { S("abcdef"), V(0), V(INT64_MAX) }, "abcdef" },
		{ DIF_SUBR_SUBSTR, 2, { S(""), V(0) }, "" },
	};

	(void)state;
	STRINGS(t);
}

static void numbers(void **state)
{
	static const struct strcase t[] = {
		{ DIF_SUBR_LLTOSTR, 1, { V(0) }, "0" },
		{ DIF_SUBR_LLTOSTR, 1, { V(-12) }, "-12" },
		{ DIF_SUBR_LLTOSTR, 1, { V(INT64_MIN) }, "-9223372036854775808" },
		{ DIF_SUBR_LLTOSTR, 2, { V(-1), V(10) }, "-1" },
		{ DIF_SUBR_LLTOSTR, 2, { V(-1), V(16) }, "0xffffffffffffffff" },
		{ DIF_SUBR_LLTOSTR, 2, { V(0), V(16) }, "0x0" },
		{ DIF_SUBR_LLTOSTR, 2, { V(8), V(8) }, "010" },
		{ DIF_SUBR_LLTOSTR, 2, { V(0), V(8) }, "0" },
		{ DIF_SUBR_LLTOSTR, 2, { V(35), V(36) }, "z" },
		{ DIF_SUBR_LLTOSTR, 2, { V(-1), V(2) },
			"1111111111111111111111111111111111111111111111111111111111111111" },
		{ DIF_SUBR_STRJOIN, 2, { S("foo"), S("bar") }, "foobar" },
		{ DIF_SUBR_STRJOIN, 2, { S(""), S("") }, "" },
	};

	(void)state;
	STRINGS(t);
}

static void offsets(void **state)
{
	static const struct {
		unsigned subr, n;
		struct arg args[3];
		int64_t want;
	} t[] = {
		{ DIF_SUBR_INDEX, 2, { S("foobarbar"), S("bar") }, 3 },
		{ DIF_SUBR_INDEX, 3, { S("foobarbar"), S("bar"), V(3) }, 3 },
		{ DIF_SUBR_INDEX, 3, { S("foobarbar"), S("bar"), V(4) }, 6 },
		{ DIF_SUBR_INDEX, 3, { S("foobarbar"), S("bar"), V(7) }, -1 },
		{ DIF_SUBR_INDEX, 3, { S("foobarbar"), S("bar"), V(-7) }, 3 },
		{ DIF_SUBR_INDEX, 3, { S("foo"), S("o"), V(3) }, -1 },
		{ DIF_SUBR_INDEX, 3, { S("foo"), S(""), V(3) }, 3 },
		{ DIF_SUBR_INDEX, 3, { S("foo"), S(""), V(300) }, 3 },
		{ DIF_SUBR_INDEX, 3, { S("foo"), S(""), V(1) }, 1 },
		{ DIF_SUBR_INDEX, 2, { S(""), S("") }, 0 },
		{ DIF_SUBR_INDEX, 2, { S(""), S("x") }, -1 },
		{ DIF_SUBR_RINDEX, 2, { S("foobarbar"), S("bar") }, 6 },
		{ DIF_SUBR_RINDEX, 3, { S("foobarbar"), S("bar"), V(5) }, 3 },
		{ DIF_SUBR_RINDEX, 3, { S("foobarbar"), S("bar"), V(6) }, 6 },
		{ DIF_SUBR_RINDEX, 3, { S("foobarbar"), S("bar"), V(600) }, 6 },
		{ DIF_SUBR_RINDEX, 3, { S("foobarbar"), S("bar"), V(2) }, -1 },
		{ DIF_SUBR_RINDEX, 3, { S("foo"), S("f"), V(-1) }, -1 },
		{ DIF_SUBR_RINDEX, 3, { S("foo"), S(""), V(-1) }, 0 },
		{ DIF_SUBR_RINDEX, 2, { S("foo"), S("") }, 3 },
		{ DIF_SUBR_RINDEX, 3, { S("foo"), S(""), V(9) }, 3 },
		{ DIF_SUBR_RINDEX, 2, { S("fo"), S("foo") }, -1 },
		{ DIF_SUBR_RINDEX, 2, { S(""), S("") }, 0 },
		{ DIF_SUBR_STRLEN, 1, { S("") }, 0 },
		{ DIF_SUBR_STRLEN, 1, { S("four") }, 4 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		struct fix *fx = fix_new();
		int64_t got = (int64_t)fix_value(fx, call(t[i].subr, t[i].args, t[i].n));

		if (got != t[i].want)
			fail_msg("#%zu %s: %lld", i, dif_subr_name(t[i].subr), (long long)got);
		fix_free(fx);
	}
}

/* strsize doesn't count the NUL. */
static void truncation(void **state)
{
	struct fix *fx = fix_new();
	char longs[400];
	struct arg args[2] = { S(longs), V(0) }, join[2] = { S(longs + 300), S(longs + 300) };
	uint64_t v;

	(void)state;
	memset(longs, 'x', sizeof(longs) - 1);
	longs[399] = '\0';
	assert_int_equal(fix_value(fx, call(DIF_SUBR_STRLEN, args, 1)), 256);
	v = fix_value(fx, call(DIF_SUBR_SUBSTR, args, 2));
	assert_int_equal(strlen((char *)v), 256);
	join[0].s = longs + 399 - 128;
	join[1].s = longs + 399 - 128;
	v = fix_value(fx, call(DIF_SUBR_STRJOIN, join, 2));
	assert_int_equal(strlen((char *)v), 256);
	join[0].s--;
	fix_fault(fx, call(DIF_SUBR_STRJOIN, join, 2), DIF_FLT_NOSCRATCH, 0, 4);
	fix_free(fx);
}

static void faults(void **state)
{
	static const struct arg base1[2] = { V(5), V(1) }, base37[2] = { V(5), V(37) },
				null[1] = { V(0) };
	struct fix *fx = fix_new();

	(void)state;
	fix_fault(fx, call(DIF_SUBR_LLTOSTR, base1, 2), DIF_FLT_ILLOP, 1, 4);
	fix_fault(fx, call(DIF_SUBR_LLTOSTR, base37, 2), DIF_FLT_ILLOP, 37, 4);
	fix_fault(fx, call(DIF_SUBR_STRLEN, null, 1), DIF_FLT_BADADDR, 0, 2);
	fix_fault(fx, call(DIF_SUBR_BASENAME, null, 1), DIF_FLT_BADADDR, 0, 2);
	fx->fx_m.ma_scratch_cur = fx->fx_m.ma_scratch_end - 2;
	fix_fault(fx, call(DIF_SUBR_LLTOSTR, base1, 1), DIF_FLT_NOSCRATCH, 0, 2);
	fix_free(fx);
}

static void randoms(void **state)
{
	struct fix *fx = fix_new();
	uint64_t seen = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		uint64_t v = fix_value(fx, call(DIF_SUBR_RAND, NULL, 0));

		assert_true(v <= INT32_MAX);
		seen |= 1ull << v % 64;
	}
	assert_true(__builtin_popcountll(seen) > 50);
	fix_free(fx);
}

static bool live_copyin(struct dif_mach *m, uint64_t addr, void *dst, size_t len)
{
	(void)m;
	if (addr != 0x9000)
		return false;
	memset(dst, 'L', len);
	return true;
}

static bool live_copyinstr(struct dif_mach *m, uint64_t addr, char *dst, size_t size)
{
	(void)m;
	if (addr != 0x9000)
		return false;
	snprintf(dst, size, "live");
	return true;
}

static void copyins(void **state)
{
	static const struct arg captured[2] = { V(0x1002), V(3) }, bad[2] = { V(0x2000), V(4) },
				live[2] = { V(0x9000), V(4) }, beyond[2] = { V(0x1002), V(64) },
				huge[2] = { V(0x1002), V(-1) };
	struct fix *fx = fix_new();
	char *data = strdup("abcdefg");

	(void)state;
	fx->fx_mem[0] = (struct dt_mem){ 0x1000, data, 8, true, false };
	fx->fx_mem[1] = (struct dt_mem){ 0x2000, NULL, 0, true, true };
	fx->fx_fi.fi_nmem = 2;
	assert_memory_equal((void *)fix_value(fx, call(DIF_SUBR_COPYIN, captured, 2)), "cde", 3);
	assert_string_equal((char *)fix_value(fx, call(DIF_SUBR_COPYINSTR, captured, 1)), "cdefg");
	assert_string_equal((char *)fix_value(fx, call(DIF_SUBR_COPYINSTR, captured, 2)), "cd");
	fix_fault(fx, call(DIF_SUBR_COPYIN, bad, 2), DIF_FLT_BADADDR, 0x2000, 4);
	fix_fault(fx, call(DIF_SUBR_COPYINSTR, bad, 1), DIF_FLT_BADADDR, 0x2000, 2);
	fix_fault(fx, call(DIF_SUBR_COPYIN, beyond, 2), DIF_FLT_BADADDR, 0x1002, 4);
	fix_fault(fx, call(DIF_SUBR_COPYIN, huge, 2), DIF_FLT_NOSCRATCH, 0, 4);
	fix_fault(fx, call(DIF_SUBR_COPYIN, live, 2), DIF_FLT_BADADDR, 0x9000, 4);
	fx->fx_ops.mo_copyin = live_copyin;
	fx->fx_ops.mo_copyinstr = live_copyinstr;
	assert_memory_equal((void *)fix_value(fx, call(DIF_SUBR_COPYIN, live, 2)), "LLLL", 4);
	assert_string_equal((char *)fix_value(fx, call(DIF_SUBR_COPYINSTR, live, 1)), "live");
	assert_string_equal((char *)fix_value(fx, call(DIF_SUBR_COPYINSTR, live, 2)), "liv");
	fix_fault(fx, call(DIF_SUBR_COPYIN, bad, 2), DIF_FLT_BADADDR, 0x2000, 4);
	fix_free(fx);
	free(data);
}

static struct dif_object *call_at(unsigned subr, uint64_t addr, const char *second)
{
	struct dif_object *o = as_new();

	as_setx(o, addr, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	if (second) {
		as_sets(o, second, 1);
		RRR(o, PUSHTV, 0, 0, 1);
	}
	WIDE(o, CALL, subr, 2);
	RET(o, 2);
	return o;
}

static const char letters[] = "{}[]\":,\\ab1-./ ,..//";

/* Texts that end with the memory they are in, well formed or not: nothing is read behind them. */
static void hostile(void **state)
{
	static const struct {
		unsigned subr;
		const char *second;
	} t[] = {
		{ DIF_SUBR_JSON, "a" },
		{ DIF_SUBR_JSON, "a[1].b" },
		{ DIF_SUBR_JSON, "[0]" },
		{ DIF_SUBR_JSON, "[1][0]" },
		{ DIF_SUBR_JSON, "" },
		{ DIF_SUBR_CLEANPATH, NULL },
		{ DIF_SUBR_STRTOK, "a/." },
		{ DIF_SUBR_STRTOLL, NULL },
		{ DIF_SUBR_TOUPPER, NULL },
		{ DIF_SUBR_WSTRINGOF, NULL },
		{ DIF_SUBR_WSTRLEN, NULL },
	};
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct fix *fx = fix_new();
		size_t len = rand_r(&seed) % 40 + 1;
		char *at = (char *)fx->fx_payload + FIX_PAYLOAD - len;
		unsigned i = round % (sizeof(t) / sizeof(t[0]));
		struct dif_object *o = call_at(t[i].subr, (uintptr_t)at, t[i].second);
		const char *got;

		for (size_t k = 0; k < len; k++)
			at[k] = letters[rand_r(&seed) % (sizeof(letters) - 1)];
		if (round % 7)
			at[len - 1] = '\0';
		got = (const char *)fix_run(fx, o);
		if (!fx->fx_m.ma_faulted && got && t[i].subr != DIF_SUBR_STRTOLL &&
			t[i].subr != DIF_SUBR_WSTRLEN)
			assert_true(strlen(got) < 256);
		if (round % 7 == 0 && t[i].subr != DIF_SUBR_WSTRLEN &&
			t[i].subr != DIF_SUBR_WSTRINGOF)
			assert_int_equal(fx->fx_m.ma_fault, DIF_FLT_BADADDR);
		dif_object_free(o);
		fix_free(fx);
	}
}

/* Every prototype allows what its brackets say. */
static void prototypes_say_the_arity(void **state)
{
	static const struct {
		unsigned subr, min, max;
	} t[] = { { DIF_SUBR_RAND, 0, 0 }, { DIF_SUBR_STRLEN, 1, 1 }, { DIF_SUBR_BCOPY, 3, 3 },
		{ DIF_SUBR_ETWPROPS, 0, 1 }, { DIF_SUBR_LLTOSTR, 1, 2 }, { DIF_SUBR_INDEX, 2, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		unsigned min, max;

		dif_subr_arity(&dif_subrs[t[i].subr], &min, &max);
		assert_int_equal(min, t[i].min);
		assert_int_equal(max, t[i].max);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prototypes_say_the_arity),
		cmocka_unit_test(hostile),
		cmocka_unit_test(paths),
		cmocka_unit_test(searches),
		cmocka_unit_test(substr),
		cmocka_unit_test(numbers),
		cmocka_unit_test(offsets),
		cmocka_unit_test(truncation),
		cmocka_unit_test(faults),
		cmocka_unit_test(randoms),
		cmocka_unit_test(copyins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
