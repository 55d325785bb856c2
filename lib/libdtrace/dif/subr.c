/*
 * The subroutines.  To add one: a line in subrs.def (its number, name and D prototype), a
 * function here, and its line in the table at the end.
 *
 * Results that are strings are fresh scratch, at most strsize bytes with their NUL.
 */
#include "impl.h"

struct str {
	const char *s;
	size_t n;
};

static bool get_str(struct dif_mach *m, uint64_t addr, struct str *st)
{
	st->s = dif_str(m, addr, m->ma_strsize, &st->n);
	return st->s;
}

static uint64_t put_str(struct dif_mach *m, const char *s, size_t n)
{
	char *p;

	if (n >= m->ma_strsize)
		n = m->ma_strsize ? m->ma_strsize - 1 : 0;
	p = dif_scratch(m, n + 1);
	if (!p)
		return 0;
	memcpy(p, s, n);
	p[n] = '\0';
	return (uintptr_t)p;
}

static uint64_t fault(struct dif_mach *m, enum dif_fault kind, uint64_t addr)
{
	dif_set_fault(m, kind, addr);
	return 0;
}

/* 31 bits of a xorshift generator. */
static uint64_t subr_rand(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	uint64_t x = m->ma_rand ? m->ma_rand : 0x9e3779b97f4a7c15u;

	(void)args, (void)nargs;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	m->ma_rand = x;
	return x >> 33;
}

static uint64_t subr_copyin(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	size_t avail;
	bool bad;
	const void *p;
	char *dst = dif_scratch(m, args[1] < UINT32_MAX ? args[1] + 1 : args[1]);

	(void)nargs;
	if (!dst)
		return 0;
	dst[args[1]] = '\0';	/* so that stringof(copyin()) ends with the data */
	if (args[1] == 0)
		return (uintptr_t)dst;
	p = dif_user_span(m, args[0], &avail, &bad);
	if (p && avail >= args[1])
		memcpy(dst, p, args[1]);
	else if (bad || !m->ma_ops || !m->ma_ops->mo_copyin ||
		!m->ma_ops->mo_copyin(m, args[0], dst, args[1]))
		return fault(m, DIF_FLT_BADADDR, args[0]);
	return (uintptr_t)dst;
}

static uint64_t copyinstr_live(struct dif_mach *m, uint64_t addr, size_t limit)
{
	char *dst = dif_scratch(m, limit);

	if (!dst)
		return 0;
	if (!m->ma_ops || !m->ma_ops->mo_copyinstr || !m->ma_ops->mo_copyinstr(m, addr, dst, limit))
		return fault(m, DIF_FLT_BADADDR, addr);
	dst[limit - 1] = '\0';
	return (uintptr_t)dst;
}

static uint64_t subr_copyinstr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	size_t avail, n, limit = m->ma_strsize;
	bool bad;
	const char *p;

	if (nargs > 1 && args[1] < limit)
		limit = args[1];
	if (limit == 0)
		return put_str(m, "", 0);
	p = dif_user_span(m, args[0], &avail, &bad);
	if (p) {
		n = strnlen(p, avail < limit ? avail : limit);
		if (n < avail || avail >= limit)
			return put_str(m, p, n < limit ? n : limit - 1);
	}
	if (bad)
		return fault(m, DIF_FLT_BADADDR, args[0]);
	return copyinstr_live(m, args[0], limit);
}

static uint64_t subr_strlen(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st;

	(void)nargs;
	return get_str(m, args[0], &st) ? st.n : 0;
}

static uint64_t subr_strjoin(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str a, b;
	char *p;

	(void)nargs;
	if (!get_str(m, args[0], &a) || !get_str(m, args[1], &b))
		return 0;
	if (a.n + b.n >= m->ma_strsize)
		return fault(m, DIF_FLT_NOSCRATCH, 0);
	p = dif_scratch(m, a.n + b.n + 1);
	if (!p)
		return 0;
	memcpy(p, a.s, a.n);
	memcpy(p + a.n, b.s, b.n);
	p[a.n + b.n] = '\0';
	return (uintptr_t)p;
}

static uint64_t subr_lltostr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	char buf[72], *p = buf + sizeof(buf);
	uint64_t base = nargs > 1 ? args[1] : 10, v = args[0];
	bool minus = base == 10 && (int64_t)v < 0;

	if (base < 2 || base > 36)
		return fault(m, DIF_FLT_ILLOP, base);
	if (minus)
		v = -v;
	do {
		*--p = "0123456789abcdefghijklmnopqrstuvwxyz"[v % base];
		v /= base;
	} while (v);
	if (minus)
		*--p = '-';
	if (base == 16)
		*--p = 'x';
	if (base == 16 || (base == 8 && args[0] != 0))
		*--p = '0';
	return put_str(m, p, buf + sizeof(buf) - p);
}

/* Paths of either system. */
static bool is_sep(char c)
{
	return c == '/' || c == '\\';
}

/* The end of the last component, and its start: equal if there is none. */
static void last_component(const struct str *st, size_t *start, size_t *end)
{
	*end = st->n;
	while (*end && is_sep(st->s[*end - 1]))
		--*end;
	*start = *end;
	while (*start && !is_sep(st->s[*start - 1]))
		--*start;
}

static uint64_t subr_basename(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st;
	size_t start, end;

	(void)nargs;
	if (!get_str(m, args[0], &st))
		return 0;
	if (st.n == 0)
		return put_str(m, ".", 1);
	last_component(&st, &start, &end);
	return end ? put_str(m, st.s + start, end - start) : put_str(m, st.s, 1);
}

static uint64_t subr_dirname(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st;
	size_t start, end;

	(void)nargs;
	if (!get_str(m, args[0], &st))
		return 0;
	last_component(&st, &start, &end);
	if (st.n == 0 || (start == 0 && end != 0))
		return put_str(m, ".", 1);
	while (start > 1 && is_sep(st.s[start - 1]))
		start--;
	return put_str(m, st.s, start ? start : 1);
}

static uint64_t subr_strchr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st;
	const char *at;

	(void)nargs;
	if (!get_str(m, args[0], &st))
		return 0;
	if ((char)args[1] == '\0')
		return put_str(m, "", 0);
	at = memchr(st.s, (char)args[1], st.n);
	return at ? put_str(m, at, st.n - (at - st.s)) : 0;
}

static uint64_t subr_strrchr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st;
	const char *at;

	(void)nargs;
	if (!get_str(m, args[0], &st))
		return 0;
	if ((char)args[1] == '\0')
		return put_str(m, "", 0);
	at = memrchr(st.s, (char)args[1], st.n);
	return at ? put_str(m, at, st.n - (at - st.s)) : 0;
}

static uint64_t subr_strstr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st, sub;
	const char *at;

	(void)nargs;
	if (!get_str(m, args[0], &st) || !get_str(m, args[1], &sub))
		return 0;
	at = memmem(st.s, st.n, sub.s, sub.n);
	return at ? put_str(m, at, st.n - (at - st.s)) : 0;
}

static int64_t clamp(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

static uint64_t subr_substr(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	const int64_t far = 1ll << 32;	/* beyond any string, and sums don't overflow */
	int64_t n, start, end, len = nargs > 2 ? clamp((int64_t)args[2], -far, far) : far;
	struct str st;

	if (!get_str(m, args[0], &st))
		return 0;
	n = (int64_t)st.n;
	start = clamp((int64_t)args[1], -far, far);
	if (start < 0)
		start += n;
	end = nargs < 3 ? n : len < 0 ? n + len : start + len;
	start = clamp(start, 0, n);
	end = clamp(end, 0, n);
	return end > start ? put_str(m, st.s + start, end - start) : put_str(m, "", 0);
}

static uint64_t subr_index(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st, sub;
	int64_t pos = nargs > 2 ? (int64_t)args[2] : 0;
	const char *at;

	if (!get_str(m, args[0], &st) || !get_str(m, args[1], &sub))
		return 0;
	pos = clamp(pos, 0, (int64_t)st.n);
	at = memmem(st.s + pos, st.n - pos, sub.s, sub.n);
	return at ? (uint64_t)(at - st.s) : (uint64_t)-1;
}

static uint64_t subr_rindex(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	struct str st, sub;
	int64_t pos = nargs > 2 ? (int64_t)args[2] : INT64_MAX;

	if (!get_str(m, args[0], &st) || !get_str(m, args[1], &sub))
		return 0;
	if (sub.n > st.n)
		return (uint64_t)-1;
	if (pos < 0)
		return sub.n ? (uint64_t)-1 : 0;
	for (pos = clamp(pos, 0, (int64_t)(st.n - sub.n)); pos >= 0; pos--)
		if (memcmp(st.s + pos, sub.s, sub.n) == 0)
			break;
	return (uint64_t)pos;
}

/* least and most arguments; which of them point to what the subroutine reads; the function */
const struct dif_subrinfo dif_subrs[DIF_SUBR_MAX] = {
	[DIF_SUBR_RAND] = {0, 0, 0, subr_rand},
	[DIF_SUBR_COPYIN] = {2, 2, 0, subr_copyin},
	[DIF_SUBR_COPYINSTR] = {1, 2, 0, subr_copyinstr},
	[DIF_SUBR_STRLEN] = {1, 1, 1, subr_strlen},
	[DIF_SUBR_STRJOIN] = {2, 2, 3, subr_strjoin},
	[DIF_SUBR_LLTOSTR] = {1, 2, 0, subr_lltostr},
	[DIF_SUBR_BASENAME] = {1, 1, 1, subr_basename},
	[DIF_SUBR_DIRNAME] = {1, 1, 1, subr_dirname},
	[DIF_SUBR_STRCHR] = {2, 2, 1, subr_strchr},
	[DIF_SUBR_STRRCHR] = {2, 2, 1, subr_strrchr},
	[DIF_SUBR_STRSTR] = {2, 2, 3, subr_strstr},
	[DIF_SUBR_SUBSTR] = {2, 3, 1, subr_substr},
	[DIF_SUBR_INDEX] = {2, 3, 3, subr_index},
	[DIF_SUBR_RINDEX] = {2, 3, 3, subr_rindex},
};
