/*
 * Default columns: how trace() and the keys of aggregations look without a format.
 *
 * The size of the data decides, not its D type: 1, 2, 4 and 8 bytes are an integer; others are text
 * if they look like text, otherwise a hex dump.
 */
#include <ctype.h>
#include <string.h>
#include "consume_impl.h"

#define PRINT_STRWIDTH 33 /* of a string in a record */
#define PRINT_SYMWIDTH 50

void dt_print_hexdump(struct dt_consumer *co, const void *data, size_t size)
{
	const uint8_t *p = data;
	struct dt_out *ou = &co->co_out;
	size_t row, i;

	dt_out_puts(ou, "\n           ");
	for (i = 0; i < 16; i++)
		dt_out_printf(ou, "  %zx", i);
	dt_out_puts(ou, "  0123456789abcdef\n");
	for (row = 0; row < size; row += 16) {
		dt_out_printf(ou, "     %5zx:", row);
		for (i = row; i < row + 16; i++) {
			if (i < size)
				dt_out_printf(ou, " %02x", p[i]);
			else
				dt_out_puts(ou, "   ");
		}
		dt_out_puts(ou, "  ");
		for (i = row; i < row + 16 && i < size; i++)
			dt_out_fill(ou, p[i] >= 0x20 && p[i] <= 0x7e ? p[i] : '.', 1);
		dt_out_puts(ou, "\n");
	}
}

static bool print_ischar(uint8_t c)
{
	return (c >= 0x20 && c < 0x7f) || (c >= '\t' && c <= '\r') || c == '\b' || c == '\a';
}

/* Whether it is text of at least one character, followed only by NULs. */
static bool print_istext(const uint8_t *p, size_t size)
{
	size_t i = 0;

	while (i < size && print_ischar(p[i]))
		i++;
	if (i == 0)
		return false;
	while (i < size && p[i] == '\0')
		i++;
	return i == size;
}

void dt_print_text(struct dt_consumer *co, const char *text, size_t len, int width)
{
	if (width > 0)
		dt_out_puts(&co->co_out, "  ");
	dt_out_column(&co->co_out, text, len, -width);
}

void dt_print_bytes(struct dt_consumer *co, const void *data, size_t size, int width, bool quiet)
{
	if (dt_co_opt(co, DT_OPT_RAWBYTES) || !print_istext(data, size))
		dt_print_hexdump(co, data, size);
	else
		dt_print_text(co, data, strnlen(data, size), quiet ? 0 : width);
}

static void print_integer(struct dt_consumer *co, const struct dt_value *va, bool quiet)
{
	long long v = va->va_size < 4 ? (long long)dt_value_unsigned(va) : dt_value_signed(va);

	if (quiet)
		dt_out_printf(&co->co_out, "%lld", v);
	else
		dt_out_printf(&co->co_out, " %*lld",
			va->va_size == 8	 ? 16 :
				va->va_size == 4 ? 8 :
				va->va_size == 2 ? 5 :
						   3,
			v);
}

static void print_symbol(struct dt_consumer *co, const struct dt_value *va)
{
	char text[DT_SYM_MAX];

	dt_symbol_value(co, va, text, sizeof(text));
	dt_print_text(co, text, strlen(text), PRINT_SYMWIDTH);
}

void dt_print_value(struct dt_consumer *co, const struct dt_value *va)
{
	bool quiet = dt_co_opt(co, DT_OPT_QUIET) != 0;

	if (dt_stack_kind(va->va_kind))
		dt_stack_print(co, va, dt_co_opt(co, DT_OPT_STACKINDENT));
	else if (dt_symbol_kind(va->va_kind))
		print_symbol(co, va);
	else if (dt_value_isint(va) && !dt_co_opt(co, DT_OPT_RAWBYTES))
		print_integer(co, va, quiet);
	else
		dt_print_bytes(co, va->va_data, va->va_size, PRINT_STRWIDTH, quiet);
}
