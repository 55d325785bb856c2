/*
 * An object: what the verifier lets pass is disassembled, planned and run on a machine whose memory
 * is heap blocks of their exact sizes, for the sanitizers to judge; and what no program may write
 * must stay as it was.
 *
 * An integer 0xfeedNNOOOOOOOOOO stands for an address near the edges of block NN of that memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "room.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

#define SCRATCH 4096
#define PAYLOAD 64
#define DYNSIZE (64 << 10)
#define STRSIZE 256
#define MAX_STORE (1 << 20)

static unsigned sum;

struct machine {
	struct dif_mach mn_m;
	struct dt_firing mn_fi;
	thread_t *mn_thread; /* with the process behind it, a readable block */
	proc_t *mn_proc;
	char *mn_names;
	uint8_t *mn_payload, *mn_store;
	size_t mn_storesize;
	struct dt_mem mn_mem[2];
	struct dif_region mn_regions[5];
};

static uint64_t some_builtin(struct dif_mach *m, uint32_t var, uint64_t index)
{
	if (index > 9)
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
	(void)m;
	memset(dst, 'c', size);
	if (size > 0)
		dst[size - 1] = '\0';
	return addr & 1;
}

static bool some_copyout(struct dif_mach *m, uint64_t addr, const void *src, size_t len)
{
	(void)m;
	for (size_t i = 0; i < len; i++)
		sum += ((const uint8_t *)src)[i]; /* the sanitizer looks at it */
	return addr & 1;
}

static bool some_progeny(struct dif_mach *m, int32_t pid)
{
	(void)m;
	return pid & 1;
}

static uint32_t some_speculation(struct dif_mach *m)
{
	return m->ma_rand & 3;
}

static const struct dif_mach_ops ops = {
	.mo_builtin = some_builtin,
	.mo_copyin = some_copyin,
	.mo_copyinstr = some_copyinstr,
	.mo_copyout = some_copyout,
	.mo_progenyof = some_progeny,
	.mo_speculation = some_speculation,
};

/*
 * Variables: sized by the first of the table that names them, as the engine does.
 */
static struct dif_slot *slot_of(struct dif_mach *m, const struct dif_varinfo *dv)
{
	bool local = dv->dv_scope == DIF_SCOPE_LOCAL;
	struct dif_slot **slots = local ? &m->ma_locals : &m->ma_globals;
	uint32_t *n = local ? &m->ma_nlocals : &m->ma_nglobals;
	uint32_t id = local ? dv->dv_id : dv->dv_id - DIF_VAR_OTHER_UMIN;

	if (dv->dv_kind != DIF_KIND_SCALAR || dv->dv_scope == DIF_SCOPE_THREAD ||
		(!local && dv->dv_id < DIF_VAR_OTHER_UMIN))
		return NULL;
	if (id >= *n) {
		*slots = realloc(*slots, (id + 1) * sizeof(**slots));
		memset(*slots + *n, 0, (id + 1 - *n) * sizeof(**slots));
		*n = id + 1;
	}
	return &(*slots)[id];
}

static bool size_vars(struct machine *mn, const struct dif_object *o)
{
	for (uint32_t i = 0; i < o->do_nvars; i++) {
		const struct dif_type *dt = &o->do_vars[i].dv_type;
		struct dif_slot *sl = slot_of(&mn->mn_m, &o->do_vars[i]);

		if (!sl || sl->sl_width || sl->sl_size)
			continue;
		sl->sl_flags = dt->dt_flags;
		sl->sl_string = dt->dt_kind == DIF_TYPE_STRING;
		if (!(sl->sl_flags & DIF_TF_BYREF)) {
			sl->sl_width = dt->dt_size ? dt->dt_size : 8;
			continue;
		}
		sl->sl_size = dt->dt_size;
		mn->mn_storesize += ((size_t)sl->sl_size + 15) & ~(size_t)15;
		if (mn->mn_storesize > MAX_STORE)
			return false;
	}
	return true;
}

static uint8_t *place(struct dif_slot *sl, uint32_t n, uint8_t *p)
{
	for (; n > 0; n--, sl++) {
		if (sl->sl_size == 0)
			continue;
		sl->sl_store = p;
		p += (sl->sl_size + 15) & ~15u;
	}
	return p;
}

/*
 * The machine.
 */
static void machine_event(struct machine *mn)
{
	struct dt_firing *fi = &mn->mn_fi;

	*mn->mn_proc = (proc_t){ .p_pid = 42,
		.p_ppid = 41,
		.p_uid = 7,
		.p_gid = 8,
		.p_name = mn->mn_names };
	*mn->mn_thread =
		(thread_t){ .t_tid = 77, .t_proc = mn->mn_proc, .t_ontime = 300, .t_onsince = 900 };
	for (int i = 0; i < DT_MAXARGS; i++)
		fi->fi_args[i] = 100 + i;
	fi->fi_args[0] = (uintptr_t)mn->mn_payload + 4;
	fi->fi_args[1] = 0x1000;
	fi->fi_args[2] = 0x2000;
	fi->fi_args[3] = (uintptr_t)mn->mn_thread;
	fi->fi_time = 1000;
	fi->fi_wall = 5000;
	fi->fi_thread = mn->mn_thread;
	fi->fi_payload = mn->mn_payload + 4;
	fi->fi_paylen = PAYLOAD - 4;
	mn->mn_mem[0] = (struct dt_mem){ 0x1000, mn->mn_payload, 8, true, false };
	mn->mn_mem[1] = (struct dt_mem){ 0x2000, mn->mn_payload, 8, false, false };
	fi->fi_mem = mn->mn_mem;
	fi->fi_nmem = 2;
}

static const char names[] = "a.out\0prov\0mod\0func\0name";

static void machine_memory(struct machine *mn)
{
	struct dif_mach *m = &mn->mn_m;

	mn->mn_thread = calloc(1, sizeof(*mn->mn_thread));
	mn->mn_proc = calloc(1, sizeof(*mn->mn_proc));
	mn->mn_names = malloc(sizeof(names));
	memcpy(mn->mn_names, names, sizeof(names));
	mn->mn_payload = calloc(1, PAYLOAD);
	mn->mn_store = calloc(1, mn->mn_storesize + 16);
	place(m->ma_locals, m->ma_nlocals, place(m->ma_globals, m->ma_nglobals, mn->mn_store));
	m->ma_scratch = m->ma_scratch_cur = malloc(SCRATCH);
	m->ma_scratch_end = m->ma_scratch + SCRATCH;
	m->ma_dyn = dif_dyn_create(DYNSIZE, STRSIZE);
}

static struct dif_region region(const void *p, size_t n)
{
	return (struct dif_region){ (uintptr_t)p, (uintptr_t)p + n };
}

static void machine_start(struct machine *mn)
{
	struct dif_mach *m = &mn->mn_m;

	machine_memory(mn);
	machine_event(mn);
	mn->mn_regions[0] = dif_dyn_region(m->ma_dyn);
	mn->mn_regions[1] = region(mn->mn_thread, sizeof(*mn->mn_thread));
	mn->mn_regions[2] = region(mn->mn_proc, sizeof(*mn->mn_proc));
	mn->mn_regions[3] = region(mn->mn_names, sizeof(names));
	mn->mn_regions[4] = region(mn->mn_store, mn->mn_storesize);
	m->ma_ops = &ops;
	m->ma_fi = &mn->mn_fi;
	m->ma_epid = 3;
	m->ma_probeid = 9;
	m->ma_probeprov = mn->mn_names + 6;
	m->ma_probemod = mn->mn_names + 11;
	m->ma_probefunc = mn->mn_names + 15;
	m->ma_probename = mn->mn_names + 20;
	m->ma_strsize = STRSIZE;
	m->ma_regions = mn->mn_regions;
	m->ma_nregions = 5;
	m->ma_rand = 1;
}

static void machine_end(struct machine *mn)
{
	struct dif_mach *m = &mn->mn_m;

	if (m->ma_dyn)
		dif_dyn_destroy(m->ma_dyn);
	free(m->ma_globals);
	free(m->ma_locals);
	free(m->ma_scratch);
	free(mn->mn_thread);
	free(mn->mn_proc);
	free(mn->mn_names);
	free(mn->mn_payload);
	free(mn->mn_store);
}

/*
 * One object.
 */
static void patch_ints(const struct machine *mn, struct dif_object *o)
{
	const struct dif_mach *m = &mn->mn_m;
	const struct dif_region blocks[] = {
		mn->mn_regions[0],
		mn->mn_regions[1],
		mn->mn_regions[2],
		mn->mn_regions[3],
		mn->mn_regions[4],
		region(m->ma_scratch, SCRATCH),
		region(mn->mn_payload, PAYLOAD),
		region(o->do_strs, o->do_strlen),
	};

	for (uint32_t i = 0; i < o->do_nints; i++) {
		uint64_t v = o->do_ints[i];
		const struct dif_region *rg = &blocks[(v >> 40 & 0xff) / 2 % 8];

		if (v >> 48 == 0xfeed)
			o->do_ints[i] = (v >> 40 & 1 ? rg->rg_end : rg->rg_base) +
				(uint64_t)(int8_t)v;
	}
}

/* Programs write variables and scratch; the event is not theirs. */
static void check_intact(const struct machine *mn, const struct machine *was)
{
	static const uint8_t zeros[PAYLOAD];

	if (memcmp(mn->mn_payload, zeros, PAYLOAD) != 0 ||
		memcmp(mn->mn_names, names, sizeof(names)) != 0 ||
		memcmp(&mn->mn_fi, &was->mn_fi, sizeof(mn->mn_fi)) != 0 ||
		mn->mn_thread->t_proc != mn->mn_proc || mn->mn_thread->t_tid != 77 ||
		mn->mn_proc->p_pid != 42 || mn->mn_proc->p_name != mn->mn_names)
		__builtin_trap();
}

static void run(struct machine *mn, struct dif_object *o)
{
	struct dt_plan plan = { 0 };
	struct machine was;

	machine_start(mn);
	patch_ints(mn, o);
	dif_plan_object(&plan, o);
	if (dif_prepare(o) != 0)
		return;
	was = *mn;
	for (int i = 0; i < 2; i++) {
		mn->mn_m.ma_scratch_cur = mn->mn_m.ma_scratch;
		mn->mn_m.ma_faulted = false;
		dif_run(o, &mn->mn_m);
		check_intact(mn, &was);
	}
}

static void show(const struct dif_object *o)
{
	static FILE *null;

	if (!null)
		null = fopen("/dev/null", "w");
	dif_disasm(o, null);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dif_object *o = object_read(data, size);
	struct machine mn = { 0 };
	char err[200];

	if (!o)
		return 0;
	if (dif_verify(o, err, sizeof(err)) == 0) {
		show(o);
		if (size_vars(&mn, o))
			run(&mn, o);
		machine_end(&mn);
	}
	dif_object_free(o);
	return 0;
}
