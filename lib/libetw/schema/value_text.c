/* Values as text. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "catalog.h"

struct text { /* text that doesn't fit is dropped, in whole characters */
	char *tx_p;
	size_t tx_n, tx_size;
};

static void put(struct text *t, const char *s, size_t n)
{
	size_t room = t->tx_size - t->tx_n - 1;

	if (n > room) {
		n = room;
		while (n && ((unsigned char)s[n] & 0xc0) == 0x80)
			n--;
		t->tx_size = t->tx_n + n + 1; /* no more text is added after a cut */
	}
	memcpy(t->tx_p + t->tx_n, s, n);
	t->tx_n += n;
	t->tx_p[t->tx_n] = '\0';
}

static void puts_(struct text *t, const char *s)
{
	put(t, s, strlen(s));
}

static void putf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void putf(struct text *t, const char *fmt, ...)
{
	char buf[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	put(t, buf, n < 0 ? 0 : (size_t)n < sizeof(buf) ? (size_t)n : sizeof(buf) - 1);
}

/*
 * Strings.
 */
static void put_utf16(struct text *t, const uint8_t *p, size_t units)
{
	while (units) {
		char buf[192];
		size_t n = units < 60 ? units : 60;

		if (n == 60 && (base_u16(p + 2 * n - 2) & 0xfc00) == 0xd800)
			n--; /* not between the two units of a surrogate pair */
		put(t, buf, etw_utf16_to_utf8(p, n, buf, sizeof(buf)));
		for (size_t i = 0; i < n; i++)
			if (!base_u16(p + 2 * i))
				return;
		p += 2 * n;
		units -= n;
	}
}

static size_t utf8_length(const uint8_t *p, size_t n)
{
	size_t more = p[0] < 0x80	    ? 0 :
		p[0] >= 0xc2 && p[0] < 0xe0 ? 1 :
		p[0] >= 0xe0 && p[0] < 0xf0 ? 2 :
		p[0] >= 0xf0 && p[0] < 0xf5 ? 3 :
					      9;

	if (more >= n)
		return 0;
	for (size_t i = 1; i <= more; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return more + 1;
}

/* 8-bit text is UTF-8, or otherwise taken for Latin-1. */
static void put_ansi(struct text *t, const uint8_t *p, size_t n)
{
	while (n && *p) {
		size_t len = utf8_length(p, n);
		char wide[2] = { (char)(0xc0 | *p >> 6), (char)(0x80 | (*p & 0x3f)) };

		put(t, len ? (const char *)p : wide, len ? len : 2);
		p += len ? len : 1;
		n -= len ? len : 1;
	}
}

/*
 * Numbers.
 */
static bool put_map(struct text *t, const struct etw_map *mp, uint64_t v)
{
	bool any = false;

	for (uint32_t i = 0; mp && i < mp->mp_n; i++) {
		const struct etw_mapent *me = &mp->mp_entries[i];

		if (mp->mp_bits ? !me->me_value || (v & me->me_value) != me->me_value :
				  v != me->me_value)
			continue;
		if (any)
			puts_(t, "|");
		puts_(t, me->me_name);
		any = true;
		v = mp->mp_bits ? v & ~(uint64_t)me->me_value : v;
		if (!mp->mp_bits)
			return true;
	}
	if (any && v)
		putf(t, "|%#" PRIx64, v);
	return any;
}

static void put_ipv4(struct text *t, const uint8_t *p)
{
	putf(t, "%u.%u.%u.%u", p[0], p[1], p[2], p[3]);
}

static void put_ipv6(struct text *t, const uint8_t *p)
{
	int best = -1, len = 1;

	for (int i = 0; i < 8; i++) {
		int n = 0;

		while (i + n < 8 && !p[2 * (i + n)] && !p[2 * (i + n) + 1])
			n++;
		if (n > len) {
			best = i;
			len = n;
		}
	}
	for (int i = 0; i < 8; i++) {
		if (i == best) {
			puts_(t, "::");
			i += len - 1;
			continue;
		}
		putf(t, i == 0 || (best >= 0 && i == best + len) ? "%x" : ":%x",
			(unsigned)p[2 * i] << 8 | p[2 * i + 1]);
	}
}

/* SOCKADDR: family, port (big-endian), address */
static bool put_sockaddr(struct text *t, const uint8_t *p, size_t n)
{
	unsigned family = n >= 2 ? base_u16(p) : 0;

	if (family == 2 && n >= 8) {
		put_ipv4(t, p + 4);
	} else if (family == 23 && n >= 24) {
		puts_(t, "[");
		put_ipv6(t, p + 8);
		puts_(t, "]");
	} else {
		return false;
	}
	putf(t, ":%u", (unsigned)p[2] << 8 | p[3]);
	return true;
}

/* Days since 1970 to a civil date. */
static void civil(int64_t days, int64_t *year, unsigned *month, unsigned *day)
{
	int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
	unsigned doe = (unsigned)(z - era * 146097);
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;

	*day = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = (int64_t)yoe + era * 400 + (*month <= 2);
}

static void put_filetime(struct text *t, uint64_t ft)
{
	uint64_t secs = ft / 10000000;
	int64_t year;
	unsigned month, day, s = (unsigned)(secs % 86400);

	if (ft == 0 || ft > INT64_MAX) {
		putf(t, "%" PRIu64, ft);
		return;
	}
	civil((int64_t)(secs / 86400) - 134774, &year, &month, &day);
	putf(t, "%04" PRId64 "-%02u-%02uT%02u:%02u:%02u.%07uZ", year, month, day, s / 3600,
		s / 60 % 60, s % 60, (unsigned)(ft % 10000000));
}

static void put_systemtime(struct text *t, const uint8_t *p)
{
	putf(t, "%04u-%02u-%02uT%02u:%02u:%02u.%03u", base_u16(p), base_u16(p + 2), base_u16(p + 6),
		base_u16(p + 8), base_u16(p + 10), base_u16(p + 12), base_u16(p + 14));
}

static void put_guid(struct text *t, const uint8_t *p)
{
	char buf[ETW_GUID_STRLEN];
	struct etw_guid g;

	memcpy(&g, p, sizeof(g));
	puts_(t, etw_guid_format(&g, buf));
}

static void put_sid(struct text *t, const uint8_t *p, size_t n)
{
	uint64_t authority = 0;

	if (n < 8 || n < 8 + 4 * (size_t)p[1])
		return;
	for (int i = 2; i < 8; i++)
		authority = authority << 8 | p[i];
	putf(t, "S-%u-%" PRIu64, p[0], authority);
	for (unsigned i = 0; i < p[1]; i++)
		putf(t, "-%u", base_u32(p + 8 + 4 * (size_t)i));
}

static void put_hex(struct text *t, const uint8_t *p, size_t n)
{
	puts_(t, n ? "0x" : "");
	for (size_t i = 0; i < n && t->tx_n + 1 < t->tx_size; i++)
		putf(t, "%02x", p[i]);
}

static bool is_hex(const struct etw_field *fd)
{
	switch (fd->fd_type) {
	case ETW_T_POINTER:
	case ETW_T_SIZE:
	case ETW_T_HEX32:
	case ETW_T_HEX64: return true;
	}
	return (fd->fd_out >= ETW_O_HEXBINARY && fd->fd_out <= ETW_O_HEX64) ||
		(fd->fd_out >= ETW_O_WIN32ERROR && fd->fd_out <= ETW_O_HRESULT &&
			fd->fd_out != ETW_O_WIN32ERROR) ||
		fd->fd_out == ETW_O_CODEPTR;
}

static void put_int(struct text *t, const struct etw_value *v)
{
	const struct etw_field *fd = v->va_field;
	struct etw_field one = *fd;
	uint64_t raw = (uint64_t)etw_value_int(v);
	unsigned size;
	bool is_signed;

	one.fd_flags = 0;
	if (v->va_len < 8)
		raw &= (1ull << v->va_len * 8) - 1;
	if (fd->fd_map && put_map(t, fd->fd_map, raw))
		return;
	if (fd->fd_type == ETW_T_BOOL || fd->fd_out == ETW_O_BOOL)
		puts_(t, raw ? "true" : "false");
	else if (fd->fd_out == ETW_O_IPV4 && v->va_len == 4)
		put_ipv4(t, v->va_data);
	else if (is_hex(fd))
		putf(t, "%#" PRIx64, raw);
	else if (etw_type_is_int(&one, &size, &is_signed) && is_signed)
		putf(t, "%" PRId64, etw_value_int(v));
	else
		putf(t, "%" PRIu64, raw);
}

static void put_char(struct text *t, const struct etw_value *v)
{
	if (v->va_len == 2)
		put_utf16(t, v->va_data, 1);
	else
		put_ansi(t, v->va_data, v->va_len);
}

static void put_float(struct text *t, const struct etw_value *v)
{
	float f;
	double d;

	if (v->va_len == 4) {
		memcpy(&f, v->va_data, 4);
		putf(t, "%.9g", (double)f);
	} else {
		memcpy(&d, v->va_data, 8);
		putf(t, "%.17g", d);
	}
}

static void put_binary(struct text *t, const struct etw_value *v)
{
	unsigned out = v->va_field->fd_out;

	if (out == ETW_O_IPV6 && v->va_len == 16)
		put_ipv6(t, v->va_data);
	else if (out != ETW_O_SOCKADDR || !put_sockaddr(t, v->va_data, v->va_len))
		put_hex(t, v->va_data, v->va_len);
}

static void put_value(struct text *t, const struct etw_value *v)
{
	switch (v->va_field->fd_type) {
	case ETW_T_UTF16:
	case ETW_T_CUTF16:
	case ETW_T_CUTF16_OLD:
	case ETW_T_RUTF16:
	case ETW_T_RESTUTF16: put_utf16(t, v->va_data, v->va_len / 2); break;
	case ETW_T_ANSI:
	case ETW_T_CANSI:
	case ETW_T_CANSI_OLD:
	case ETW_T_RANSI:
	case ETW_T_RESTANSI: put_ansi(t, v->va_data, v->va_len); break;
	case ETW_T_F32:
	case ETW_T_F64: put_float(t, v); break;
	case ETW_T_BINARY:
	case ETW_T_CBINARY:
	case ETW_T_HEXDUMP: put_binary(t, v); break;
	case ETW_T_GUID: put_guid(t, v->va_data); break;
	case ETW_T_FILETIME: put_filetime(t, base_u64(v->va_data)); break;
	case ETW_T_SYSTEMTIME: put_systemtime(t, v->va_data); break;
	case ETW_T_SID:
	case ETW_T_WBEMSID: put_sid(t, v->va_data, v->va_len); break;
	case ETW_T_WCHAR:
	case ETW_T_CHAR: put_char(t, v); break;
	case ETW_T_NULL: break;
	default: put_int(t, v);
	}
}

size_t etw_value_text(const struct etw_value *v, char *out, size_t size)
{
	struct text t = { out, 0, size };

	if (!size)
		return 0;
	*out = '\0';
	put_value(&t, v);
	return t.tx_n;
}

/*
 * Properties. Plain: Name value Name value. A text that is empty, or has blanks or quotes, is
 * quoted, with a backslash before quotes. Arrays are [a, b], structs {Name value}.
 */
struct props {
	struct text pr_text;
	enum etw_style pr_style;
	/* print only this field, without its name; NULL: all fields */
	const struct etw_field *pr_only;
	unsigned pr_inside; /* nesting in pr_only, or in brackets */
	bool pr_first, pr_quoted;
};

/* Whether the character needs no quotes. */
static bool is_plain(const struct props *pr, unsigned char ch)
{
	if (pr->pr_style == ETW_JSON)
		return ch >= 0x20 && ch != '"' && ch != '\\';
	return ch != '"' || (!pr->pr_quoted && pr->pr_style != ETW_CSV);
}

static void put_special(struct props *pr, unsigned char ch)
{
	static const char *const json[] = { ['"'] = "\\\"",
		['\\'] = "\\\\",
		['\n'] = "\\n",
		['\r'] = "\\r",
		['\t'] = "\\t" };

	if (pr->pr_style != ETW_JSON)
		puts_(&pr->pr_text,
			pr->pr_style != ETW_CSV ? "\\\"" :
				pr->pr_quoted	? "\\\"\"" :
						  "\"\"");
	else if (json[ch])
		puts_(&pr->pr_text, json[ch]);
	else
		putf(&pr->pr_text, "\\u%04x", ch);
}

static void put_escaped(struct props *pr, const char *s, size_t n)
{
	for (size_t i = 0, k; i < n; i = k) {
		for (k = i; k < n && is_plain(pr, (unsigned char)s[k]); k++)
			;
		put(&pr->pr_text, s + i, k - i);
		if (k < n)
			put_special(pr, (unsigned char)s[k++]);
	}
}

/* Whether the value is written without quotes in JSON: integers, true, false. */
static bool is_bare(const struct etw_value *v, const char *s)
{
	struct etw_field plain = *v->va_field;
	unsigned size;
	bool is_signed;

	plain.fd_flags = 0;
	if (!etw_type_is_int(&plain, &size, &is_signed) || is_hex(&plain) || !*s)
		return false;
	return s[strspn(s, "-0123456789")] == '\0' || strcmp(s, "true") == 0 ||
		strcmp(s, "false") == 0;
}

static void put_leaf(struct props *pr, const struct etw_value *v)
{
	char buf[4096];
	size_t n = etw_value_text(v, buf, sizeof(buf));
	const char *mark = pr->pr_style == ETW_CSV ? "\"\"" : "\"";
	bool quote = pr->pr_style == ETW_JSON ? !is_bare(v, buf) : !n || strpbrk(buf, " \t\r\n\"");

	if (pr->pr_only && pr->pr_inside == 0)
		quote = false;
	if (quote)
		puts_(&pr->pr_text, mark);
	pr->pr_quoted = quote;
	put_escaped(pr, buf, n);
	pr->pr_quoted = false;
	if (quote)
		puts_(&pr->pr_text, mark);
}

/* Elements of an array have no names. */
static void put_name(struct props *pr, const struct etw_value *v, bool element)
{
	bool json = pr->pr_style == ETW_JSON;

	if (element) {
		if (v->va_index)
			puts_(&pr->pr_text, json ? "," : ", ");
		return;
	}
	if (pr->pr_only == v->va_field)
		return;
	if (!pr->pr_first)
		puts_(&pr->pr_text, json ? "," : " ");
	pr->pr_first = false;
	if (json)
		puts_(&pr->pr_text, "\"");
	put_escaped(pr, v->va_field->fd_name, strlen(v->va_field->fd_name));
	puts_(&pr->pr_text, json ? "\":" : " ");
}

static void put_open(struct props *pr, const struct etw_value *v, const char *mark, bool element)
{
	put_name(pr, v, element);
	puts_(&pr->pr_text, mark);
	pr->pr_first = true;
	pr->pr_inside++;
}

static bool props_visit(void *arg, enum etw_visit what, const struct etw_value *v)
{
	struct props *pr = arg;
	bool mine = !pr->pr_only || pr->pr_inside || v->va_field == pr->pr_only;

	if (!mine)
		return true;
	switch (what) {
	case ETW_V_VALUE:
		put_name(pr, v, v->va_count != 0);
		put_leaf(pr, v);
		break;
	case ETW_V_ARRAY: put_open(pr, v, "[", false); break;
	case ETW_V_STRUCT: put_open(pr, v, "{", v->va_count != 0); break;
	default:
		puts_(&pr->pr_text, what == ETW_V_ENDARRAY ? "]" : "}");
		pr->pr_first = false;
		pr->pr_inside--;
	}
	return !pr->pr_only || pr->pr_inside;
}

size_t etw_field_text(const struct etw_schema *sc, const struct etw_event *ev, unsigned field,
	char *out, size_t size)
{
	struct props pr = { { out, 0, size }, ETW_PLAIN, NULL, 0, true, false };

	if (!size)
		return 0;
	*out = '\0';
	if (field < sc->sc_nfields) {
		pr.pr_only = &sc->sc_fields[field];
		etw_walk(sc, ev, props_visit, &pr);
	}
	return pr.pr_text.tx_n;
}

size_t etw_props_text(const struct etw_schema *sc, const struct etw_event *ev, enum etw_style st,
	char *out, size_t size)
{
	struct props pr = { { out, 0, size }, st, NULL, 0, true, false };

	if (!size)
		return 0;
	*out = '\0';
	if (st == ETW_JSON)
		puts_(&pr.pr_text, "{");
	etw_walk(sc, ev, props_visit, &pr);
	if (st == ETW_JSON)
		puts_(&pr.pr_text, "}");
	return pr.pr_text.tx_n;
}
