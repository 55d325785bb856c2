/* Memory: scratch, copies, and the traced process's own. */
#include "subr.h"

/* User memory: as captured at the event, else as it is now. */
static bool user_copy(struct dif_mach *m, uint64_t uaddr, void *dst, size_t len)
{
	size_t avail;
	bool bad;
	const void *p;

	if (len == 0)
		return true;
	p = dif_user_span(m, uaddr, &avail, &bad);
	if (p && avail >= len) {
		memcpy(dst, p, len);
		return true;
	}
	if (!bad && m->ma_ops && m->ma_ops->mo_copyin && m->ma_ops->mo_copyin(m, uaddr, dst, len))
		return true;
	dif_set_fault(m, DIF_FLT_BADADDR, uaddr);
	return false;
}

uint64_t dif_subr_copyin(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	char *dst = dif_scratch(m, args[1] < UINT32_MAX ? args[1] + 1 : args[1]);

	(void)nargs;
	if (!dst)
		return 0;
	dst[args[1]] = '\0'; /* so that stringof(copyin()) ends with the data */
	return user_copy(m, args[0], dst, args[1]) ? (uintptr_t)dst : 0;
}

static uint64_t copyinstr_live(struct dif_mach *m, uint64_t addr, size_t limit)
{
	char *dst = dif_scratch(m, limit);

	if (!dst)
		return 0;
	if (!m->ma_ops || !m->ma_ops->mo_copyinstr || !m->ma_ops->mo_copyinstr(m, addr, dst, limit))
		return dif_subr_fault(m, DIF_FLT_BADADDR, addr);
	dst[limit - 1] = '\0';
	return (uintptr_t)dst;
}

uint64_t dif_subr_copyinstr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	size_t avail, n, limit = m->ma_strsize;
	bool bad;
	const char *p;

	if (nargs > 1 && args[1] < limit)
		limit = args[1];
	if (limit == 0)
		return dif_put_text(m, "", 0);
	p = dif_user_span(m, args[0], &avail, &bad);
	if (p) {
		n = strnlen(p, avail < limit ? avail : limit);
		if (n < avail || avail >= limit)
			return dif_put_text(m, p, n < limit ? n : limit - 1);
	}
	if (bad)
		return dif_subr_fault(m, DIF_FLT_BADADDR, args[0]);
	return copyinstr_live(m, args[0], limit);
}

/* Zeroed, so that what a script reads before it writes is the same every time. */
uint64_t dif_subr_alloca(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	void *p = dif_scratch(m, args[0]);

	(void)nargs;
	return p ? (uintptr_t)memset(p, 0, args[0]) : 0;
}

uint64_t dif_subr_bcopy(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	(void)nargs;
	if (!dif_writable(m, args[1], args[2]))
		return dif_subr_fault(m, DIF_FLT_BADADDR, args[1]);
	dif_copy_bytes(m, args[0], (void *)(uintptr_t)args[1], args[2]);
	return 0;
}

uint64_t dif_subr_copyinto(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	(void)nargs;
	if (!dif_writable(m, args[2], args[1]))
		return dif_subr_fault(m, DIF_FLT_BADADDR, args[2]);
	user_copy(m, args[0], (void *)(uintptr_t)args[2], args[1]);
	return 0;
}

static uint64_t copy_out(struct dif_mach *m, const void *from, uint64_t uaddr, size_t len)
{
	if (len &&
		(!m->ma_ops || !m->ma_ops->mo_copyout ||
			!m->ma_ops->mo_copyout(m, uaddr, from, len)))
		return dif_subr_fault(m, DIF_FLT_BADADDR, uaddr);
	return 0;
}

uint64_t dif_subr_copyout(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	const void *from = args[2] ? dif_at(m, args[0], args[2]) : NULL;

	(void)nargs;
	if (args[2] && !from)
		return dif_subr_fault(m, DIF_FLT_BADADDR, args[0]);
	return copy_out(m, from, args[1], args[2]);
}

/* The string with its NUL, if that is within size. */
uint64_t dif_subr_copyoutstr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	size_t size = args[2] < m->ma_strsize ? args[2] : m->ma_strsize;
	struct dif_text st;

	(void)nargs;
	if (!dif_get_text(m, args[0], &st))
		return 0;
	return copy_out(m, st.tx_s, args[1], st.tx_len < size ? st.tx_len + 1 : size);
}
