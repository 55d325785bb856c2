/* Strings: lengths, joins, searches, parts. */
#include "subr.h"

uint64_t dif_subr_strlen(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;

	return dif_get_text(m, a->da_v[0], &st) ? st.tx_len : 0;
}

uint64_t dif_subr_strjoin(struct dif_mach *m, const struct dif_args *args)
{
	struct dif_text a, b;
	char *p;

	if (!dif_get_text(m, args->da_v[0], &a) || !dif_get_text(m, args->da_v[1], &b))
		return 0;
	if (a.tx_len + b.tx_len > m->ma_strsize)
		return dif_subr_fault(m, DIF_FLT_NOSCRATCH, 0);
	p = dif_scratch(m, a.tx_len + b.tx_len + 1);
	if (!p)
		return 0;
	memcpy(p, a.tx_s, a.tx_len);
	memcpy(p + a.tx_len, b.tx_s, b.tx_len);
	p[a.tx_len + b.tx_len] = '\0';
	return (uintptr_t)p;
}

uint64_t dif_subr_strchr(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;
	const char *at;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	if ((char)a->da_v[1] == '\0')
		return dif_put_text(m, "", 0);
	at = memchr(st.tx_s, (char)a->da_v[1], st.tx_len);
	return at ? dif_put_text(m, at, st.tx_len - (size_t)(at - st.tx_s)) : 0;
}

uint64_t dif_subr_strrchr(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;
	const char *at;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	if ((char)a->da_v[1] == '\0')
		return dif_put_text(m, "", 0);
	at = memrchr(st.tx_s, (char)a->da_v[1], st.tx_len);
	return at ? dif_put_text(m, at, st.tx_len - (size_t)(at - st.tx_s)) : 0;
}

uint64_t dif_subr_strstr(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st, sub;
	const char *at;

	if (!dif_get_text(m, a->da_v[0], &st) || !dif_get_text(m, a->da_v[1], &sub))
		return 0;
	at = memmem(st.tx_s, st.tx_len, sub.tx_s, sub.tx_len);
	return at ? dif_put_text(m, at, st.tx_len - (size_t)(at - st.tx_s)) : 0;
}

static int64_t clamp(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

uint64_t dif_subr_substr(struct dif_mach *m, const struct dif_args *a)
{
	const int64_t far = 1ll << 32; /* beyond any string, and sums don't overflow */
	int64_t n, start, end, len = a->da_n > 2 ? clamp((int64_t)a->da_v[2], -far, far) : far;
	struct dif_text st;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	n = (int64_t)st.tx_len;
	start = clamp((int64_t)a->da_v[1], -far, far);
	if (start < 0)
		start += n;
	end = a->da_n < 3 ? n : len < 0 ? n + len : start + len;
	start = clamp(start, 0, n);
	end = clamp(end, 0, n);
	return end > start ? dif_put_text(m, st.tx_s + start, (size_t)(end - start)) :
			     dif_put_text(m, "", 0);
}

uint64_t dif_subr_index(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st, sub;
	int64_t pos = a->da_n > 2 ? (int64_t)a->da_v[2] : 0;
	const char *at;

	if (!dif_get_text(m, a->da_v[0], &st) || !dif_get_text(m, a->da_v[1], &sub))
		return 0;
	pos = clamp(pos, 0, (int64_t)st.tx_len);
	at = memmem(st.tx_s + pos, st.tx_len - (size_t)pos, sub.tx_s, sub.tx_len);
	return at ? (uint64_t)(at - st.tx_s) : (uint64_t)-1;
}

uint64_t dif_subr_rindex(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st, sub;
	int64_t pos = a->da_n > 2 ? (int64_t)a->da_v[2] : INT64_MAX;

	if (!dif_get_text(m, a->da_v[0], &st) || !dif_get_text(m, a->da_v[1], &sub))
		return 0;
	if (sub.tx_len > st.tx_len)
		return (uint64_t)-1;
	if (pos < 0)
		return sub.tx_len ? (uint64_t)-1 : 0;
	for (pos = clamp(pos, 0, (int64_t)(st.tx_len - sub.tx_len)); pos >= 0; pos--)
		if (memcmp(st.tx_s + pos, sub.tx_s, sub.tx_len) == 0)
			break;
	return (uint64_t)pos;
}

static uint64_t change_case(struct dif_mach *m, uint64_t addr, char first, char last)
{
	struct dif_text st;
	uint64_t out;

	if (!dif_get_text(m, addr, &st))
		return 0;
	out = dif_put_text(m, st.tx_s, st.tx_len);
	for (char *p = (char *)(uintptr_t)out; out && *p; p++)
		if (*p >= first && *p <= last)
			*p ^= 0x20;
	return out;
}

uint64_t dif_subr_toupper(struct dif_mach *m, const struct dif_args *a)
{
	return change_case(m, a->da_v[0], 'a', 'z');
}

uint64_t dif_subr_tolower(struct dif_mach *m, const struct dif_args *a)
{
	return change_case(m, a->da_v[0], 'A', 'Z');
}

static size_t span_of(const char *s, size_t n, const struct dif_text *set, bool in)
{
	size_t i = 0;

	while (i < n && !!memchr(set->tx_s, s[i], set->tx_len) == in)
		i++;
	return i;
}

/* The rest of the string outlives the clause, but scratch doesn't: the machine keeps it. */
static bool tok_start(struct dif_mach *m, uint64_t addr)
{
	struct dif_text st;

	if (!dif_get_text(m, addr, &st))
		return false;
	memcpy(m->ma_tok, st.tx_s, st.tx_len);
	m->ma_toklen = (uint32_t)st.tx_len;
	m->ma_tokpos = 0;
	return true;
}

uint64_t dif_subr_strtok(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text delims;
	const char *s;
	size_t left, n;

	if (!m->ma_tok || !dif_get_text(m, a->da_v[1], &delims) ||
		(a->da_v[0] && !tok_start(m, a->da_v[0])))
		return 0;
	m->ma_tokpos += (uint32_t)span_of(m->ma_tok + m->ma_tokpos, m->ma_toklen - m->ma_tokpos,
		&delims, true);
	s = m->ma_tok + m->ma_tokpos;
	left = m->ma_toklen - m->ma_tokpos;
	n = span_of(s, left, &delims, false);
	m->ma_tokpos += (uint32_t)n; /* the next call looks at the delimiter again */
	return n ? dif_put_text(m, s, n) : 0;
}
