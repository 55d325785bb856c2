/*
 * Fields of a trace's event by name, and all of them as text. If the event has no schema, or no
 * such field, the result is 0 or "".
 */
#include "subr.h"

#define NAME_MAX_BYTES 256

static bool get_name(struct dif_mach *m, uint64_t addr, char name[NAME_MAX_BYTES])
{
	struct dif_text tx;

	if (!dif_get_text(m, addr, &tx))
		return false;
	if (tx.tx_len >= NAME_MAX_BYTES)
		tx.tx_len = NAME_MAX_BYTES - 1;
	memcpy(name, tx.tx_s, tx.tx_len);
	name[tx.tx_len] = '\0';
	return true;
}

/* The text is written directly to scratch; unused scratch is given back. */
static uint64_t put_word(struct dif_mach *m, int word, const char *arg)
{
	size_t n = 0, size = m->ma_strsize + 1;
	char *p = dif_scratch(m, size);

	if (!p)
		return 0;
	if (m->ma_ops && m->ma_ops->mo_text)
		n = m->ma_ops->mo_text(m, word, arg, p, size);
	p[n] = '\0';
	m->ma_scratch_cur = (uint8_t *)p + ((n + 8) & ~(size_t)7);
	return (uintptr_t)p;
}

uint64_t dif_subr_etwfield(struct dif_mach *m, const struct dif_args *a)
{
	char name[NAME_MAX_BYTES];

	if (!get_name(m, a->da_v[0], name) || !m->ma_ops || !m->ma_ops->mo_number)
		return 0;
	return (uint64_t)m->ma_ops->mo_number(m, DT_WORD_FIELD, name);
}

uint64_t dif_subr_etwfieldstr(struct dif_mach *m, const struct dif_args *a)
{
	char name[NAME_MAX_BYTES];

	return get_name(m, a->da_v[0], name) ? put_word(m, DT_WORD_FIELD, name) : 0;
}

uint64_t dif_subr_etwprops(struct dif_mach *m, const struct dif_args *a)
{
	char style[NAME_MAX_BYTES] = "";

	if (a->da_n && a->da_v[0] && !get_name(m, a->da_v[0], style))
		return 0;
	return put_word(m, DT_WORD_PROPS, style);
}
