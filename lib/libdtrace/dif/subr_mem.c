/* Memory: scratch, copies, and memory of the traced process. */
#include "subr.h"

/* Copies user memory as captured at the event, otherwise as it is now. */
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

uint64_t dif_subr_copyin(struct dif_mach *m, const struct dif_args *a)
{
	char *dst = dif_scratch(m, a->da_v[1] < UINT32_MAX ? a->da_v[1] + 1 : a->da_v[1]);

	if (!dst)
		return 0;
	dst[a->da_v[1]] = '\0'; /* so that stringof(copyin()) ends with the data */
	return user_copy(m, a->da_v[0], dst, a->da_v[1]) ? (uintptr_t)dst : 0;
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

uint64_t dif_subr_copyinstr(struct dif_mach *m, const struct dif_args *a)
{
	size_t avail, n, limit = m->ma_strsize + 1;
	bool bad;
	const char *p;

	if (a->da_n > 1 && a->da_v[1] < limit)
		limit = a->da_v[1];
	if (limit == 0)
		return dif_put_text(m, "", 0);
	p = dif_user_span(m, a->da_v[0], &avail, &bad);
	if (p) {
		n = strnlen(p, avail < limit ? avail : limit);
		if (n < avail || avail >= limit)
			return dif_put_text(m, p, n < limit ? n : limit - 1);
	}
	if (bad)
		return dif_subr_fault(m, DIF_FLT_BADADDR, a->da_v[0]);
	return copyinstr_live(m, a->da_v[0], limit);
}

/* Zeroed, so that a script that reads before it writes gets the same result every time. */
uint64_t dif_subr_alloca(struct dif_mach *m, const struct dif_args *a)
{
	void *p = dif_scratch(m, a->da_v[0]);

	return p ? (uintptr_t)memset(p, 0, a->da_v[0]) : 0;
}

uint64_t dif_subr_bcopy(struct dif_mach *m, const struct dif_args *a)
{
	if (!dif_writable(m, a->da_v[1], a->da_v[2]))
		return dif_subr_fault(m, DIF_FLT_BADADDR, a->da_v[1]);
	dif_copy_bytes(m, a->da_v[0], (void *)(uintptr_t)a->da_v[1], a->da_v[2]);
	return 0;
}

uint64_t dif_subr_copyinto(struct dif_mach *m, const struct dif_args *a)
{
	if (!dif_writable(m, a->da_v[2], a->da_v[1]))
		return dif_subr_fault(m, DIF_FLT_BADADDR, a->da_v[2]);
	user_copy(m, a->da_v[0], (void *)(uintptr_t)a->da_v[2], a->da_v[1]);
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

uint64_t dif_subr_copyout(struct dif_mach *m, const struct dif_args *a)
{
	const void *from = a->da_v[2] ? dif_at(m, a->da_v[0], a->da_v[2]) : NULL;

	if (a->da_v[2] && !from)
		return dif_subr_fault(m, DIF_FLT_BADADDR, a->da_v[0]);
	return copy_out(m, from, a->da_v[1], a->da_v[2]);
}

/* Copies out the string, with its NUL if that is within size. */
uint64_t dif_subr_copyoutstr(struct dif_mach *m, const struct dif_args *a)
{
	size_t size = a->da_v[2] <= m->ma_strsize ? a->da_v[2] : m->ma_strsize + 1;
	struct dif_text st;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	return copy_out(m, st.tx_s, a->da_v[1], st.tx_len < size ? st.tx_len + 1 : size);
}
