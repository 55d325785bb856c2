/* What must fault, with its code, address and place. */
#include "fix.h"

static void divisions(void **state)
{
	struct fix *fx = fix_new();

	(void)state;
	for (unsigned op = DIF_OP_SDIV; op <= DIF_OP_UREM; op++) {
		struct dif_object *o = as_new();

		as_setx(o, 1, 1);
		as_emit(o, DIF_INSTR_RRR(op, 1, 0, 2));
		RET(o, 2);
		fix_fault(fx, o, DIF_FLT_DIVZERO, 0, 1);
	}
	fix_free(fx);
}

static void bad_load(struct fix *fx, unsigned op, uint64_t addr)
{
	struct dif_object *o = as_new();

	as_setx(o, addr, 1);
	as_emit(o, DIF_INSTR_RRR(op, 1, 0, 2));
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_BADADDR, addr, 1);
}

static void loads(void **state)
{
	struct fix *fx = fix_new();
	uintptr_t payload = (uintptr_t)fx->fx_payload, scratch = (uintptr_t)fx->fx_scratch;
	static const char captured[8];

	(void)state;
	fx->fx_mem[0] = (struct dt_mem){ 0xffff000000000000, captured, 8, false, false };
	fx->fx_mem[1] = (struct dt_mem){ 0xffff000000010000, NULL, 8, false, true };
	fx->fx_fi.fi_nmem = 2;
	bad_load(fx, DIF_OP_LDUB, 0);
	bad_load(fx, DIF_OP_LDX, -4ull);
	bad_load(fx, DIF_OP_LDUB, payload - 1);
	bad_load(fx, DIF_OP_LDUB, payload + FIX_PAYLOAD);
	bad_load(fx, DIF_OP_LDX, payload + FIX_PAYLOAD - 7);
	bad_load(fx, DIF_OP_RLDUB, scratch); /* none handed out */
	bad_load(fx, DIF_OP_LDUB, (uintptr_t)loads);
	bad_load(fx, DIF_OP_LDX, 0xffff000000000001);
	bad_load(fx, DIF_OP_LDUB, 0xffff000000010000);
	bad_load(fx, DIF_OP_LDUB, (uintptr_t)(fx + 1));
	bad_load(fx, DIF_OP_ULDUB, 0x1000);
	fix_free(fx);
}

static void user_loads(void **state)
{
	struct fix *fx = fix_new();
	static const char captured[8];

	(void)state;
	fx->fx_mem[0] = (struct dt_mem){ 0x10000, captured, 8, true, false };
	fx->fx_mem[1] = (struct dt_mem){ 0x20000, captured, 8, true, true };
	fx->fx_fi.fi_nmem = 2;
	bad_load(fx, DIF_OP_LDUB, 0x10000); /* not the kernel's */
	bad_load(fx, DIF_OP_ULDX, 0x10001);
	bad_load(fx, DIF_OP_ULDUB, 0x20000);
	fix_free(fx);
}

static void bad_store(struct fix *fx, unsigned op, uint64_t addr)
{
	struct dif_object *o = as_new();

	as_setx(o, addr, 1);
	as_emit(o, DIF_INSTR_RRR(op, 1, 0, 1));
	RET(o, 1);
	fix_fault(fx, o, DIF_FLT_BADADDR, addr, 1);
}

/* Readable is not writable. */
static void stores(void **state)
{
	struct fix *fx = fix_new();
	struct dif_region dyn = dif_dyn_region(fx->fx_m.ma_dyn);

	(void)state;
	bad_store(fx, DIF_OP_STB, 0);
	bad_store(fx, DIF_OP_STX, -1ull);
	bad_store(fx, DIF_OP_STB, (uintptr_t)fx->fx_payload + 4);
	bad_store(fx, DIF_OP_STW, (uintptr_t)&fx->fx_names);
	bad_store(fx, DIF_OP_STH, (uintptr_t)fx->fx_scratch);
	bad_store(fx, DIF_OP_STB, (uintptr_t)fx->fx_globals[2].sl_store + 24);
	bad_store(fx, DIF_OP_STX, (uintptr_t)fx->fx_globals[2].sl_store + 17);
	bad_store(fx, DIF_OP_STB, dyn.rg_base + 16);
	fix_free(fx);
}

/* p = &self->s; self->s = NULL; *p = 1 */
static void stale_store(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, 0, &type_string);
	as_sets(o, "x", 1);
	WIDE(o, STTS, 0, 1);
	WIDE(o, LDTS, 0, 2);
	RRR(o, STB, 1, 0, 2);
	WIDE(o, STTS, 0, 0);
	RRR(o, STB, 1, 0, 2);
	RET(o, 2);
	fix_run(fx, o);
	assert_int_equal(fx->fx_m.ma_fault, DIF_FLT_BADADDR);
	assert_int_equal(fx->fx_m.ma_faultpc, 5);
	dif_object_free(o);
	fix_free(fx);
}

static void scratch(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_setx(o, FIX_SCRATCH - 16, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	as_setx(o, 8, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	as_setx(o, 1, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_NOSCRATCH, 0, 5);
	o = as_new();
	as_setx(o, -1ull, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_NOSCRATCH, 0, 1);
	fix_free(fx);
}

static void copys(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t from = (uintptr_t)fx->fx_payload;

	(void)state;
	as_setx(o, 80, 1);
	RRR(o, ALLOCS, 1, 0, 2);
	as_setx(o, from, 3);
	as_setx(o, FIX_PAYLOAD + 1, 4);
	RRR(o, COPYS, 3, 4, 2);
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_BADADDR, from, 4);
	o = as_new();
	as_setx(o, 8, 1);
	as_setx(o, from, 2);
	RRR(o, COPYS, 2, 1, 2);
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_BADADDR, from, 2);
	fix_free(fx);
}

/* A string without an end faults where its memory ends. */
static void endless_string(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	memset(fx->fx_payload, 'x', FIX_PAYLOAD);
	as_setx(o, (uintptr_t)fx->fx_payload, 1);
	RRR(o, SCMP, 1, 0, 0);
	RET(o, 1);
	fix_fault(fx, o, DIF_FLT_BADADDR, (uintptr_t)fx->fx_payload + FIX_PAYLOAD, 1);
	fix_free(fx);
}

static void null_key(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(1), &type_int64);
	RRR(o, PUSHTR, DIF_TYPE_STRING, 0, 0);
	WIDE(o, LDGAA, GLOBAL(1), 1);
	RET(o, 1);
	fix_fault(fx, o, DIF_FLT_BADADDR, 0, 1);
	fix_free(fx);
}

/* The engine has fewer slots than the object names. */
static void missing_slot(void **state)
{
	static const uint8_t ops[] = { DIF_OP_LDGS, DIF_OP_STGS, DIF_OP_LDLS, DIF_OP_STLS };
	struct fix *fx = fix_new();

	(void)state;
	for (int i = 0; i < 4; i++) {
		unsigned scope = i < 2 ? DIF_SCOPE_GLOBAL : DIF_SCOPE_LOCAL;
		uint32_t id = i < 2 ? GLOBAL(FIX_NSLOTS) : FIX_NSLOTS;
		struct dif_object *o = as_new();

		as_var(o, scope, DIF_KIND_SCALAR, id, &type_int64);
		as_emit(o, DIF_INSTR_WIDE(ops[i], id, 1));
		RET(o, 1);
		fix_fault(fx, o, DIF_FLT_ILLOP, FIX_NSLOTS, 0);
	}
	fix_free(fx);
}

/* A fault of one run is forgotten by the next. */
static void recovers(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	bad_load(fx, DIF_OP_LDUB, 0);
	as_setx(o, 4, 1);
	RET(o, 1);
	assert_int_equal(fix_value(fx, o), 4);
	assert_int_equal(fx->fx_m.ma_fault, 0);
	fix_free(fx);
}

static void copying(void **state)
{
	struct fix *fx = fix_new();
	struct dif_mach *m = &fx->fx_m;
	char buf[8];

	(void)state;
	assert_true(dif_copy_string(m, (uintptr_t)m->ma_probename, buf, sizeof(buf)));
	assert_memory_equal(buf, "name\0\0\0", 8);
	assert_true(dif_copy_string(m, (uintptr_t)m->ma_probename, buf, 3));
	assert_memory_equal(buf, "nam", 3);
	assert_false(m->ma_faulted);
	assert_false(dif_copy_string(m, 0, buf, sizeof(buf)));
	assert_true(m->ma_faulted);
	assert_int_equal(m->ma_faultpc, UINT32_MAX);
	assert_true(dif_copy_bytes(m, (uintptr_t)fx->fx_payload, buf, 8));
	assert_false(dif_copy_bytes(m, (uintptr_t)fx->fx_payload + FIX_PAYLOAD - 7, buf, 8));
	assert_true(dif_readable(m, (uintptr_t)fx->fx_payload, FIX_PAYLOAD));
	assert_false(dif_readable(m, (uintptr_t)fx->fx_payload, FIX_PAYLOAD + 1));
	fix_free(fx);
}

static void texts(void **state)
{
	(void)state;
	assert_string_equal(dif_fault_text(DIF_FLT_UNKNOWN), "unknown fault");
	assert_string_equal(dif_fault_text(DIF_FLT_BADADDR), "invalid address");
	assert_string_equal(dif_fault_text(DIF_FLT_BADSTACK), "bad stack");
	assert_string_equal(dif_fault_text(DIF_FLT_LIBRARY), "library-level fault");
	assert_string_equal(dif_fault_text(-1), "unknown fault");
	assert_string_equal(dif_fault_text(77), "unknown fault");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(divisions),
		cmocka_unit_test(loads),
		cmocka_unit_test(user_loads),
		cmocka_unit_test(stores),
		cmocka_unit_test(stale_store),
		cmocka_unit_test(scratch),
		cmocka_unit_test(copys),
		cmocka_unit_test(endless_string),
		cmocka_unit_test(null_key),
		cmocka_unit_test(missing_slot),
		cmocka_unit_test(recovers),
		cmocka_unit_test(copying),
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
