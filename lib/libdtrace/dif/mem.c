/*
 * Memory that a program may access. Readable: the engine's regions (records, names, the dynamic
 * store), the last object's strings, the firing's payload and captured memory, scratch handed out
 * so far, variables' storage. Writable: scratch, variables' storage.
 */
#include "dif_impl.h"

#define PAYLOAD_BEFORE 4 /* may be the length of a counted string */

static const void *span_in(const void *base, size_t len, uint64_t addr, size_t *avail)
{
	uintptr_t b = (uintptr_t)base;

	if (!b || addr < b || addr - b >= len)
		return NULL;
	*avail = len - (addr - b);
	return (const void *)(uintptr_t)addr;
}

/* Several pieces may begin at one address: takes the longest. */
static const void *span_captured(const struct dt_firing *fi, uint64_t addr, size_t *avail)
{
	const void *found = NULL;

	for (unsigned i = 0; i < fi->fi_nmem; i++) {
		const struct dt_mem *me = &fi->fi_mem[i];

		if (!me->me_fault && span_in(me->me_data, me->me_len, addr, avail))
			return (const void *)(uintptr_t)addr;
	}
	for (unsigned i = 0; i < fi->fi_nmem; i++) {
		const struct dt_mem *me = &fi->fi_mem[i];

		if (me->me_user || me->me_fault || addr < me->me_addr ||
			addr - me->me_addr >= me->me_len)
			continue;
		if (found && me->me_len - (addr - me->me_addr) <= *avail)
			continue;
		*avail = me->me_len - (addr - me->me_addr);
		found = (const uint8_t *)me->me_data + (addr - me->me_addr);
	}
	return found;
}

static const void *span_firing(const struct dt_firing *fi, uint64_t addr, size_t *avail)
{
	const void *p = NULL;

	if (fi->fi_payload)
		p = span_in(fi->fi_payload - PAYLOAD_BEFORE, (size_t)fi->fi_paylen + PAYLOAD_BEFORE,
			addr, avail);
	return p ? p : span_captured(fi, addr, avail);
}

static uint64_t record_key(const void *record, const struct dif_argrecord *rk)
{
	uint64_t key;

	memcpy(&key, (const uint8_t *)record + rk->rk_key, sizeof(key));
	return key;
}

uint64_t dif_argument(const struct dif_mach *m, unsigned n)
{
	const struct dif_argrecord *rk = &m->ma_argrecords[n];
	uint64_t v = m->ma_fi->fi_args[n];

	return rk->rk_size && v ? record_key((const void *)(uintptr_t)v, rk) : v;
}

#define KEY_MIN 4096 /* below are numbers, and NULL with members */

/* The address of a kernel's object also leads to dtrace's record of it. */
static const void *span_record(const void *record, const struct dif_argrecord *rk, uint64_t addr,
	size_t *avail)
{
	uint64_t key = record_key(record, rk), off = addr - key;

	if (key < KEY_MIN || off >= rk->rk_size)
		return NULL;
	*avail = rk->rk_size - off;
	return (const uint8_t *)record + off;
}

static const void *span_records(const struct dif_mach *m, uint64_t addr, size_t *avail)
{
	static const struct dif_argrecord thread = { offsetof(thread_t, t_addr), sizeof(thread_t) };
	const struct dt_firing *fi = m->ma_fi;
	const void *p = span_record(fi->fi_thread, &thread, addr, avail);

	for (unsigned i = 0; !p && m->ma_argrecords && i < DT_MAXARGS; i++)
		if (m->ma_argrecords[i].rk_size && fi->fi_args[i])
			p = span_record((const void *)(uintptr_t)fi->fi_args[i],
				&m->ma_argrecords[i], addr, avail);
	return p;
}

static const void *span_slots(const struct dif_slot *sl, uint32_t n, uint64_t addr, size_t *avail)
{
	const void *p;

	for (; n; sl++, n--) {
		p = span_in(sl->sl_store, sl->sl_size, addr, avail);
		if (p)
			return p;
	}
	return NULL;
}

static const void *span_vars(const struct dif_mach *m, uint64_t addr, size_t *avail)
{
	const void *p = span_slots(m->ma_globals, m->ma_nglobals, addr, avail);

	if (!p)
		p = span_slots(m->ma_locals, m->ma_nlocals, addr, avail);
	if (!p)
		p = span_slots(m->ma_arrays, m->ma_narrays, addr, avail);
	return p;
}

static const void *span_regions(const struct dif_region *rg, uint32_t n, uint64_t addr,
	size_t *avail)
{
	const void *p = NULL;

	for (; !p && n; rg++, n--)
		p = span_in((void *)rg->rg_base, rg->rg_end - rg->rg_base, addr, avail);
	return p;
}

const void *dif_span(const struct dif_mach *m, uint64_t addr, size_t *avail)
{
	const void *p = span_regions(m->ma_regions, m->ma_nregions, addr, avail);

	if (p)
		return p;
	p = span_in(m->ma_scratch, (size_t)(m->ma_scratch_cur - m->ma_scratch), addr, avail);
	if (!p && m->ma_obj)
		p = span_in(m->ma_obj->do_strs, m->ma_obj->do_strlen, addr, avail);
	if (!p && m->ma_fi)
		p = span_firing(m->ma_fi, addr, avail);
	if (!p)
		p = span_vars(m, addr, avail);
	if (!p && m->ma_dyn) {
		struct dif_region rg = dif_dyn_region(m->ma_dyn);
		p = span_in((void *)rg.rg_base, rg.rg_end - rg.rg_base, addr, avail);
	}
	if (!p && m->ma_fi && m->ma_fi->fi_thread)
		p = span_records(m, addr, avail);
	return p ? p : span_regions(m->ma_strings, m->ma_nstrings, addr, avail);
}

/* Captured user memory at a traced address. */
const void *dif_user_span(const struct dif_mach *m, uint64_t addr, size_t *avail, bool *fault)
{
	const struct dt_firing *fi = m->ma_fi;
	const void *found = NULL;

	*fault = false;
	for (unsigned i = 0; fi && i < fi->fi_nmem; i++) {
		const struct dt_mem *me = &fi->fi_mem[i];
		uint64_t off = addr - me->me_addr;

		if (!me->me_user || (off && off >= me->me_len))
			continue;
		if (me->me_fault) {
			*fault = true;
		} else if (off < me->me_len && (!found || me->me_len - off > *avail)) {
			found = (const uint8_t *)me->me_data + off;
			*avail = me->me_len - off;
		}
	}
	return found;
}

bool dif_writable(const struct dif_mach *m, uint64_t addr, size_t len)
{
	size_t avail;

	if (len == 0)
		return true;
	if (span_in(m->ma_scratch, (size_t)(m->ma_scratch_cur - m->ma_scratch), addr, &avail) ||
		span_vars(m, addr, &avail))
		return avail >= len;
	return m->ma_dyn && dif_dyn_writable(m->ma_dyn, addr, len);
}

/* A block counts, and may be accessed, up to a multiple of 16 bytes; those beyond size are 0. */
void *dif_scratch(struct dif_mach *m, uint64_t size)
{
	uint64_t whole;
	uint8_t *p = (uint8_t *)(((uintptr_t)m->ma_scratch_cur + 7) & ~(uintptr_t)7);
	size_t room = p > m->ma_scratch_end ? 0 : (size_t)(m->ma_scratch_end - p);

	if (size > room) {
		dif_set_fault(m, DIF_FLT_NOSCRATCH, 0);
		return NULL;
	}
	whole = (size + 15) & ~(uint64_t)15;
	whole = whole < room ? whole : room;
	memset(p + size, 0, whole - size);
	m->ma_scratch_cur = p + whole;
	return p;
}

/* A string in scratch also ends where what was handed out ends. */
static bool in_scratch(const struct dif_mach *m, const void *p)
{
	return (const uint8_t *)p >= m->ma_scratch && (const uint8_t *)p < m->ma_scratch_cur;
}

const char *dif_str(struct dif_mach *m, uint64_t addr, size_t max, size_t *len)
{
	size_t avail;
	const char *s = dif_span(m, addr, &avail);

	if (!s) {
		dif_set_fault(m, DIF_FLT_BADADDR, addr);
		return NULL;
	}
	*len = strnlen(s, avail < max ? avail : max);
	if (*len == avail && avail < max && !in_scratch(m, s)) {
		dif_set_fault(m, DIF_FLT_BADADDR, addr + avail);
		return NULL;
	}
	return s;
}

bool dif_readable(const struct dif_mach *m, uint64_t addr, size_t len)
{
	return len == 0 || dif_at(m, addr, len);
}

bool dif_copy_string(struct dif_mach *m, uint64_t addr, char *dst, size_t size)
{
	size_t len;
	const char *s = dif_str(m, addr, size, &len);

	if (!s)
		return false;
	memmove(dst, s, len);
	memset(dst + len, 0, size - len);
	return true;
}

bool dif_copy_bytes(struct dif_mach *m, uint64_t addr, void *dst, size_t size)
{
	const void *p = dst;

	if (size)
		p = dif_at(m, addr, size);
	if (!p) {
		dif_set_fault(m, DIF_FLT_BADADDR, addr);
		return false;
	}
	memmove(dst, p, size);
	return true;
}

void dif_set_fault(struct dif_mach *m, enum dif_fault fault, uint64_t addr)
{
	m->ma_fault = fault;
	m->ma_faulted = true;
	m->ma_faultaddr = addr;
	m->ma_faultpc = UINT32_MAX;
}

const char *dif_fault_text(int fault)
{
	static const char *const texts[] = {
		[DIF_FLT_UNKNOWN] = "unknown fault",
		[DIF_FLT_BADADDR] = "invalid address",
		[DIF_FLT_BADALIGN] = "invalid alignment",
		[DIF_FLT_ILLOP] = "illegal operation",
		[DIF_FLT_DIVZERO] = "divide-by-zero",
		[DIF_FLT_NOSCRATCH] = "out of scratch space",
		[DIF_FLT_KPRIV] = "invalid kernel access",
		[DIF_FLT_UPRIV] = "invalid user access",
		[DIF_FLT_TUPOFLOW] = "tuple stack overflow",
		[DIF_FLT_BADSTACK] = "bad stack",
	};

	if (fault == DIF_FLT_LIBRARY)
		return "library-level fault";
	if (fault < 0 || (size_t)fault >= sizeof(texts) / sizeof(texts[0]))
		return texts[DIF_FLT_UNKNOWN];
	return texts[fault];
}
