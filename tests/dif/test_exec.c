/* Arithmetic, comparisons and branches, loads and stores. */
#include "fix.h"

static uint64_t binary(unsigned op, uint64_t a, uint64_t b)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t v;

	as_setx(o, a, 1);
	as_setx(o, b, 2);
	as_emit(o, DIF_INSTR_RRR(op, 1, 2, 3));
	RET(o, 3);
	v = fix_value(fx, o);
	fix_free(fx);
	return v;
}

static void arithmetic(void **state)
{
	static const struct {
		unsigned op;
		uint64_t a, b, want;
	} t[] = {
		{ DIF_OP_OR, 0xf0, 0x1f, 0xff },
		{ DIF_OP_XOR, 0xf0, 0x1f, 0xef },
		{ DIF_OP_AND, 0xf0, 0x1f, 0x10 },
		{ DIF_OP_SLL, 1, 63, 1ull << 63 },
		{ DIF_OP_SLL, 3, 65, 6 },
		{ DIF_OP_SRL, -1ull, 60, 15 },
		{ DIF_OP_SRL, -1ull, 64, -1ull },
		{ DIF_OP_SRA, (uint64_t)-16, 2, (uint64_t)-4 },
		{ DIF_OP_SRA, (uint64_t)-16, 66, (uint64_t)-4 },
		{ DIF_OP_SUB, 3, 5, (uint64_t)-2 },
		{ DIF_OP_ADD, INT64_MAX, 1, 1ull << 63 },
		{ DIF_OP_MUL, (uint64_t)-3, 7, (uint64_t)-21 },
		{ DIF_OP_MUL, 1ull << 63, 2, 0 },
		{ DIF_OP_SDIV, (uint64_t)-7, 2, (uint64_t)-3 },
		{ DIF_OP_SDIV, 1ull << 63, -1ull, 1ull << 63 },
		{ DIF_OP_UDIV, (uint64_t)-7, 2, 0x7ffffffffffffffc },
		{ DIF_OP_UDIV, 1ull << 63, -1ull, 0 },
		{ DIF_OP_SREM, (uint64_t)-7, 2, (uint64_t)-1 },
		{ DIF_OP_SREM, 1ull << 63, -1ull, 0 },
		{ DIF_OP_UREM, (uint64_t)-7, 10, 9 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (binary(t[i].op, t[i].a, t[i].b) != t[i].want)
			fail_msg("%s #%zu", dif_op_name(t[i].op), i);
}

static void unary(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_setx(o, 0x0f, 1);
	RRR(o, NOT, 1, 0, 2);
	RRR(o, MOV, 2, 0, 3);
	RRR(o, NOP, 0, 0, 0);
	RET(o, 3);
	assert_int_equal(fix_value(fx, o), ~0x0full);
	fix_free(fx);
}

/* 1 if the branch is taken after the comparison. */
static uint64_t taken(unsigned op, uint64_t a, uint64_t b, bool tst)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t v;

	as_setx(o, a, 1);
	as_setx(o, b, 2);
	as_setx(o, 1, 3);
	if (tst)
		RRR(o, TST, 1, 0, 0);
	else
		RRR(o, CMP, 1, 2, 0);
	as_emit(o, DIF_INSTR_BR(op, 6));
	as_setx(o, 0, 3);
	RET(o, 3);
	v = fix_value(fx, o);
	fix_free(fx);
	return v;
}

static bool want_taken(unsigned op, uint64_t a, uint64_t b)
{
	int64_t sa = (int64_t)a, sb = (int64_t)b;

	switch (op) {
	case DIF_OP_BA: return true;
	case DIF_OP_BE: return a == b;
	case DIF_OP_BNE: return a != b;
	case DIF_OP_BG: return sa > sb;
	case DIF_OP_BGU: return a > b;
	case DIF_OP_BGE: return sa >= sb;
	case DIF_OP_BGEU: return a >= b;
	case DIF_OP_BL: return sa < sb;
	case DIF_OP_BLU: return a < b;
	case DIF_OP_BLE: return sa <= sb;
	default: return a <= b;
	}
}

static void branches(void **state)
{
	static const uint64_t v[] = { 0, 1, 2, 0x7fffffff, 0x80000000, INT64_MAX, 1ull << 63, -2ull,
		-1ull };
	const size_t n = sizeof(v) / sizeof(v[0]);

	(void)state;
	for (unsigned op = DIF_OP_BA; op <= DIF_OP_BLEU; op++) {
		for (size_t i = 0; i < n * n; i++) {
			uint64_t a = v[i / n], b = v[i % n];

			if (taken(op, a, b, false) != want_taken(op, a, b))
				fail_msg("cmp %s %zu %zu", dif_op_name(op), i / n, i % n);
			if (taken(op, a, b, true) != want_taken(op, a, 0))
				fail_msg("tst %s %zu", dif_op_name(op), i / n);
		}
	}
}

/* NULL pointers stand for NULL strings. */
static uint64_t string_taken(unsigned op, const char *a, const char *b)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t v;

	if (a)
		as_sets(o, a, 1);
	else
		RRR(o, NOP, 0, 0, 0);
	if (b)
		as_sets(o, b, 2);
	else
		RRR(o, NOP, 0, 0, 0);
	as_setx(o, 1, 3);
	RRR(o, SCMP, 1, 2, 0);
	as_emit(o, DIF_INSTR_BR(op, 6));
	as_setx(o, 0, 3);
	RET(o, 3);
	v = fix_value(fx, o);
	fix_free(fx);
	return v;
}

static void strings(void **state)
{
	static const char *const v[] = { NULL, "", "a", "ab", "abc", "abd", "b", "\xff" };
	const size_t n = sizeof(v) / sizeof(v[0]);

	(void)state;
	for (unsigned op = DIF_OP_BE; op <= DIF_OP_BLEU; op++) {
		for (size_t i = 0; i < n * n; i++) {
			const char *a = v[i / n], *b = v[i % n];
			uint64_t c = (uint64_t)(int64_t)strcmp(a ? a : "", b ? b : "");
			bool below = (int64_t)c<0, above = (int64_t)c> 0;

			if (string_taken(op, a, b) != want_taken(op, above, below))
				fail_msg("scmp %s %zu %zu", dif_op_name(op), i / n, i % n);
		}
	}
}

/* Bytes beyond strsize don't count. */
static void long_strings(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	char a[400], b[400];

	(void)state;
	memset(a, 'x', sizeof(a));
	memset(b, 'x', sizeof(b));
	a[399] = b[399] = '\0';
	b[256] = 'y';
	as_sets(o, a, 1);
	as_sets(o, b, 2);
	as_setx(o, 1, 3);
	RRR(o, SCMP, 1, 2, 0);
	BR(o, BE, 6);
	as_setx(o, 0, 3);
	RET(o, 3);
	assert_int_equal(fix_value(fx, o), 1);
	fix_free(fx);
}

static uint64_t load(struct fix *fx, unsigned op, uint64_t addr)
{
	struct dif_object *o = as_new();

	as_setx(o, addr, 1);
	as_emit(o, DIF_INSTR_RRR(op, 1, 0, 2));
	RET(o, 2);
	return fix_value(fx, o);
}

static void check_loads(struct fix *fx, unsigned sb, uint64_t addr)
{
	static const uint64_t want[] = { 0xffffffffffffff88, 0xffffffffffff9988, 0xffffffffbbaa9988,
		0x88, 0x9988, 0xbbaa9988, 0xffeeddccbbaa9988 };

	for (unsigned i = 0; i < 7; i++)
		assert_int_equal(load(fx, sb + i, addr), want[i]);
}

/* Each kind of readable memory, aligned or not. */
static void loads(void **state)
{
	static const uint8_t bytes[] = { 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff };
	struct fix *fx = fix_new();
	uint8_t *captured = malloc(8);

	(void)state;
	memcpy(captured, bytes, 8);
	memcpy(fx->fx_payload + 1, bytes, 8);
	memcpy(fx->fx_scratch + 3, bytes, 8);
	fx->fx_m.ma_scratch_cur += 11;
	memcpy(fx->fx_names + 40, bytes, 8);
	memcpy(fx->fx_globals[2].sl_store + 5, bytes, 8);
	fx->fx_mem[0] = (struct dt_mem){ 0xffff888000001000, captured, 8, false, false };
	fx->fx_mem[1] = (struct dt_mem){ 0x7ffff000, captured, 8, true, false };
	fx->fx_fi.fi_nmem = 2;
	for (unsigned op = DIF_OP_LDSB; op <= DIF_OP_RLDSB; op += DIF_OP_RLDSB - DIF_OP_LDSB) {
		check_loads(fx, op, (uintptr_t)fx->fx_payload + 1);
		check_loads(fx, op, (uintptr_t)fx->fx_scratch + 3);
		check_loads(fx, op, (uintptr_t)fx->fx_names + 40);
		check_loads(fx, op, (uintptr_t)fx->fx_globals[2].sl_store + 5);
		check_loads(fx, op, (uintptr_t)captured);
		check_loads(fx, op, 0xffff888000001000);
	}
	check_loads(fx, DIF_OP_ULDSB, 0x7ffff000);
	fix_free(fx);
	free(captured);
}

static bool live_copyin(struct dif_mach *m, uint64_t addr, void *dst, size_t len)
{
	(void)m;
	if (addr != 0x5000)
		return false;
	memset(dst, 0x12, len);
	return true;
}

static void user_loads_live(void **state)
{
	struct fix *fx = fix_new();

	(void)state;
	fx->fx_ops.mo_copyin = live_copyin;
	assert_int_equal(load(fx, DIF_OP_ULDUW, 0x5000), 0x12121212);
	fix_free(fx);
}

static void stores(void **state)
{
	static const uint64_t want[] = { 0x88, 0x9988, 0xbbaa9988, 0xffeeddccbbaa9988 };
	struct fix *fx = fix_new();

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct dif_object *o = as_new();

		as_setx(o, 16, 1);
		RRR(o, ALLOCS, 1, 0, 2);
		RRR(o, STX, 0, 0, 2);
		as_setx(o, want[3], 3);
		as_emit(o, DIF_INSTR_RRR(DIF_OP_STB + i, 3, 0, 2));
		RRR(o, LDX, 2, 0, 4);
		RET(o, 4);
		assert_int_equal(fix_value(fx, o), want[i]);
	}
	fix_free(fx);
}

static void copies(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t v;

	(void)state;
	as_setx(o, 5, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	RRR(o, ALLOCS, 1, 0, 3);
	as_sets(o, "hey\0", 4);
	as_setx(o, 4, 5);
	RRR(o, COPYS, 4, 5, 3);
	RRR(o, SUB, 3, 2, 6);
	RRR(o, LDUW, 3, 0, 7);
	as_setx(o, 32, 5);
	RRR(o, SLL, 6, 5, 6);
	RRR(o, OR, 6, 7, 7);
	RET(o, 7);
	v = fix_value(fx, o);
	assert_int_equal(v >> 32, 16); /* a block counts up to a multiple of 16 bytes */
	assert_int_equal((uint32_t)v, 0x00796568);
	fix_free(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic),
		cmocka_unit_test(unary),
		cmocka_unit_test(branches),
		cmocka_unit_test(strings),
		cmocka_unit_test(long_strings),
		cmocka_unit_test(loads),
		cmocka_unit_test(user_loads_live),
		cmocka_unit_test(stores),
		cmocka_unit_test(copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
