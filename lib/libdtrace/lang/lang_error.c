/*
 * Error messages of the compiler: tag, position, text; then the source line and a caret under the
 * place.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "parse.h"

#define SHOWN 160 /* how many bytes of the line are shown */

const char *dt_errtag_name(enum dt_errtag tag)
{
	static const char *const names[] = {
#define DT_ERRTAG(tag) #tag,
#include "errtags.def"
#undef DT_ERRTAG
	};

	return (unsigned)tag < DT_NERRTAGS ? names[tag] : "D_UNKNOWN";
}

/* Extends a place to the end of its line, or a little further than is ever shown. */
void dt_loc_to_eol(struct dt_loc *loc)
{
	const char *p = loc->lo_text + loc->lo_col - 1;
	uint32_t n = 0;

	while (n < SHOWN && p[n] != '\n' && p[n] != '\0')
		n++;
	loc->lo_endcol = loc->lo_col + n - (n > 0);
}

struct text {
	char *tx_buf;
	size_t tx_size, tx_used;
};

static void vput(struct text *tx, const char *fmt, va_list ap)
{
	int n = vsnprintf(tx->tx_buf + tx->tx_used, tx->tx_size - tx->tx_used, fmt, ap);

	if (n > 0)
		tx->tx_used += n;
	if (tx->tx_used >= tx->tx_size)
		tx->tx_used = tx->tx_size - 1;
}

static void put(struct text *tx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *tx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vput(tx, fmt, ap);
	va_end(ap);
}

static void put_position(struct text *tx, const struct dt_loc *loc)
{
	if (!loc || loc->lo_line == 0)
		return;
	if (loc->lo_file)
		put(tx, "\"%s\", line %u: ", loc->lo_file, loc->lo_line);
	else if (loc->lo_where == LW_FILE)
		put(tx, "line %u: ", loc->lo_line);
	else if (loc->lo_where == LW_ACTION)
		put(tx, "in action list: ");
	else if (loc->lo_where == LW_PREDICATE)
		put(tx, "in predicate: ");
}

/* Of a long line, the part from a little before the place is shown. */
static void put_source(struct text *tx, const struct dt_loc *loc)
{
	const char *line = loc->lo_text;
	size_t len = strcspn(line, "\n"), col = loc->lo_col - 1, end = loc->lo_endcol, i;

	if (len > 0 && line[len - 1] == '\r')
		len--;
	if (col > len)
		return;
	if (end > len)
		end = len;
	if (col > SHOWN / 2) {
		i = col - SHOWN / 4;
		line += i, len -= i, col -= i, end -= i;
	}
	if (len > SHOWN)
		len = SHOWN;
	if (tx->tx_size - tx->tx_used < len + SHOWN + 8)
		return;
	put(tx, "\n%.*s\n", (int)len, line);
	for (i = 0; i < col; i++)
		put(tx, "%c", line[i] == '\t' ? '\t' : ' ');
	put(tx, "^");
	for (i = col + 1; i < end && i < len; i++)
		put(tx, "~");
}

void dt_lang_error(struct dt_lang *la, const struct dt_loc *loc, enum dt_errtag tag,
	const char *fmt, ...)
{
	struct dt_message *me = &la->la_msg;
	struct text tx = { me->me_text, sizeof(me->me_text), 0 };
	va_list ap;

	me->me_tag = tag;
	memset(&me->me_loc, 0, sizeof(me->me_loc));
	if (loc)
		me->me_loc = *loc;
	me->me_text[0] = '\0';
	if (la->la_opts && dt_opt(la->la_opts, DT_OPT_ERRTAGS) > 0)
		put(&tx, "[%s] ", dt_errtag_name(tag));
	put_position(&tx, loc);
	va_start(ap, fmt);
	vput(&tx, fmt, ap);
	va_end(ap);
	if (loc && loc->lo_text && loc->lo_col > 0)
		put_source(&tx, loc);
	dt_hint(la, loc, tag, me->me_hint, sizeof(me->me_hint));
	longjmp(la->la_over.ov_jmp, 1);
}
