/*
 * json(): the value at a path of a JSON text, as it is written there.
 *
 * The text is scanned once and nothing is built: the part before the value must be well formed, the
 * part after it is not read. The depth is bounded, because the text comes from outside.
 */
#include <ctype.h>
#include "subr.h"

#define MAXDEPTH 64

struct json {
	const char *js_p, *js_end;
};

static int peek(struct json *js)
{
	while (js->js_p < js->js_end && memchr(" \t\r\n", *js->js_p, 4))
		js->js_p++;
	return js->js_p < js->js_end ? (unsigned char)*js->js_p : -1;
}

static bool take(struct json *js, int c)
{
	if (peek(js) != c)
		return false;
	js->js_p++;
	return true;
}

/* Skips a string; tx gets what is between its quotes. */
static bool skip_string(struct json *js, struct dif_text *tx)
{
	const char *p;

	if (!take(js, '"'))
		return false;
	tx->tx_s = js->js_p;
	for (p = js->js_p; p < js->js_end && *p != '"'; p++)
		if (*p == '\\' && ++p == js->js_end)
			return false;
	if (p == js->js_end)
		return false;
	tx->tx_len = (size_t)(p - tx->tx_s);
	js->js_p = p + 1;
	return true;
}

static bool is_word(const char *s, size_t n)
{
	static const char *const words[] = { "true", "false", "null" };

	for (unsigned i = 0; i < 3; i++)
		if (strlen(words[i]) == n && memcmp(words[i], s, n) == 0)
			return true;
	return n &&
		(isdigit((unsigned char)s[n - 1]) && (s[0] == '-' || isdigit((unsigned char)s[0])));
}

static bool skip_word(struct json *js)
{
	const char *s = js->js_p;

	while (js->js_p < js->js_end &&
		(isalnum((unsigned char)*js->js_p) || memchr("+-.", *js->js_p, 3)))
		js->js_p++;
	return is_word(s, (size_t)(js->js_p - s));
}

static bool skip_value(struct json *js, unsigned depth)
{
	struct dif_text tx;
	int open = peek(js), close = open == '{' ? '}' : ']';

	if (open == '"')
		return skip_string(js, &tx);
	if (open != '{' && open != '[')
		return skip_word(js);
	if (depth == MAXDEPTH)
		return false;
	js->js_p++;
	if (take(js, close))
		return true;
	do {
		if (open == '{' && !(skip_string(js, &tx) && take(js, ':')))
			return false;
		if (!skip_value(js, depth + 1))
			return false;
	} while (take(js, ','));
	return take(js, close);
}

/* Moves to the value of a member of the next object. */
static bool enter_member(struct json *js, const char *name, size_t n)
{
	struct dif_text key;

	if (!take(js, '{'))
		return false;
	do {
		if (!skip_string(js, &key) || !take(js, ':'))
			return false;
		if (key.tx_len == n && memcmp(key.tx_s, name, n) == 0)
			return true;
		if (!skip_value(js, 0))
			return false;
	} while (take(js, ','));
	return false;
}

static bool enter_element(struct json *js, uint64_t index)
{
	if (!take(js, '[') || peek(js) == ']')
		return false;
	for (; index; index--)
		if (!skip_value(js, 0) || !take(js, ','))
			return false;
	return true;
}

/* Parses at most 9 digits at s and returns how many there are. */
static size_t parse_digits(const char *s, size_t n, uint64_t *index)
{
	size_t i = 0;

	for (*index = 0; i < n && i < 9 && isdigit((unsigned char)s[i]); i++)
		*index = *index * 10 + (uint64_t)(s[i] - '0');
	return i;
}

/* Parses [N] at s and returns its length, or 0 if it isn't an index. */
static size_t parse_index(const char *s, size_t n, uint64_t *index)
{
	size_t i = 1 + parse_digits(s + 1, n - 1, index);

	return i > 1 && i < n && s[i] == ']' ? i + 1 : 0;
}

static bool follow(struct json *js, const struct dif_text *path)
{
	const char *p = path->tx_s, *end = p + path->tx_len;

	while (p < end) {
		uint64_t index;
		size_t n = 0;

		if (*p == '[') {
			n = parse_index(p, (size_t)(end - p), &index);
			if (!n || !enter_element(js, index))
				return false;
		} else {
			while (p + n < end && p[n] != '.' && p[n] != '[')
				n++;
			if (peek(js) == '[') { /* a bare number indexes an array, too */
				if (n == 0 || parse_digits(p, n, &index) != n ||
					!enter_element(js, index))
					return false;
			} else if (!enter_member(js, p, n)) {
				return false;
			}
		}
		p += n;
		if (p < end && *p == '.' && ++p == end)
			return false;
	}
	return true;
}

uint64_t dif_subr_json(struct dif_mach *m, const struct dif_args *a)
{
	struct dif_text text, path;
	struct json js;

	if (!dif_get_text(m, a->da_v[0], &text) || !dif_get_text(m, a->da_v[1], &path))
		return 0;
	js = (struct json){ text.tx_s, text.tx_s + text.tx_len };
	if (!follow(&js, &path))
		return 0;
	if (peek(&js) == '"')
		return skip_string(&js, &text) ? dif_put_text(m, text.tx_s, text.tx_len) : 0;
	text.tx_s = js.js_p;
	return skip_value(&js, 0) ? dif_put_text(m, text.tx_s, (size_t)(js.js_p - text.tx_s)) : 0;
}
