/*
 * Objects made of random instructions and objects mutated at random: what the verifier lets
 * pass must run and be planned without touching memory that is not the program's.  Under
 * -DSANITIZE=ON the sanitizers judge; always, bytes around the program's memory must stay as
 * they are.
 */
#include "fix.h"

#define ROUNDS 150000

static uint64_t seed = 0x1234567;

static uint32_t any(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 33) % n;
}

static const uint64_t odd[] = { 0, 1, 7, 8, 255, 256, 1u << 31, -1ull, -8ull, 1ull << 63,
	INT64_MAX };

/* Numbers, and addresses at or near the edges of the machine's memory. */
static uint64_t value(const struct fix *fx)
{
	struct dif_region dyn = dif_dyn_region(fx->fx_m.ma_dyn);
	const uint64_t at[] = { (uintptr_t)fx->fx_payload, (uintptr_t)fx->fx_payload + FIX_PAYLOAD,
		(uintptr_t)fx->fx_scratch, (uintptr_t)fx->fx_scratch + FIX_SCRATCH,
		(uintptr_t)fx->fx_globals[1].sl_store, (uintptr_t)fx->fx_globals[2].sl_store + 24,
		(uintptr_t)fx->fx_names, dyn.rg_base + 64, dyn.rg_end, 0x1000, 0x2000 };

	if (any(3) == 0)
		return odd[any(sizeof(odd) / sizeof(odd[0]))];
	return at[any(sizeof(at) / sizeof(at[0]))] + any(9) - 4;
}

static void add_vars(struct dif_object *o)
{
	static const struct dif_type *const types[] = { &type_int64, &type_string, &type_struct,
		&type_int8, &type_uint16 };

	for (unsigned i = 0; i < FIX_NSLOTS; i++) {
		as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(i), types[i]);
		as_var(o, DIF_SCOPE_LOCAL, DIF_KIND_SCALAR, i, types[i]);
		as_var(o, DIF_SCOPE_THREAD, i & 1 ? DIF_KIND_ARRAY : DIF_KIND_SCALAR, i,
			types[i % 3]);
	}
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(8), types[any(3)]);
}

static unsigned some_var(unsigned op)
{
	switch (op) {
	case DIF_OP_LDGS: return any(2) ? GLOBAL(any(FIX_NSLOTS)) : 0x100 + any(36);
	case DIF_OP_STGS: return GLOBAL(any(FIX_NSLOTS));
	case DIF_OP_LDGAA:
	case DIF_OP_STGAA: return GLOBAL(8);
	case DIF_OP_LDTAA:
	case DIF_OP_STTAA: return 1 + 2 * any(2);
	case DIF_OP_LDTS:
	case DIF_OP_STTS: return 2 * any(3);
	default: return any(FIX_NSLOTS);
	}
}

static uint32_t some_instr(const struct dif_object *o, unsigned len)
{
	unsigned op = 1 + any(DIF_NOPS - 1), r1 = any(8), r2 = any(8), rd = 1 + any(7);

	if (op >= DIF_OP_BA && op <= DIF_OP_BLEU)
		return DIF_INSTR_BR(op, o->do_len + 1 + any(len - o->do_len));
	switch (op) {
	case DIF_OP_SETX: return DIF_INSTR_WIDE(op, any(o->do_nints), rd);
	case DIF_OP_SETS: return DIF_INSTR_WIDE(op, any(o->do_strlen), rd);
	case DIF_OP_CALL: return DIF_INSTR_WIDE(op, any(40), rd);
	case DIF_OP_LDGA: return DIF_INSTR_RRR(op, any(4), r2, rd);
	case DIF_OP_PUSHTR:
	case DIF_OP_PUSHTV: return DIF_INSTR_RRR(op, any(2), r2, rd);
	case DIF_OP_CMP:
	case DIF_OP_SCMP: return DIF_INSTR_RRR(op, r1, r2, 0);
	case DIF_OP_TST: return DIF_INSTR_RRR(op, r1, 0, 0);
	case DIF_OP_NOP:
	case DIF_OP_POPTS:
	case DIF_OP_FLUSHTS: return DIF_INSTR_RRR(op, 0, 0, 0);
	case DIF_OP_RET: return DIF_INSTR_RRR(DIF_OP_OR, r1, r2, rd);
	case DIF_OP_COPYS: return DIF_INSTR_RRR(op, r1, r2, rd);
	case DIF_OP_LDGS:
	case DIF_OP_STGS:
	case DIF_OP_LDTS:
	case DIF_OP_STTS:
	case DIF_OP_LDGAA:
	case DIF_OP_LDTAA:
	case DIF_OP_STGAA:
	case DIF_OP_STTAA:
	case DIF_OP_LDLS:
	case DIF_OP_STLS: return DIF_INSTR_WIDE(op, some_var(op), rd);
	default:
		if (op <= DIF_OP_UREM || op == DIF_OP_SRA)
			return DIF_INSTR_RRR(op, r1, r2, rd);
		return DIF_INSTR_RRR(op, r1, 0, rd);
	}
}

static struct dif_object *random_object(const struct fix *fx)
{
	struct dif_object *o = as_new();
	unsigned len = 12 + any(40);

	add_vars(o);
	for (unsigned r = 1; r < DIF_NREGS; r++)
		as_setx(o, value(fx), r);
	as_sets(o, "some/path", 1 + any(7));
	while (o->do_len < len)
		as_emit(o, some_instr(o, len));
	RET(o, any(8));
	return o;
}

/* The tables' own fields, valid or not. */
static void mutate_table(struct dif_object *o)
{
	struct dif_varinfo *dv = &o->do_vars[any(o->do_nvars)];

	switch (any(12)) {
	case 0: dv->dv_kind = (uint8_t)any(3); break;
	case 1: dv->dv_scope = (uint8_t)any(5); break;
	case 2: dv->dv_flags = (uint8_t)any(6); break;
	case 3: dv->dv_name = NULL; break;
	case 4: dv->dv_id = any(1u << 18); break;
	case 5: dv->dv_type.dt_kind = (uint8_t)any(3); break;
	case 6: dv->dv_type.dt_ckind = (uint8_t)any(20); break;
	case 7: dv->dv_type.dt_size = any(20); break;
	case 8: o->do_strlen -= any(o->do_strlen); break;
	case 9: o->do_nints -= any(o->do_nints); break;
	case 10: o->do_nvars -= any(o->do_nvars); break;
	default:
		o->do_type = (struct dif_type){ .dt_kind = (uint8_t)any(3),
			.dt_ckind = (uint8_t)any(16),
			.dt_flags = (uint8_t)any(16),
			.dt_size = any(300),
			.dt_name = any(4) ? "t" : NULL };
		break;
	}
}

static void mutate(struct dif_object *o)
{
	if (any(4) == 0)
		mutate_table(o);
	for (unsigned n = any(3); n; n--) {
		switch (any(8)) {
		case 0: o->do_vars[any(o->do_nvars)].dv_type.dt_size = 1u << any(5); break;
		case 1: o->do_vars[any(o->do_nvars)].dv_type.dt_flags ^= 1 << any(3); break;
		case 2: o->do_vars[any(o->do_nvars)].dv_id ^= 1 << any(4); break;
		case 3: o->do_len -= any(2); break;
		default: o->do_text[any(o->do_len)] ^= 1u << any(32); break;
		}
	}
}

static uint64_t some_builtin(struct dif_mach *m, uint32_t var, uint64_t index)
{
	if (index > 3)
		dif_set_fault(m, DIF_FLT_ILLOP, index);
	return var;
}

static bool some_copyin(struct dif_mach *m, uint64_t addr, void *dst, size_t len)
{
	(void)m;
	memset(dst, 'c', len);
	return addr & 1;
}

static bool some_copyinstr(struct dif_mach *m, uint64_t addr, char *dst, size_t size)
{
	return some_copyin(m, addr, dst, size);
}

static struct fix *machine(void)
{
	struct fix *fx = fix_new();

	fx->fx_mem[0] = (struct dt_mem){ 0x1000, fx->fx_payload, 8, true, false };
	fx->fx_mem[1] = (struct dt_mem){ 0x2000, fx->fx_payload, 8, false, false };
	fx->fx_fi.fi_nmem = 2;
	fx->fx_ops = (struct dif_mach_ops){ .mo_builtin = some_builtin,
		.mo_copyin = some_copyin,
		.mo_copyinstr = some_copyinstr };
	return fx;
}

/* What no program may change. */
static void check_intact(const struct fix *fx, const struct fix *before, const uint8_t *payload)
{
	assert_memory_equal(fx->fx_payload, payload, FIX_PAYLOAD);
	assert_memory_equal(fx->fx_names, before->fx_names, sizeof(fx->fx_names));
	assert_memory_equal(&fx->fx_fi, &before->fx_fi, sizeof(fx->fx_fi));
	assert_memory_equal(&fx->fx_thread, &before->fx_thread, sizeof(fx->fx_thread));
	assert_memory_equal(&fx->fx_proc, &before->fx_proc, sizeof(fx->fx_proc));
	for (int i = 0; i < FIX_NSLOTS; i++)
		assert_ptr_equal(fx->fx_globals[i].sl_store, before->fx_globals[i].sl_store);
}

static void hostile(void **state)
{
	struct fix *fx = machine();
	struct fix before = *fx;
	uint8_t payload[FIX_PAYLOAD];
	unsigned ran = 0, finished = 0;
	char err[200];

	(void)state;
	memcpy(payload, fx->fx_payload, sizeof(payload));
	for (int i = 0; i < ROUNDS; i++) {
		struct dif_object *o = random_object(fx);
		struct dt_plan plan = { 0 };

		mutate(o);
		if (dif_verify(o, err, sizeof(err)) == 0) {
			fx->fx_m.ma_scratch_cur = fx->fx_m.ma_scratch;
			dif_plan_object(&plan, o);
			assert_int_equal(dif_prepare(o), 0);
			dif_run(o, &fx->fx_m);
			check_intact(fx, &before, payload);
			ran++;
			finished += !fx->fx_m.ma_faulted;
		}
		dif_object_free(o);
	}
	assert_true(ran > ROUNDS / 100);
	assert_true(finished > ROUNDS / 1000);
	fix_free(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(hostile) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
