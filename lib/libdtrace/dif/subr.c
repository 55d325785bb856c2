/* The table of subroutines, what they share, and the subroutines that ask the engine. */
#include "program.h"
#include "subr.h"

bool dif_get_text(struct dif_mach *m, uint64_t addr, struct dif_text *tx)
{
	tx->tx_s = dif_str(m, addr, m->ma_strsize, &tx->tx_len);
	return tx->tx_s;
}

uint64_t dif_put_text(struct dif_mach *m, const char *s, size_t n)
{
	char *p;

	if (n > m->ma_strsize)
		n = m->ma_strsize;
	p = dif_scratch(m, n + 1);
	if (!p)
		return 0;
	memcpy(p, s, n);
	p[n] = '\0';
	return (uintptr_t)p;
}

uint64_t dif_subr_fault(struct dif_mach *m, enum dif_fault kind, uint64_t addr)
{
	dif_set_fault(m, kind, addr);
	return 0;
}

uint64_t dif_subr_speculation(struct dif_mach *m, const struct dif_args *a)
{
	(void)a;
	return m->ma_ops && m->ma_ops->mo_speculation ? m->ma_ops->mo_speculation(m) : 0;
}

uint64_t dif_subr_progenyof(struct dif_mach *m, const struct dif_args *a)
{
	return m->ma_ops && m->ma_ops->mo_progenyof &&
		m->ma_ops->mo_progenyof(m, (int32_t)a->da_v[0]);
}

uint64_t dif_subr_ofile(struct dif_mach *m, const struct dif_args *a)
{
	return m->ma_ops && m->ma_ops->mo_ofile ? m->ma_ops->mo_ofile(m, (int32_t)a->da_v[0]) : 0;
}

uint64_t dif_subr_kernel(struct dif_mach *m, const struct dif_args *a)
{
	(void)a;
	return m->ma_ops && m->ma_ops->mo_kernel ? m->ma_ops->mo_kernel(m) : 0;
}

const struct dif_subrinfo dif_subrs[DIF_SUBR_MAX] = {
/* clang-format off */
#define DIF_SUBR(n, NAME, name, since, proto, reads, needs, fn) [n] = { proto, reads, \
	DT_PLAN_##needs, dif_subr_##fn },
/* clang-format on */
#include "subrs.def"
#undef DIF_SUBR
};

void dif_subr_arity(const struct dif_subrinfo *su, unsigned *min, unsigned *max)
{
	const char *p = strchr(su->su_proto, '(') + 1;
	bool optional = false;

	*min = *max = 0;
	while (*p && *p != ')') {
		optional |= *p == '[';
		++*max;
		*min += !optional;
		p += strcspn(p, ",)");
		p += strspn(p, ", ");
	}
}
