/*
 * Objects assembled by hand, and a machine to run them on: one firing of a made-up thread.
 */
#ifndef DIF_TEST_FIX_H
#define DIF_TEST_FIX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dif.h"
#include "mach.h"
#include "program.h"

/* An object being written.  Tables have room to spare; dif_object_free() frees all of it. */
#define AS_TEXT 256
#define AS_INTS 64
#define AS_STRS 4096
#define AS_VARS 16

static inline struct dif_object *as_new(void)
{
	struct dif_object *o = calloc(1, sizeof(*o));

	o->do_text = calloc(AS_TEXT, sizeof(*o->do_text));
	o->do_ints = calloc(AS_INTS, sizeof(*o->do_ints));
	o->do_strs = calloc(AS_STRS, 1);
	o->do_strlen = 1;
	o->do_vars = calloc(AS_VARS, sizeof(*o->do_vars));
	o->do_type = (struct dif_type){ DIF_TYPE_CTF, DIF_CK_INTEGER, DIF_TF_SIGNED, 8, "int64_t" };
	return o;
}

static inline uint32_t as_emit(struct dif_object *o, uint32_t instr)
{
	assert_true(o->do_len < AS_TEXT);
	o->do_text[o->do_len] = instr;
	return o->do_len++;
}

#define RRR(o, op, r1, r2, rd) as_emit(o, DIF_INSTR_RRR(DIF_OP_##op, r1, r2, rd))
#define WIDE(o, op, ix, rd) as_emit(o, DIF_INSTR_WIDE(DIF_OP_##op, ix, rd))
#define BR(o, op, label) as_emit(o, DIF_INSTR_BR(DIF_OP_##op, label))
#define RET(o, rd) RRR(o, RET, 0, 0, rd)

static inline void as_setx(struct dif_object *o, uint64_t v, unsigned rd)
{
	assert_true(o->do_nints < AS_INTS);
	o->do_ints[o->do_nints] = v;
	WIDE(o, SETX, o->do_nints++, rd);
}

static inline void as_sets(struct dif_object *o, const char *s, unsigned rd)
{
	assert_true(o->do_strlen + strlen(s) < AS_STRS);
	strcpy(o->do_strs + o->do_strlen, s);
	WIDE(o, SETS, o->do_strlen, rd);
	o->do_strlen += strlen(s) + 1;
}

static const struct dif_type type_int64 = { DIF_TYPE_CTF, DIF_CK_INTEGER, DIF_TF_SIGNED, 8,
	"int64_t" };
static const struct dif_type type_int8 = { DIF_TYPE_CTF, DIF_CK_INTEGER, DIF_TF_SIGNED, 1,
	"int8_t" };
static const struct dif_type type_uint16 = { DIF_TYPE_CTF, DIF_CK_INTEGER, 0, 2, "uint16_t" };
static const struct dif_type type_ptr = { DIF_TYPE_CTF, DIF_CK_POINTER, 0, 8, "void *" };
static const struct dif_type type_struct = { DIF_TYPE_CTF, DIF_CK_STRUCT, DIF_TF_BYREF, 24,
	"struct s" };
static const struct dif_type type_string = { DIF_TYPE_STRING, DIF_CK_UNKNOWN, DIF_TF_BYREF, 256,
	"string" };

static inline void as_var(struct dif_object *o, unsigned scope, unsigned kind, uint32_t id,
	const struct dif_type *type)
{
	assert_true(o->do_nvars < AS_VARS);
	o->do_vars[o->do_nvars++] = (struct dif_varinfo){ .dv_name = "v",
		.dv_id = id,
		.dv_kind = kind,
		.dv_scope = scope,
		.dv_flags = DIF_VF_READ | DIF_VF_WRITE,
		.dv_type = *type };
}

#define GLOBAL(n) (DIF_VAR_OTHER_UMIN + (n))

/*
 * The machine.  Globals and locals: 0 int64, 1 string, 2 struct, 3 int8, 4 uint16.  Arrays: 0
 * of int16[4].
 */
#define FIX_NSLOTS 5
struct fix {
	struct dif_mach fx_m;
	struct dt_firing fx_fi;
	thread_t fx_thread;
	proc_t fx_proc;
	struct dif_mach_ops fx_ops;
	struct dif_slot fx_globals[FIX_NSLOTS], fx_locals[FIX_NSLOTS], fx_array;
	uint8_t *fx_scratch, *fx_payload; /* heap blocks of their exact size */
	struct dif_region fx_regions[4];
	char fx_names[64], fx_tok[256];
	struct dt_mem fx_mem[4];
};
#define FIX_SCRATCH 2048
#define FIX_PAYLOAD 64

static inline void fix_slots(struct dif_slot *sl)
{
	sl[0] = (struct dif_slot){ .sl_width = 8, .sl_flags = DIF_TF_SIGNED };
	sl[1] = (struct dif_slot){ .sl_store = malloc(256),
		.sl_size = 256,
		.sl_flags = DIF_TF_BYREF,
		.sl_string = true };
	sl[2] = (struct dif_slot){ .sl_store = calloc(1, 24),
		.sl_size = 24,
		.sl_flags = DIF_TF_BYREF };
	sl[3] = (struct dif_slot){ .sl_width = 1, .sl_flags = DIF_TF_SIGNED };
	sl[4] = (struct dif_slot){ .sl_width = 2 };
	memset(sl[1].sl_store, 0x55, 256);
}

static inline void fix_firing(struct fix *fx)
{
	struct dt_firing *fi = &fx->fx_fi;

	fi->fi_time = 1000;
	fi->fi_wall = 5000;
	fi->fi_thread = &fx->fx_thread;
	for (int i = 0; i < DT_MAXARGS; i++)
		fi->fi_args[i] = 100 + i;
	fi->fi_payload = fx->fx_payload + 4;
	fi->fi_paylen = FIX_PAYLOAD - 4;
	fi->fi_mem = fx->fx_mem;
	fx->fx_thread = (thread_t){ .t_tid = 77,
		.t_proc = &fx->fx_proc,
		.t_ontime = 300,
		.t_onsince = 900 };
	fx->fx_proc = (proc_t){ .p_pid = 42,
		.p_ppid = 41,
		.p_uid = 7,
		.p_gid = 8,
		.p_name = fx->fx_names };
}

static inline struct fix *fix_new(void)
{
	struct fix *fx = calloc(1, sizeof(*fx));
	struct dif_mach *m = &fx->fx_m;

	fx->fx_scratch = malloc(FIX_SCRATCH);
	fx->fx_payload = calloc(1, FIX_PAYLOAD);
	memcpy(fx->fx_names, "a.out\0prov\0mod\0func\0name", 25);
	fix_slots(fx->fx_globals);
	fix_slots(fx->fx_locals);
	fx->fx_array = (struct dif_slot){ .sl_store = calloc(4, 2),
		.sl_size = 8,
		.sl_width = 2,
		.sl_flags = DIF_TF_SIGNED };
	fix_firing(fx);
	*m = (struct dif_mach){ .ma_ops = &fx->fx_ops,
		.ma_fi = &fx->fx_fi,
		.ma_epid = 3,
		.ma_probeid = 9,
		.ma_probeprov = fx->fx_names + 6,
		.ma_probemod = fx->fx_names + 11,
		.ma_probefunc = fx->fx_names + 15,
		.ma_probename = fx->fx_names + 20,
		.ma_strsize = 256,
		.ma_globals = fx->fx_globals,
		.ma_nglobals = FIX_NSLOTS,
		.ma_locals = fx->fx_locals,
		.ma_nlocals = FIX_NSLOTS,
		.ma_arrays = &fx->fx_array,
		.ma_narrays = 1,
		.ma_scratch = fx->fx_scratch,
		.ma_scratch_end = fx->fx_scratch + FIX_SCRATCH,
		.ma_scratch_cur = fx->fx_scratch,
		.ma_regions = fx->fx_regions,
		.ma_nregions = 2,
		.ma_tok = fx->fx_tok };
	m->ma_dyn = dif_dyn_create(64 << 10, 256);
	fx->fx_regions[0] = dif_dyn_region(m->ma_dyn);
	fx->fx_regions[1] = (struct dif_region){ (uintptr_t)fx, (uintptr_t)(fx + 1) };
	return fx;
}

static inline void fix_free(struct fix *fx)
{
	dif_dyn_destroy(fx->fx_m.ma_dyn);
	for (int i = 1; i <= 2; i++) {
		free(fx->fx_globals[i].sl_store);
		free(fx->fx_locals[i].sl_store);
	}
	free(fx->fx_array.sl_store);
	free(fx->fx_scratch);
	free(fx->fx_payload);
	free(fx);
}

/* Verifies, runs and keeps the object. */
static inline uint64_t fix_run(struct fix *fx, struct dif_object *o)
{
	char err[256] = "";

	if (dif_verify(o, err, sizeof(err)) != 0)
		fail_msg("%s", err);
	assert_int_equal(dif_prepare(o), 0);
	assert_int_equal(dif_prepare(o), 0);
	return dif_run(o, &fx->fx_m);
}

/* As above, must not fault; frees the object. */
static inline uint64_t fix_value(struct fix *fx, struct dif_object *o)
{
	uint64_t v = fix_run(fx, o);

	assert_false(fx->fx_m.ma_faulted);
	dif_object_free(o);
	return v;
}

static inline void fix_fault(struct fix *fx, struct dif_object *o, int fault, uint64_t addr,
	uint32_t pc)
{
	fix_run(fx, o);
	assert_true(fx->fx_m.ma_faulted);
	assert_int_equal(fx->fx_m.ma_fault, fault);
	assert_int_equal(fx->fx_m.ma_faultaddr, addr);
	assert_int_equal(fx->fx_m.ma_faultpc, pc);
	dif_object_free(o);
}

/* What the object reads from the probe's moment; frees it. */
static inline struct dt_plan fix_plan(struct dif_object *o)
{
	struct dt_plan pl = { 0 };
	char err[200];

	if (dif_verify(o, err, sizeof(err)) != 0)
		fail_msg("%s", err);
	dif_plan_object(&pl, o);
	dif_object_free(o);
	return pl;
}

#endif
