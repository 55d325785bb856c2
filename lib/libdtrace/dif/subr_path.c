/* Paths, as text: no file is accessed. */
#include "subr.h"

/* The end of the last component, and its start: equal if there is none. */
static void last_component(const struct dif_text *st, size_t *start, size_t *end)
{
	*end = st->tx_len;
	while (*end && dif_is_sep(st->tx_s[*end - 1]))
		--*end;
	*start = *end;
	while (*start && !dif_is_sep(st->tx_s[*start - 1]))
		--*start;
}

uint64_t dif_subr_basename(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;
	size_t start, end;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	if (st.tx_len == 0)
		return dif_put_text(m, ".", 1);
	last_component(&st, &start, &end);
	return end ? dif_put_text(m, st.tx_s + start, end - start) : dif_put_text(m, st.tx_s, 1);
}

uint64_t dif_subr_dirname(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;
	size_t start, end;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	last_component(&st, &start, &end);
	if (st.tx_len == 0 || (start == 0 && end != 0))
		return dif_put_text(m, ".", 1);
	while (start > 1 && dif_is_sep(st.tx_s[start - 1]))
		start--;
	return dif_put_text(m, st.tx_s, start ? start : 1);
}

struct clean {
	char *cl_out;
	size_t cl_len, cl_root; /* length of the result; and of the prefix that ".." can't remove */
};

/* "/", or a drive and what follows it */
static size_t root_len(const struct dif_text *st)
{
	size_t n = st->tx_len > 1 && st->tx_s[1] == ':' ? 2 : 0;

	return n + (n < st->tx_len && dif_is_sep(st->tx_s[n]));
}

/* Removes the last component; false if there is none, or it is "." or "..". */
static bool clean_pop(struct clean *cl)
{
	const char *o = cl->cl_out;
	size_t end = cl->cl_len - (cl->cl_len > cl->cl_root), at = end;

	while (at > cl->cl_root && !dif_is_sep(o[at - 1]))
		at--;
	if (at == end || (end - at == 1 && o[at] == '.') ||
		(end - at == 2 && o[at] == '.' && o[at + 1] == '.'))
		return false;
	cl->cl_len = at;
	return true;
}

/* Adds one component of n bytes and, unless it is the last, a separator. */
static void clean_add(struct clean *cl, const char *s, size_t n, bool last)
{
	bool dots = n == 2 && s[0] == '.' && s[1] == '.';

	if (n == 1 && s[0] == '.' && cl->cl_len && !last)
		return;
	if (dots && (clean_pop(cl) || (cl->cl_len && cl->cl_len == cl->cl_root))) {
		if (last && !cl->cl_len)
			cl->cl_out[cl->cl_len++] = '/';
		return;
	}
	n += !last;
	memcpy(cl->cl_out + cl->cl_len, s, n);
	cl->cl_len += n;
}

uint64_t dif_subr_cleanpath(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text st;
	struct clean cl;
	uint64_t copy;
	size_t n;

	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	copy = dif_put_text(m, st.tx_s, st.tx_len); /* the result is not longer */
	if (!copy)
		return 0;
	cl = (struct clean){ (char *)(uintptr_t)copy, root_len(&st), root_len(&st) };
	for (size_t i = cl.cl_root; i < st.tx_len; i += n) {
		for (n = 0; i + n < st.tx_len && !dif_is_sep(st.tx_s[i + n]); n++)
			;
		if (n)
			clean_add(&cl, st.tx_s + i, n, i + n == st.tx_len);
		n += i + n < st.tx_len;
	}
	cl.cl_out[cl.cl_len] = '\0';
	return copy;
}
