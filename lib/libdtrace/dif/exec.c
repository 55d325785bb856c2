/*
 * The interpreter.
 *
 * dif_prepare() turns each verified instruction into the address of the code that runs it and its
 * decoded operands; built-in variables become instructions of their own. dif_run() jumps from one
 * to the next.
 *
 * cmp, scmp and tst keep their two operands instead of the bits N Z V C: a branch compares them,
 * with the same result. tst compares with 0.
 */
#include "dif_impl.h"

#include <stdlib.h>
#include "alloc.h"

struct insn {
	const void *in_label;
	union {
		uint64_t in_imm;
		const struct insn *in_target;
		const struct dif_varinfo *in_var;
		const struct dif_subrinfo *in_subr;
	};
	uint8_t in_r1, in_r2, in_rd;
	uint32_t in_ix; /* variable, its slot, or argument */
};

struct dif_code {
	uint32_t dc_len;
	struct insn dc_insns[];
};

/* Built-in variables that are in the firing: each has a label. */
/* clang-format off */
#define FAST_VARS(X) \
	X(CURTHREAD) X(TIMESTAMP) X(VTIMESTAMP) X(EPID) X(ID) X(STACKDEPTH) X(CALLER) X(PROBEPROV) \
	X(PROBEMOD) X(PROBEFUNC) X(PROBENAME) X(PID) X(TID) X(EXECNAME) X(WALLTIMESTAMP) \
	X(USTACKDEPTH) X(UCALLER) X(PPID) X(UID) X(GID) X(ERRNO)

enum label {
	LB_OPS_END = DIF_NOPS,
#define X(v) LB_V_##v,
	FAST_VARS(X)
#undef X
	LB_V_ARG, LB_V_OTHER, LB_ARGS, LB_UARRAY, LB_ST_UARRAY, LB_COUNT
};
/* clang-format on */

struct tuple_entry {
	uint64_t te_value, te_size;
	bool te_ref, te_string;
};

uint64_t dif_thread_key(const struct thread *t, uint32_t cpu)
{
	if (t->t_flags & THREAD_IDLE)
		return 1ull << 63 | cpu;
	return (uintptr_t)t >> 4 | ((uint64_t)t->t_tid & 0x7ffff) << 44;
}

/*
 * Values of built-in variables.
 */
static uint64_t var_vtimestamp(const struct dt_firing *fi)
{
	const thread_t *t = fi->fi_thread;

	if (fi->fi_vtime)
		return fi->fi_vtime;
	if (t->t_onsince == 0 || fi->fi_time < t->t_onsince)
		return t->t_ontime;
	return t->t_ontime + (fi->fi_time - t->t_onsince);
}

static uint64_t var_other(struct dif_mach *m, uint32_t id, uint64_t index)
{
	uint64_t v;

	if (!m->ma_ops || !m->ma_ops->mo_builtin) {
		dif_set_fault(m, DIF_FLT_ILLOP, index);
		return 0;
	}
	v = m->ma_ops->mo_builtin(m, id, index);
	if (m->ma_fault)
		m->ma_faulted = true;
	return v;
}

/*
 * Scalars in slots. A variable keeps all 64 bits that it is assigned if its type is signed; an
 * unsigned one is cut to its size.
 */
static uint64_t fit(uint64_t v, unsigned width, bool sign)
{
	switch (width) {
	case 1: return sign ? (uint64_t)(int8_t)v : (uint8_t)v;
	case 2: return sign ? (uint64_t)(int16_t)v : (uint16_t)v;
	case 4: return sign ? (uint64_t)(int32_t)v : (uint32_t)v;
	default: return v;
	}
}

static uint64_t kept(uint64_t v, unsigned width, unsigned flags)
{
	return flags & DIF_TF_SIGNED ? v : fit(v, width, false);
}

/*
 * The source of a by-reference store: a string of at most size characters, or size bytes. NULL
 * after a fault.
 */
static const void *ref_source(struct dif_mach *m, uint64_t from, size_t size, bool string,
	size_t *len)
{
	const void *p;

	if (string)
		return dif_str(m, from, size, len);
	*len = size;
	p = dif_at(m, from, size);
	if (!p)
		dif_set_fault(m, DIF_FLT_BADADDR, from);
	return p;
}

static void ref_copy(void *to, const void *from, size_t len, bool string)
{
	memmove(to, from, len);
	if (string)
		((char *)to)[len] = '\0';
}

static inline uint64_t slot_load(const struct dif_slot *sl)
{
	if (!sl->sl_store)
		return sl->sl_value;
	return sl->sl_string && !sl->sl_value ? 0 : (uintptr_t)sl->sl_store;
}

static bool slot_store_ref(struct dif_mach *m, struct dif_slot *sl, uint64_t v)
{
	const void *from;
	size_t len;

	if ((v == 0 && sl->sl_string) || sl->sl_size == 0) {
		sl->sl_value = 0;
		return true;
	}
	from = ref_source(m, v, sl->sl_size - sl->sl_string, sl->sl_string, &len);
	if (!from)
		return false;
	ref_copy(sl->sl_store, from, len, sl->sl_string);
	sl->sl_value = 1;
	return true;
}

static inline bool slot_store(struct dif_mach *m, struct dif_slot *sl, uint64_t v)
{
	if (sl->sl_store)
		return slot_store_ref(m, sl, v);
	sl->sl_value = kept(v, sl->sl_width, sl->sl_flags);
	return true;
}

/*
 * Arrays in slots.
 */
static uint8_t *array_element(struct dif_mach *m, uint32_t array, uint64_t index)
{
	const struct dif_slot *sl;

	if (array < m->ma_narrays) {
		sl = &m->ma_arrays[array];
		if (sl->sl_width && sl->sl_width <= 8 && sl->sl_store &&
			index < sl->sl_size / sl->sl_width)
			return sl->sl_store + index * sl->sl_width;
	}
	dif_set_fault(m, DIF_FLT_ILLOP, index);
	return NULL;
}

static uint64_t array_load(struct dif_mach *m, uint32_t array, uint64_t index)
{
	const uint8_t *p = array_element(m, array, index);
	uint64_t v = 0;

	if (!p)
		return 0;
	memcpy(&v, p, m->ma_arrays[array].sl_width);
	return fit(v, m->ma_arrays[array].sl_width, m->ma_arrays[array].sl_flags & DIF_TF_SIGNED);
}

static void array_store(struct dif_mach *m, uint32_t array, uint64_t index, uint64_t v)
{
	uint8_t *p = array_element(m, array, index);

	if (p)
		memcpy(p, &v, m->ma_arrays[array].sl_width);
}

/*
 * Thread-local scalars and associative arrays.
 */
static bool make_key(struct dif_mach *m, const struct tuple_entry *te, struct dif_key *ky)
{
	const void *p;
	size_t len;

	*ky = (struct dif_key){ .ky_value = te->te_value };
	if (!te->te_ref || (!te->te_string && te->te_size == 0))
		return true;
	if (te->te_string) {
		size_t max = te->te_size && te->te_size < m->ma_strsize ? te->te_size :
									  m->ma_strsize;
		p = dif_str(m, te->te_value, max, &len);
		ky->ky_string = true;
		ky->ky_size = (uint32_t)(p && len < max ? len + 1 : max);
	} else {
		p = te->te_size <= UINT32_MAX ? dif_at(m, te->te_value, te->te_size) : NULL;
		ky->ky_size = (uint32_t)te->te_size;
		if (!p)
			dif_set_fault(m, DIF_FLT_BADADDR, te->te_value);
	}
	ky->ky_value = (uintptr_t)p;
	return p;
}

static bool make_keys(struct dif_mach *m, const struct tuple_entry *te, unsigned n,
	struct dif_key *keys)
{
	for (unsigned i = 0; i < n; i++)
		if (!make_key(m, &te[i], &keys[i]))
			return false;
	return true;
}

static inline bool by_ref(const struct dif_varinfo *dv)
{
	return dv->dv_type.dt_flags & DIF_TF_BYREF;
}

/* Addressable data must be larger than DATA_INLINE of dyn.c. */
static size_t dyn_size(const struct dif_varinfo *dv)
{
	size_t size = dif_store_size(&dv->dv_type);

	if (!by_ref(dv))
		return sizeof(uint64_t);
	return size < 16 ? 16 : size;
}

static uint64_t dyn_load(struct dif_mach *m, const struct dif_varinfo *dv, uint64_t thread,
	const struct dif_key *keys, unsigned n)
{
	void *p;

	if (!m->ma_dyn)
		return 0;
	p = dif_dyn_find(m->ma_dyn, dv->dv_id, thread, keys, n, dyn_size(dv), false);
	if (!p)
		return 0;
	return by_ref(dv) ? (uintptr_t)p : *(uint64_t *)p;
}

static void dyn_store_ref(struct dif_mach *m, const struct dif_varinfo *dv, uint64_t thread,
	const struct dif_key *keys, unsigned n, uint64_t v)
{
	bool string = dv->dv_type.dt_kind == DIF_TYPE_STRING;
	size_t len;
	const void *from = ref_source(m, v, dv->dv_type.dt_size, string, &len);
	void *to;

	if (!from)
		return;
	to = dif_dyn_find(m->ma_dyn, dv->dv_id, thread, keys, n, dyn_size(dv), true);
	if (to)
		ref_copy(to, from, len, string);
}

/* An element for which there is no room is counted as a drop. */
static void dyn_store(struct dif_mach *m, const struct dif_varinfo *dv, uint64_t thread,
	const struct dif_key *keys, unsigned n, uint64_t v)
{
	uint64_t *p;

	if (!m->ma_dyn)
		return;
	if (!by_ref(dv))
		v = kept(v, dv->dv_type.dt_size, dv->dv_type.dt_flags);
	if (v == 0) {
		dif_dyn_remove(m->ma_dyn, dv->dv_id, thread, keys, n);
	} else if (by_ref(dv)) {
		dyn_store_ref(m, dv, thread, keys, n, v);
	} else {
		p = dif_dyn_find(m->ma_dyn, dv->dv_id, thread, keys, n, sizeof(*p), true);
		if (p)
			*p = v;
	}
}

static uint64_t assoc_load(struct dif_mach *m, const struct dif_varinfo *dv, uint64_t thread,
	const struct tuple_entry *te, unsigned n)
{
	struct dif_key keys[DIF_NTUPLE];

	return make_keys(m, te, n, keys) ? dyn_load(m, dv, thread, keys, n) : 0;
}

static void assoc_store(struct dif_mach *m, const struct dif_varinfo *dv, uint64_t thread,
	const struct tuple_entry *te, unsigned n, uint64_t v)
{
	struct dif_key keys[DIF_NTUPLE];

	if (make_keys(m, te, n, keys))
		dyn_store(m, dv, thread, keys, n, v);
}

static uint64_t this_thread(const struct dif_mach *m)
{
	return dif_thread_key(m->ma_fi->fi_thread, m->ma_fi->fi_cpu);
}

void dif_thread_set(struct dif_mach *m, uint32_t id, uint64_t value)
{
	uint64_t thread = this_thread(m), *p;

	if (value == 0) {
		dif_dyn_remove(m->ma_dyn, id, thread, NULL, 0);
		return;
	}
	p = dif_dyn_find(m->ma_dyn, id, thread, NULL, 0, sizeof(*p), true);
	if (p)
		*p = value;
}

/* Helpers of other instructions. */
static bool user_load(struct dif_mach *m, uint64_t addr, void *dst, size_t len)
{
	size_t avail;
	bool fault;
	const void *p = dif_user_span(m, addr, &avail, &fault);

	if (p && avail >= len) {
		memcpy(dst, p, len);
		return true;
	}
	if (!fault && m->ma_ops && m->ma_ops->mo_copyin && m->ma_ops->mo_copyin(m, addr, dst, len))
		return true;
	dif_set_fault(m, DIF_FLT_BADADDR, addr);
	return false;
}

/* Sets two operands for which signed and unsigned branches give the same answer. NULL is "". */
static bool compare_strings(struct dif_mach *m, uint64_t a, uint64_t b, uint64_t *ca, uint64_t *cb)
{
	const char *sa = "", *sb = "";
	size_t la = 0, lb = 0;
	int c;

	if ((a && !(sa = dif_str(m, a, m->ma_strsize, &la))) ||
		(b && !(sb = dif_str(m, b, m->ma_strsize, &lb))))
		return false;
	c = memcmp(sa, sb, la < lb ? la : lb);
	if (c == 0)
		c = (la > lb) - (la < lb);
	*ca = c > 0;
	*cb = c < 0;
	return true;
}

static bool copy_scratch(struct dif_mach *m, uint64_t from, uint64_t len, uint64_t to)
{
	if (!dif_writable(m, to, len)) {
		dif_set_fault(m, DIF_FLT_BADADDR, to);
		return false;
	}
	return dif_copy_bytes(m, from, (void *)(uintptr_t)to, len);
}

/* The verifier has counted the arguments. */
static uint64_t call(struct dif_mach *m, const struct dif_subrinfo *su,
	const struct tuple_entry *te, unsigned n)
{
	struct dif_args a = { .da_n = n };

	for (unsigned i = 0; i < n; i++)
		a.da_v[i] = te[i].te_value;
	return su->su_fn(m, &a);
}

/* The loop. With labels, nothing runs: they are filled in. */
static uint64_t run(const struct insn *ip, struct dif_mach *m, const void *const **labels)
{
	static const void *const table[LB_COUNT] = {
#define DIF_OP(n, NAME, s, f) [n] = &&op_##NAME,
#include "opcodes.def"
#undef DIF_OP
		[0] = &&illegal,
	/* clang-format off */
#define X(v) [LB_V_##v] = &&var_##v,
		FAST_VARS(X)
#undef X
		[LB_V_ARG] = &&var_arg,
		[LB_V_OTHER] = &&var_other,
		[LB_ARGS] = &&args,
		[LB_UARRAY] = &&uarray,
		[LB_ST_UARRAY] = &&st_uarray,
		/* clang-format on */
	};
	uint64_t r[DIF_NREGS] = { 0 };
	uint64_t ca = 0, cb = 0;
	struct tuple_entry tuple[DIF_NTUPLE];
	unsigned ntuple = 0;
	const struct insn *start = ip;
	const struct dt_firing *fi;

	if (labels) {
		*labels = table;
		return 0;
	}
	fi = m->ma_fi;

#define R1 r[ip->in_r1]
#define R2 r[ip->in_r2]
#define RD r[ip->in_rd]
/* clang-format off */
#define RUN goto *ip->in_label
/* clang-format on */
#define NEXT \
	do { \
		ip++; \
		RUN; \
	} while (0)
#define FAULT(kind, addr) \
	do { \
		dif_set_fault(m, kind, addr); \
		goto fault; \
	} while (0)
#define CHECKED(expr) \
	do { \
		expr; \
		if (__builtin_expect(m->ma_faulted, 0)) \
			goto fault; \
		NEXT; \
	} while (0)
#define BRANCH(cond) \
	do { \
		if (cond) { \
			ip = ip->in_target; \
			RUN; \
		} \
		NEXT; \
	} while (0)
#define LOAD(type) \
	do { \
		const void *p_ = dif_at(m, R1, sizeof(type)); \
		type v_; \
		if (!p_) \
			FAULT(DIF_FLT_BADADDR, R1); \
		memcpy(&v_, p_, sizeof(v_)); \
		RD = (uint64_t)v_; \
		NEXT; \
	} while (0)
#define USER_LOAD(type) \
	do { \
		type v_; \
		if (!user_load(m, R1, &v_, sizeof(v_))) \
			goto fault; \
		RD = (uint64_t)v_; \
		NEXT; \
	} while (0)
#define STORE(type) \
	do { \
		type v_ = (type)R1; \
		if (!dif_writable(m, RD, sizeof(v_))) \
			FAULT(DIF_FLT_BADADDR, RD); \
		memcpy((void *)(uintptr_t)RD, &v_, sizeof(v_)); \
		NEXT; \
	} while (0)
#define DIVISOR \
	do { \
		if (R2 == 0) \
			FAULT(DIF_FLT_DIVZERO, 0); \
	} while (0)
#define VAR(name, value) \
	var_##name : RD = (uint64_t)(value); \
	NEXT
#define STRING(s) ((uintptr_t)(s))

	RUN;

op_OR:
	RD = R1 | R2;
	NEXT;
op_XOR:
	RD = R1 ^ R2;
	NEXT;
op_AND:
	RD = R1 & R2;
	NEXT;
op_SLL:
	RD = R1 << (R2 & 63);
	NEXT;
op_SRL:
	RD = R1 >> (R2 & 63);
	NEXT;
op_SRA:
	RD = (uint64_t)((int64_t)R1 >> (R2 & 63));
	NEXT;
op_SUB:
	RD = R1 - R2;
	NEXT;
op_ADD:
	RD = R1 + R2;
	NEXT;
op_MUL:
	RD = R1 * R2;
	NEXT;
op_NOT:
	RD = ~R1;
	NEXT;
op_MOV:
	RD = R1;
	NEXT;
op_SDIV:
	DIVISOR;
	RD = R2 == UINT64_MAX ? -R1 : (uint64_t)((int64_t)R1 / (int64_t)R2);
	NEXT;
op_UDIV:
	DIVISOR;
	RD = R1 / R2;
	NEXT;
op_SREM:
	DIVISOR;
	RD = R2 == UINT64_MAX ? 0 : (uint64_t)((int64_t)R1 % (int64_t)R2);
	NEXT;
op_UREM:
	DIVISOR;
	RD = R1 % R2;
	NEXT;

op_CMP:
	ca = R1;
	cb = R2;
	NEXT;
op_TST:
	ca = R1;
	cb = 0;
	NEXT;
op_SCMP:
	if (!compare_strings(m, R1, R2, &ca, &cb))
		goto fault;
	NEXT;
op_BA:
	ip = ip->in_target;
	RUN;
op_BE:
	BRANCH(ca == cb);
op_BNE:
	BRANCH(ca != cb);
op_BG:
	BRANCH((int64_t)ca > (int64_t)cb);
op_BGU:
	BRANCH(ca > cb);
op_BGE:
	BRANCH((int64_t)ca >= (int64_t)cb);
op_BGEU:
	BRANCH(ca >= cb);
op_BL:
	BRANCH((int64_t)ca < (int64_t)cb);
op_BLU:
	BRANCH(ca < cb);
op_BLE:
	BRANCH((int64_t)ca <= (int64_t)cb);
op_BLEU:
	BRANCH(ca <= cb);

op_RLDSB:
op_LDSB:
	LOAD(int8_t);
op_RLDSH:
op_LDSH:
	LOAD(int16_t);
op_RLDSW:
op_LDSW:
	LOAD(int32_t);
op_RLDUB:
op_LDUB:
	LOAD(uint8_t);
op_RLDUH:
op_LDUH:
	LOAD(uint16_t);
op_RLDUW:
op_LDUW:
	LOAD(uint32_t);
op_RLDX:
op_LDX:
	LOAD(uint64_t);
op_ULDSB:
	USER_LOAD(int8_t);
op_ULDSH:
	USER_LOAD(int16_t);
op_ULDSW:
	USER_LOAD(int32_t);
op_ULDUB:
	USER_LOAD(uint8_t);
op_ULDUH:
	USER_LOAD(uint16_t);
op_ULDUW:
	USER_LOAD(uint32_t);
op_ULDX:
	USER_LOAD(uint64_t);
op_STB:
	STORE(uint8_t);
op_STH:
	STORE(uint16_t);
op_STW:
	STORE(uint32_t);
op_STX:
	STORE(uint64_t);

op_RET:
	return RD;
op_NOP:
	NEXT;
op_SETX:
op_SETS:
	RD = ip->in_imm;
	NEXT;

op_LDGS:
	if (ip->in_ix >= m->ma_nglobals)
		FAULT(DIF_FLT_ILLOP, ip->in_ix);
	RD = slot_load(&m->ma_globals[ip->in_ix]);
	NEXT;
op_STGS:
	if (ip->in_ix >= m->ma_nglobals)
		FAULT(DIF_FLT_ILLOP, ip->in_ix);
	if (!slot_store(m, &m->ma_globals[ip->in_ix], RD))
		goto fault;
	NEXT;
op_LDLS:
	if (ip->in_ix >= m->ma_nlocals)
		FAULT(DIF_FLT_ILLOP, ip->in_ix);
	RD = slot_load(&m->ma_locals[ip->in_ix]);
	NEXT;
op_STLS:
	if (ip->in_ix >= m->ma_nlocals)
		FAULT(DIF_FLT_ILLOP, ip->in_ix);
	if (!slot_store(m, &m->ma_locals[ip->in_ix], RD))
		goto fault;
	NEXT;

op_LDTS:
	RD = dyn_load(m, ip->in_var, this_thread(m), NULL, 0);
	NEXT;
op_STTS:
	CHECKED(dyn_store(m, ip->in_var, this_thread(m), NULL, 0, RD));
op_LDGAA:
	CHECKED(RD = assoc_load(m, ip->in_var, 0, tuple, ntuple));
op_STGAA:
	CHECKED(assoc_store(m, ip->in_var, 0, tuple, ntuple, RD));
op_LDTAA:
	CHECKED(RD = assoc_load(m, ip->in_var, this_thread(m), tuple, ntuple));
op_STTAA:
	CHECKED(assoc_store(m, ip->in_var, this_thread(m), tuple, ntuple, RD));

op_PUSHTR:
	if (ntuple == DIF_NTUPLE)
		FAULT(DIF_FLT_TUPOFLOW, 0);
	tuple[ntuple].te_value = RD;
	tuple[ntuple].te_size = R2;
	tuple[ntuple].te_string = ip->in_r1 == DIF_TYPE_STRING;
	tuple[ntuple++].te_ref = true;
	NEXT;
op_PUSHTV:
	if (ntuple == DIF_NTUPLE)
		FAULT(DIF_FLT_TUPOFLOW, 0);
	tuple[ntuple].te_value = RD;
	tuple[ntuple++].te_ref = false;
	NEXT;
op_POPTS:
	ntuple -= ntuple > 0;
	NEXT;
op_FLUSHTS:
	ntuple = 0;
	NEXT;
op_CALL:
	CHECKED(RD = call(m, ip->in_subr, tuple, ntuple));
op_ALLOCS:
	RD = (uintptr_t)dif_scratch(m, R1);
	if (RD == 0)
		goto fault;
	NEXT;
op_COPYS:
	if (!copy_scratch(m, R1, R2, RD))
		goto fault;
	NEXT;

	VAR(CURTHREAD, (uintptr_t)fi->fi_thread);
	VAR(TIMESTAMP, fi->fi_time);
	VAR(VTIMESTAMP, var_vtimestamp(fi));
	VAR(EPID, m->ma_epid);
	VAR(ID, m->ma_probeid);
	VAR(STACKDEPTH, fi->fi_kstack.st_pcs ? fi->fi_kstack.st_depth : 0);
	VAR(USTACKDEPTH, fi->fi_ustack.st_pcs ? fi->fi_ustack.st_depth : 0);
	VAR(CALLER, fi->fi_caller);
	VAR(UCALLER, fi->fi_ucaller);
	VAR(PROBEPROV, STRING(m->ma_probeprov));
	VAR(PROBEMOD, STRING(m->ma_probemod));
	VAR(PROBEFUNC, STRING(m->ma_probefunc));
	VAR(PROBENAME, STRING(m->ma_probename));
	VAR(PID, (int64_t)fi->fi_thread->t_proc->p_pid);
	VAR(TID, (int64_t)fi->fi_thread->t_tid);
	VAR(PPID, (int64_t)fi->fi_thread->t_proc->p_ppid);
	VAR(EXECNAME, STRING(fi->fi_execname ? fi->fi_execname : fi->fi_thread->t_proc->p_name));
	VAR(WALLTIMESTAMP, fi->fi_wall);
	VAR(UID, fi->fi_hasids ? fi->fi_uid : fi->fi_thread->t_proc->p_uid);
	VAR(GID, fi->fi_hasids ? fi->fi_gid : fi->fi_thread->t_proc->p_gid);
	VAR(ERRNO, (int64_t)fi->fi_errno);
var_arg:
	RD = m->ma_argrecords ? dif_argument(m, ip->in_ix) : fi->fi_args[ip->in_ix];
	NEXT;
var_other:
	CHECKED(RD = var_other(m, ip->in_ix, 0));
args:
	if (R2 >= DT_MAXARGS)
		FAULT(DIF_FLT_ILLOP, R2);
	RD = fi->fi_args[R2];
	NEXT;
uarray:
	CHECKED(RD = array_load(m, ip->in_ix, R2));
st_uarray:
	CHECKED(array_store(m, ip->in_ix, R2, RD));
op_LDGA:
	CHECKED(RD = var_other(m, ip->in_ix, R2));

op_LDTA:
op_STGA:
op_XLATE:
op_XLARG:
illegal:
	FAULT(DIF_FLT_ILLOP, 0);
fault:
	m->ma_faultpc = (uint32_t)(ip - start);
	return 0;
}

uint64_t dif_run(const struct dif_object *o, struct dif_mach *m)
{
	m->ma_fault = 0;
	m->ma_faulted = false;
	m->ma_obj = o;
	return run(o->do_code->dc_insns, m, NULL);
}

/*
 * Decoding.
 */
static unsigned fast_var(uint32_t id)
{
	switch (id) {
/* clang-format off */
#define X(v) case DIF_VAR_##v: return LB_V_##v;
		/* clang-format on */
		FAST_VARS(X)
#undef X
	}
	return LB_V_OTHER;
}

static unsigned decode_global(struct insn *in, uint32_t id, unsigned op)
{
	if (id >= DIF_VAR_OTHER_UMIN) {
		in->in_ix = id - DIF_VAR_OTHER_UMIN;
		return op;
	}
	if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9) {
		in->in_ix = id - DIF_VAR_ARG0;
		return LB_V_ARG;
	}
	in->in_ix = id;
	return fast_var(id);
}

static unsigned decode_array(struct insn *in, uint32_t id, unsigned op)
{
	if (id == DIF_VAR_ARGS)
		return LB_ARGS;
	if (id >= DIF_VAR_ARRAY_UMIN) {
		in->in_ix = id - DIF_VAR_ARRAY_UMIN;
		return op == DIF_OP_STGA ? LB_ST_UARRAY : LB_UARRAY;
	}
	in->in_ix = id;
	return op;
}

static unsigned decode_var(struct insn *in, const struct dif_object *o, uint32_t id, unsigned op)
{
	unsigned scope, kind;

	dif_op_var(op, &scope, &kind);
	if (kind == DIF_KIND_SCALAR && scope == DIF_SCOPE_GLOBAL)
		return decode_global(in, id, op);
	in->in_ix = id;
	if (scope != DIF_SCOPE_LOCAL)
		in->in_var = dif_find_var(o, scope, id);
	return op;
}

/* Decodes the operands and returns the number of the label that runs it. */
static unsigned decode(struct insn *in, const struct dif_object *o, uint32_t i,
	const struct insn *all)
{
	unsigned op = DIF_I_OP(i);

	in->in_r1 = DIF_I_R1(i);
	in->in_r2 = DIF_I_R2(i);
	in->in_rd = DIF_I_RD(i);
	switch (dif_ops[op].oi_form) {
	case DIF_FORM_BR: in->in_target = all + DIF_I_LABEL(i); return op;
	case DIF_FORM_SETX: in->in_imm = o->do_ints[DIF_I_WIDE(i)]; return op;
	case DIF_FORM_SETS: in->in_imm = (uintptr_t)(o->do_strs + DIF_I_WIDE(i)); return op;
	case DIF_FORM_CALL: in->in_subr = &dif_subrs[DIF_I_WIDE(i)]; return op;
	case DIF_FORM_LDA:
	case DIF_FORM_STA: return decode_array(in, DIF_I_R1(i), op);
	case DIF_FORM_LDV:
	case DIF_FORM_STV: return decode_var(in, o, DIF_I_WIDE(i), op);
	default: return op;
	}
}

int dif_prepare(struct dif_object *o)
{
	const void *const *labels;
	struct dif_code *dc;

	if (o->do_code)
		return 0;
	dc = base_calloc(1, sizeof(*dc) + o->do_len * sizeof(dc->dc_insns[0]));
	if (!dc)
		return -1;
	run(NULL, NULL, &labels);
	dc->dc_len = o->do_len;
	for (uint32_t pc = 0; pc < o->do_len; pc++) {
		struct insn *in = &dc->dc_insns[pc];
		in->in_label = labels[decode(in, o, o->do_text[pc], dc->dc_insns)];
	}
	o->do_code = dc;
	return 0;
}

void dif_unprepare(struct dif_object *o)
{
	free(o->do_code);
	o->do_code = NULL;
}
