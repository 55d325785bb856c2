/* Variables: built-in, global, local, thread-local, associative. */
#include "fix.h"

static uint64_t builtin(struct fix *fx, unsigned id)
{
	struct dif_object *o = as_new();

	WIDE(o, LDGS, id, 1);
	RET(o, 1);
	return fix_value(fx, o);
}

static void builtins(void **state)
{
	struct fix *fx = fix_new();
	static const uint64_t pcs[3] = { 1, 2, 3 };

	(void)state;
	fx->fx_fi.fi_errno = -5;
	fx->fx_fi.fi_caller = 0x11;
	fx->fx_fi.fi_ucaller = 0x22;
	fx->fx_fi.fi_kstack = (struct dt_stack){ pcs, 3 };
	fx->fx_fi.fi_ustack = (struct dt_stack){ pcs, 2 };
	for (unsigned i = 0; i < DT_MAXARGS; i++)
		assert_int_equal(builtin(fx, DIF_VAR_ARG0 + i), 100 + i);
	assert_int_equal(builtin(fx, DIF_VAR_TIMESTAMP), 1000);
	assert_int_equal(builtin(fx, DIF_VAR_WALLTIMESTAMP), 5000);
	assert_int_equal(builtin(fx, DIF_VAR_VTIMESTAMP), 400);
	assert_int_equal(builtin(fx, DIF_VAR_EPID), 3);
	assert_int_equal(builtin(fx, DIF_VAR_ID), 9);
	assert_int_equal(builtin(fx, DIF_VAR_PID), 42);
	assert_int_equal(builtin(fx, DIF_VAR_TID), 77);
	assert_int_equal(builtin(fx, DIF_VAR_PPID), 41);
	assert_int_equal(builtin(fx, DIF_VAR_UID), 7);
	assert_int_equal(builtin(fx, DIF_VAR_GID), 8);
	assert_int_equal(builtin(fx, DIF_VAR_ERRNO), (uint64_t)-5);
	assert_int_equal(builtin(fx, DIF_VAR_CALLER), 0x11);
	assert_int_equal(builtin(fx, DIF_VAR_UCALLER), 0x22);
	assert_int_equal(builtin(fx, DIF_VAR_STACKDEPTH), 3);
	assert_int_equal(builtin(fx, DIF_VAR_USTACKDEPTH), 2);
	assert_int_equal(builtin(fx, DIF_VAR_CURTHREAD), (uintptr_t)&fx->fx_thread);
	assert_string_equal((char *)builtin(fx, DIF_VAR_EXECNAME), "a.out");
	assert_string_equal((char *)builtin(fx, DIF_VAR_PROBEPROV), "prov");
	assert_string_equal((char *)builtin(fx, DIF_VAR_PROBEMOD), "mod");
	assert_string_equal((char *)builtin(fx, DIF_VAR_PROBEFUNC), "func");
	assert_string_equal((char *)builtin(fx, DIF_VAR_PROBENAME), "name");
	fix_free(fx);
}

/* What the event says goes before what the thread's record says. */
static void builtins_captured(void **state)
{
	struct fix *fx = fix_new();

	(void)state;
	fx->fx_fi.fi_vtime = 12345;
	fx->fx_fi.fi_hasids = true;
	fx->fx_fi.fi_uid = 1000;
	fx->fx_fi.fi_gid = 0xffffffff;
	fx->fx_fi.fi_execname = fx->fx_names + 11;
	assert_int_equal(builtin(fx, DIF_VAR_VTIMESTAMP), 12345);
	assert_int_equal(builtin(fx, DIF_VAR_UID), 1000);
	assert_int_equal(builtin(fx, DIF_VAR_GID), 0xffffffff);
	assert_string_equal((char *)builtin(fx, DIF_VAR_EXECNAME), "mod");
	fix_free(fx);
}

static uint64_t other_builtin(struct dif_mach *m, uint32_t var, uint64_t index)
{
	if (var == DIF_VAR_IPL)
		m->ma_fault = DIF_FLT_KPRIV;
	return var * 1000 + index;
}

static void builtins_engine(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	fx->fx_ops.mo_builtin = other_builtin;
	assert_int_equal(builtin(fx, DIF_VAR_CURCPU), DIF_VAR_CURCPU * 1000);
	as_setx(o, 7, 1);
	RRR(o, LDGA, DIF_VAR_UREGS, 1, 2);
	RET(o, 2);
	assert_int_equal(fix_value(fx, o), 2007);
	o = as_new();
	WIDE(o, LDGS, DIF_VAR_IPL, 1);
	RET(o, 1);
	fix_fault(fx, o, DIF_FLT_KPRIV, 0, 0);
	fix_free(fx);
}

static void args(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_setx(o, 9, 1);
	RRR(o, LDGA, DIF_VAR_ARGS, 1, 2);
	RET(o, 2);
	assert_int_equal(fix_value(fx, o), 109);
	o = as_new();
	as_setx(o, 10, 1);
	RRR(o, LDGA, DIF_VAR_ARGS, 1, 2);
	RET(o, 2);
	fix_fault(fx, o, DIF_FLT_ILLOP, 10, 1);
	fix_free(fx);
}

static void user_array(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();

	(void)state;
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, 0x80, &type_int64);
	as_setx(o, 3, 1);
	as_setx(o, 0x1ffff, 2);
	RRR(o, STGA, 0x80, 1, 2);
	RRR(o, LDGA, 0x80, 1, 3);
	RET(o, 3);
	assert_int_equal(fix_value(fx, o), -1ull);
	o = as_new();
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, 0x80, &type_int64);
	as_setx(o, 4, 1);
	RRR(o, STGA, 0x80, 1, 1);
	RET(o, 1);
	fix_fault(fx, o, DIF_FLT_ILLOP, 4, 1);
	fix_free(fx);
}

/* Stores v into the variable and loads it again. */
static uint64_t store_load(struct fix *fx, bool local, unsigned slot, const struct dif_type *type,
	uint64_t v)
{
	struct dif_object *o = as_new();

	if (local) {
		as_var(o, DIF_SCOPE_LOCAL, DIF_KIND_SCALAR, slot, type);
		as_setx(o, v, 1);
		WIDE(o, STLS, slot, 1);
		WIDE(o, LDLS, slot, 2);
	} else {
		as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(slot), type);
		as_setx(o, v, 1);
		WIDE(o, STGS, GLOBAL(slot), 1);
		WIDE(o, LDGS, GLOBAL(slot), 2);
	}
	RET(o, 2);
	return fix_value(fx, o);
}

static void scalars(void **state)
{
	struct fix *fx = fix_new();

	(void)state;
	for (int local = 0; local < 2; local++) {
		assert_int_equal(store_load(fx, local, 0, &type_int64, -3ull), -3ull);
		assert_int_equal(store_load(fx, local, 3, &type_int8, 0x1ff), 0x1ff);
		assert_int_equal(store_load(fx, local, 4, &type_uint16, -1ull), 0xffff);
	}
	fix_free(fx);
}

static uint64_t load_global(struct fix *fx, unsigned slot, const struct dif_type *type)
{
	struct dif_object *o = as_new();

	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(slot), type);
	WIDE(o, LDGS, GLOBAL(slot), 1);
	RET(o, 1);
	return fix_value(fx, o);
}

static void string_scalar(void **state)
{
	struct fix *fx = fix_new();
	char *store = (char *)fx->fx_globals[1].sl_store, *longs = (char *)fx->fx_payload;
	uint64_t at;

	(void)state;
	assert_int_equal(load_global(fx, 1, &type_string), 0);
	at = store_load(fx, false, 1, &type_string, (uintptr_t)fx->fx_m.ma_probename);
	assert_int_equal(at, (uintptr_t)store);
	assert_string_equal(store, "name");
	at = store_load(fx, false, 1, &type_string, (uintptr_t)store + 2); /* of itself */
	assert_string_equal((char *)at, "me");
	assert_int_equal(store_load(fx, false, 1, &type_string, 0), 0);
	assert_int_equal(load_global(fx, 1, &type_string), 0);
	fx->fx_globals[1].sl_size = 8;
	strcpy(longs, "0123456789");
	at = store_load(fx, false, 1, &type_string, (uintptr_t)longs);
	assert_string_equal((char *)at, "0123456");
	fix_free(fx);
}

static void struct_scalar(void **state)
{
	struct fix *fx = fix_new();
	uint64_t at = load_global(fx, 2, &type_struct);

	(void)state;
	assert_int_equal(at, (uintptr_t)fx->fx_globals[2].sl_store); /* its members are 0 */
	memset(fx->fx_payload, 7, 24);
	store_load(fx, false, 2, &type_struct, (uintptr_t)fx->fx_payload);
	assert_memory_equal(fx->fx_globals[2].sl_store, fx->fx_payload, 24);
	fix_free(fx);
}

/* self->v = value (if store), then its value. */
static uint64_t self_var(struct fix *fx, const struct dif_type *type, bool store, uint64_t v)
{
	struct dif_object *o = as_new();

	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, 5, type);
	as_setx(o, v, 1);
	if (store)
		WIDE(o, STTS, 5, 1);
	WIDE(o, LDTS, 5, 2);
	RET(o, 2);
	return fix_value(fx, o);
}

static void thread_scalar(void **state)
{
	struct fix *fx = fix_new();
	uint64_t key = dif_thread_key(&fx->fx_thread, 0);

	(void)state;
	assert_int_equal(self_var(fx, &type_int8, false, 0), 0);
	assert_int_equal(self_var(fx, &type_int8, true, 0x80), 0x80);
	fx->fx_thread.t_tid = 78;
	assert_int_equal(self_var(fx, &type_int8, false, 0), 0);
	assert_int_equal(self_var(fx, &type_int8, true, 5), 5);
	fx->fx_thread.t_tid = 77;
	assert_int_equal(self_var(fx, &type_int8, false, 0), 0x80);
	dif_dyn_thread_exit(fx->fx_m.ma_dyn, key);
	assert_int_equal(self_var(fx, &type_int8, false, 0), 0);
	fx->fx_thread.t_tid = 78;
	assert_int_equal(self_var(fx, &type_int8, false, 0), 5);
	assert_int_equal(self_var(fx, &type_uint16, true, 0x10000), 0); /* 0 once truncated */
	assert_null(dif_dyn_find(fx->fx_m.ma_dyn, 5, dif_thread_key(&fx->fx_thread, 0), NULL, 0, 8,
		false));
	fix_free(fx);
}

static void idle_threads(void **state)
{
	thread_t idle = { .t_flags = THREAD_IDLE }, busy = { .t_tid = 3 };

	(void)state;
	assert_int_not_equal(dif_thread_key(&idle, 0), dif_thread_key(&idle, 1));
	assert_int_equal(dif_thread_key(&busy, 0), dif_thread_key(&busy, 1));
	assert_int_not_equal(dif_thread_key(&idle, 0), 0);
}

static void thread_string(void **state)
{
	struct fix *fx = fix_new();
	uint64_t at;

	(void)state;
	at = self_var(fx, &type_string, true, (uintptr_t)fx->fx_m.ma_probeprov);
	assert_string_equal((char *)at, "prov");
	assert_true(dif_readable(&fx->fx_m, at, 256));
	assert_true(dif_dyn_writable(fx->fx_m.ma_dyn, at, 256));
	assert_false(dif_dyn_writable(fx->fx_m.ma_dyn, at - 1, 1));
	assert_int_equal(self_var(fx, &type_string, true, 0), 0);
	assert_false(dif_dyn_writable(fx->fx_m.ma_dyn, at, 1));
	fix_free(fx);
}

/* Small structs have addresses too: members can be written. */
static void thread_struct(void **state)
{
	struct dif_type type = type_struct;
	struct fix *fx = fix_new();
	uint64_t at;

	(void)state;
	for (type.dt_size = 1; type.dt_size < 24; type.dt_size++) {
		memset(fx->fx_payload, (int)type.dt_size, 24);
		at = self_var(fx, &type, true, (uintptr_t)fx->fx_payload);
		assert_memory_equal((void *)at, fx->fx_payload, type.dt_size);
		assert_true(dif_readable(&fx->fx_m, at, type.dt_size));
		assert_true(dif_dyn_writable(fx->fx_m.ma_dyn, at, type.dt_size));
		assert_int_equal(self_var(fx, &type, true, 0), 0);
	}
	fix_free(fx);
}

/* A key of a number, a string and four bytes. */
static void push_key(struct dif_object *o, uint64_t n, const char *s, uint64_t bytes)
{
	RRR(o, FLUSHTS, 0, 0, 0);
	as_setx(o, n, 1);
	RRR(o, PUSHTV, DIF_TYPE_CTF, 0, 1);
	as_sets(o, s, 1);
	RRR(o, PUSHTR, DIF_TYPE_STRING, 0, 1);
	as_setx(o, bytes, 1);
	as_setx(o, 4, 2);
	RRR(o, PUSHTR, DIF_TYPE_CTF, 2, 1);
}

static uint64_t assoc(struct fix *fx, bool thread, bool store, uint64_t n, const char *s,
	uint64_t v)
{
	struct dif_object *o = as_new();

	as_var(o, thread ? DIF_SCOPE_THREAD : DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(1),
		&type_int64);
	push_key(o, n, s, (uintptr_t)fx->fx_payload);
	as_setx(o, v, 3);
	if (store)
		as_emit(o, DIF_INSTR_WIDE(thread ? DIF_OP_STTAA : DIF_OP_STGAA, GLOBAL(1), 3));
	as_emit(o, DIF_INSTR_WIDE(thread ? DIF_OP_LDTAA : DIF_OP_LDGAA, GLOBAL(1), 4));
	RET(o, 4);
	return fix_value(fx, o);
}

static void check_assoc(bool thread)
{
	struct fix *fx = fix_new();

	assert_int_equal(assoc(fx, thread, true, 1, "k", 10), 10);
	assert_int_equal(assoc(fx, thread, true, 2, "k", 20), 20);
	assert_int_equal(assoc(fx, thread, true, 1, "kk", 30), 30);
	fx->fx_payload[3] = 1;
	assert_int_equal(assoc(fx, thread, false, 1, "k", 0), 0);
	assert_int_equal(assoc(fx, thread, true, 1, "k", 40), 40);
	fx->fx_payload[3] = 0;
	fx->fx_payload[4] = 1; /* not of the key */
	assert_int_equal(assoc(fx, thread, false, 1, "k", 0), 10);
	assert_int_equal(assoc(fx, thread, false, 2, "k", 0), 20);
	assert_int_equal(assoc(fx, thread, false, 1, "kk", 0), 30);
	assert_int_equal(assoc(fx, thread, true, 1, "k", 0), 0);
	assert_int_equal(assoc(fx, thread, false, 2, "k", 0), 20);
	fx->fx_thread.t_tid++;
	assert_int_equal(assoc(fx, thread, false, 2, "k", 0), thread ? 0 : 20);
	fix_free(fx);
}

static void associative(void **state)
{
	(void)state;
	check_assoc(false);
	check_assoc(true);
}

/* One tuple serves the load and the store of v[k]++, and popts takes the last off. */
static void increment(void **state)
{
	struct fix *fx = fix_new();

	(void)state;
	for (uint64_t i = 1; i < 4; i++) {
		struct dif_object *o = as_new();

		as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(1), &type_int64);
		as_setx(o, 1, 1);
		RRR(o, PUSHTV, 0, 0, 1);
		RRR(o, PUSHTV, 0, 0, 1);
		as_setx(o, i, 2);
		RRR(o, PUSHTV, 0, 0, 2);
		RRR(o, POPTS, 0, 0, 0);
		WIDE(o, LDGAA, GLOBAL(1), 3);
		RRR(o, ADD, 3, 1, 3);
		WIDE(o, STGAA, GLOBAL(1), 3);
		RET(o, 3);
		assert_int_equal(fix_value(fx, o), i);
	}
	fix_free(fx);
}

static void assoc_strings(void **state)
{
	struct fix *fx = fix_new();
	struct dif_object *o = as_new();
	uint64_t at;

	(void)state;
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(3), &type_string);
	as_sets(o, "key", 1);
	RRR(o, PUSHTR, DIF_TYPE_STRING, 0, 1);
	as_sets(o, "value", 2);
	WIDE(o, STGAA, GLOBAL(3), 2);
	WIDE(o, LDGAA, GLOBAL(3), 2);
	RET(o, 2);
	at = fix_value(fx, o);
	assert_string_equal((char *)at, "value");
	fix_free(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builtins),
		cmocka_unit_test(builtins_captured),
		cmocka_unit_test(builtins_engine),
		cmocka_unit_test(args),
		cmocka_unit_test(user_array),
		cmocka_unit_test(scalars),
		cmocka_unit_test(string_scalar),
		cmocka_unit_test(struct_scalar),
		cmocka_unit_test(thread_scalar),
		cmocka_unit_test(idle_threads),
		cmocka_unit_test(thread_string),
		cmocka_unit_test(thread_struct),
		cmocka_unit_test(associative),
		cmocka_unit_test(increment),
		cmocka_unit_test(assoc_strings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
