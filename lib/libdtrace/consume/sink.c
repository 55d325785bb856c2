/* Text that is collected for a sink. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "consume_impl.h"
#include "termtext.h"
#include "utf.h"

/* Makes room for n bytes more and a NUL. */
static bool out_reserve(struct dt_out *ou, size_t n)
{
	size_t cap = ou->ou_cap ? ou->ou_cap : 256;
	char *text;

	if (ou->ou_cap - ou->ou_len > n)
		return true;
	while (cap - ou->ou_len <= n)
		cap *= 2;
	text = base_realloc(ou->ou_text, cap);
	if (!text) {
		ou->ou_failed = true;
		return false;
	}
	ou->ou_text = text;
	ou->ou_cap = cap;
	return true;
}

void dt_out_write(struct dt_out *ou, const char *text, size_t len)
{
	if (len == 0 || !out_reserve(ou, len))
		return;
	memcpy(ou->ou_text + ou->ou_len, text, len);
	ou->ou_len += len;
}

void dt_out_puts(struct dt_out *ou, const char *text)
{
	dt_out_write(ou, text, strlen(text));
}

void dt_out_fill(struct dt_out *ou, char c, size_t n)
{
	if (n == 0 || !out_reserve(ou, n))
		return;
	memset(ou->ou_text + ou->ou_len, c, n);
	ou->ou_len += n;
}

void dt_out_printf(struct dt_out *ou, const char *fmt, ...)
{
	va_list ap, again;
	int n;

	if (!out_reserve(ou, 64))
		return;
	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(ou->ou_text + ou->ou_len, ou->ou_cap - ou->ou_len, fmt, ap);
	if (n >= 0 && (size_t)n >= ou->ou_cap - ou->ou_len && out_reserve(ou, n))
		n = vsnprintf(ou->ou_text + ou->ou_len, ou->ou_cap - ou->ou_len, fmt, again);
	if (n >= 0 && (size_t)n < ou->ou_cap - ou->ou_len)
		ou->ou_len += n;
	va_end(again);
	va_end(ap);
}

static bool out_escapes(const struct dt_out *ou)
{
	return ou->ou_sink && ou->ou_sink->sk_terminal;
}

void dt_out_value(struct dt_out *ou, const char *text, size_t len)
{
	size_t n;

	if (!out_escapes(ou)) {
		dt_out_write(ou, text, len);
		return;
	}
	n = base_term_len(text, len);
	if (n == 0 || !out_reserve(ou, n))
		return;
	base_term_copy(ou->ou_text + ou->ou_len, text, len);
	ou->ou_len += n;
}

void dt_out_name(struct dt_out *ou, const char *name)
{
	dt_out_value(ou, name, strlen(name));
}

void dt_out_column(struct dt_out *ou, const char *text, size_t len, int width)
{
	size_t shown = out_escapes(ou) ? base_term_len(text, len) : len,
	       room = (size_t)(width < 0 ? -width : width);
	size_t pad = room > shown ? room - shown : 0;

	dt_out_fill(ou, ' ', width > 0 ? pad : 0);
	dt_out_value(ou, text, len);
	dt_out_fill(ou, ' ', width < 0 ? pad : 0);
}

void dt_out_utf8(struct dt_out *ou, uint32_t c)
{
	char b[4];

	dt_out_write(ou, b, base_utf8_put(b, c));
}

void dt_out_free(struct dt_out *ou)
{
	free(ou->ou_text);
	memset(ou, 0, sizeof(*ou));
}
