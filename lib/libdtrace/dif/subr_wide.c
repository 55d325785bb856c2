/* Windows text: little-endian units of 16 bits, up to a 0. */
#include "subr.h"
#include "utf.h"

/* Finds the units of the text at addr, at most strsize; false after a fault. */
static bool get_wide(struct dif_mach *m, uint64_t addr, const uint8_t **units, size_t *n)
{
	size_t avail;

	*units = dif_span(m, addr, &avail);
	for (*n = 0; *units && *n < m->ma_strsize; ++*n) {
		const uint8_t *u = *units + 2 * *n;

		if (2 * *n + 2 > avail)
			break;
		if (!u[0] && !u[1])
			return true;
	}
	if (*units && *n == m->ma_strsize)
		return true;
	dif_set_fault(m, DIF_FLT_BADADDR, *units ? addr + avail : addr);
	return false;
}

/* UTF-8, cut between characters if it does not fit; NULL is "". */
uint64_t dif_subr_wstringof(struct dif_mach *m, const struct dif_args *a)
{
	const uint8_t *u;
	size_t n, len = 0;
	char *out, c[4];

	if (a->da_v[0] == 0)
		return dif_put_text(m, "", 0);
	if (!get_wide(m, a->da_v[0], &u, &n))
		return 0;
	out = dif_scratch(m, m->ma_strsize + 1);
	if (!out)
		return 0;
	for (size_t i = 0; i < n;) {
		size_t w = base_utf8_put(c, base_utf16_get(u, n, &i));

		if (len + w > m->ma_strsize)
			break;
		memcpy(out + len, c, w);
		len += w;
	}
	out[len] = '\0';
	m->ma_scratch_cur = (uint8_t *)out + len + 1; /* the rest is free again */
	return (uintptr_t)out;
}

uint64_t dif_subr_wstrlen(struct dif_mach *m, const struct dif_args *a)
{
	const uint8_t *u;
	size_t n;

	return get_wide(m, a->da_v[0], &u, &n) ? n : 0;
}
