/*
 * One conversion: a value to text.
 *
 * The compiler has matched values and conversions, but this code relies only on the bytes of the
 * record.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include "types.h"
#include "consume_impl.h"
#include "termtext.h"
#include "utf.h"

struct convert {
	struct dt_consumer *cv_co;
	const struct dt_convspec *cv_spec;
	const struct dt_value *cv_val;
	int cv_width, cv_prec; /* -1: none */
	bool cv_left;
};

static void convert_text(struct convert *cv, const char *text, size_t len)
{
	if (cv->cv_prec >= 0 && len > (size_t)cv->cv_prec)
		len = cv->cv_prec;
	dt_out_column(&cv->cv_co->co_out, text, len,
		cv->cv_width <= 0   ? 0 :
			cv->cv_left ? -cv->cv_width :
				      cv->cv_width);
}

/* Makes the C format of a number: flags, width and precision, then what the caller adds. */
static void convert_cformat(struct convert *cv, char *fmt, const char *mod, char letter)
{
	static const char flags[] = "#0-+ '";
	char *p = fmt;
	unsigned i;

	*p++ = '%';
	for (i = 0; i < sizeof(flags) - 1; i++) {
		if (cv->cv_spec->cs_flags & 1u << i)
			*p++ = flags[i];
	}
	*p++ = '*';
	*p++ = '.';
	*p++ = '*';
	for (; *mod != '\0'; mod++)
		*p++ = *mod;
	*p++ = letter;
	*p = '\0';
}

static void convert_number(struct convert *cv, char letter, unsigned long long v)
{
	char fmt[24];

	convert_cformat(cv, fmt, "ll", letter);
	dt_out_printf(&cv->cv_co->co_out, fmt, cv->cv_width > 0 ? cv->cv_width : 0, cv->cv_prec, v);
}

static void convert_integer(struct convert *cv)
{
	const struct dt_value *va = cv->cv_val;
	char c = cv->cv_spec->cs_conv.fc_conv;

	if (c == 'i' || (c == 'd' && va->va_signed))
		convert_number(cv, 'd', dt_value_signed(va));
	else
		convert_number(cv, c == 'd' ? 'u' : c == 'p' ? 'x' : c, dt_value_unsigned(va));
}

static void convert_double(struct convert *cv)
{
	const struct dt_value *va = cv->cv_val;
	char c = cv->cv_spec->cs_conv.fc_conv, fmt[24];
	int width = cv->cv_width > 0 ? cv->cv_width : 0;
	long double ld;
	double d = 0;
	float f;

	if (va->va_size >= sizeof(ld)) {
		memcpy(&ld, va->va_data, sizeof(ld));
		convert_cformat(cv, fmt, "L", c);
		dt_out_printf(&cv->cv_co->co_out, fmt, width, cv->cv_prec, ld);
		return;
	}
	if (va->va_size >= sizeof(d)) {
		memcpy(&d, va->va_data, sizeof(d));
	} else if (va->va_size >= sizeof(f)) {
		memcpy(&f, va->va_data, sizeof(f));
		d = f;
	}
	convert_cformat(cv, fmt, "", c);
	dt_out_printf(&cv->cv_co->co_out, fmt, width, cv->cv_prec, d);
}

/* Appends a byte that can't be printed, as C writes it. */
static void convert_escape(struct dt_out *ou, unsigned char c)
{
	char esc[5];

	if (c >= 0x20 && c < 0x7f)
		dt_out_write(ou, (const char *)&c, 1);
	else if (c == '\0')
		dt_out_write(ou, "\\0", 2);
	else
		dt_out_write(ou, esc, base_term_escape(c, esc));
}

static void convert_escaped(struct convert *cv, const uint8_t *text, size_t len)
{
	struct dt_out ou = { 0 };

	for (size_t i = 0; i < len; i++)
		convert_escape(&ou, text[i]);
	convert_text(cv, ou.ou_text, ou.ou_len);
	dt_out_free(&ou);
}

/* Whether UTF-8 can encode it. */
static bool is_character(uint64_t c)
{
	return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
}

static uint32_t utf32_get(const uint8_t *p, size_t *i)
{
	uint32_t c = base_u32(p + 4 * (*i)++);

	return is_character(c) ? c : BASE_UTF_BAD;
}

/* Bytes of a wide character: the element size of the array. */
static uint32_t convert_unit(const struct dt_value *va)
{
	const struct dt_type *ty = va->va_type ? dt_type_resolve(va->va_type) : NULL;

	return ty && ty->ty_kind == TY_ARRAY && dt_type_resolve(ty->ty_ref)->ty_size == 4 ? 4 : 2;
}

static void convert_wide(struct convert *cv)
{
	const struct dt_value *va = cv->cv_val;
	uint32_t unit = convert_unit(va), c = 1;
	size_t i = 0, n = va->va_size / unit;
	struct dt_out ou = { 0 };

	while (i < n && c != 0) {
		c = unit == 4 ? utf32_get(va->va_data, &i) : base_utf16_get(va->va_data, n, &i);
		if (c != 0)
			dt_out_utf8(&ou, c);
	}
	/* as in C: the precision counts bytes and no character is cut */
	while (cv->cv_prec > 0 && (size_t)cv->cv_prec < ou.ou_len &&
		(ou.ou_text[cv->cv_prec] & 0xc0) == 0x80)
		cv->cv_prec--;
	convert_text(cv, ou.ou_text, ou.ou_len);
	dt_out_free(&ou);
}

static void convert_wchar(struct convert *cv)
{
	struct dt_out ou = { 0 };
	uint64_t c = dt_value_unsigned(cv->cv_val);

	dt_out_utf8(&ou, is_character(c) ? (uint32_t)c : BASE_UTF_BAD);
	cv->cv_prec = -1;
	convert_text(cv, ou.ou_text, ou.ou_len);
	dt_out_free(&ou);
}

static void convert_string(struct convert *cv)
{
	const struct dt_value *va = cv->cv_val;

	if (cv->cv_spec->cs_conv.fc_mod[0] != '\0')
		convert_wide(cv);
	else if (cv->cv_spec->cs_conv.fc_conv == 'S')
		convert_escaped(cv, va->va_data, dt_value_strlen(va));
	else
		convert_text(cv, (const char *)va->va_data, dt_value_strlen(va));
}

static void convert_char(struct convert *cv)
{
	char c = dt_value_unsigned(cv->cv_val);

	if (cv->cv_spec->cs_conv.fc_mod[0] != '\0') {
		convert_wchar(cv);
		return;
	}
	cv->cv_prec = -1;
	if (cv->cv_spec->cs_conv.fc_conv == 'C')
		convert_escaped(cv, (const uint8_t *)&c, 1);
	else
		convert_text(cv, &c, 1);
}

/*
 * printf() shows the offset of an address in its function; in a key all addresses of a function are
 * equal.
 */
static void convert_address(struct convert *cv)
{
	const struct dt_value *va = cv->cv_val;
	bool user = cv->cv_spec->cs_conv.fc_conv == 'A';
	char text[DT_SYM_MAX];

	if (dt_symbol_kind(va->va_kind) && (va->va_kind != DT_ACT_SYM || va->va_key))
		dt_symbol_value(cv->cv_co, va, text, sizeof(text));
	else
		dt_symbol_text(cv->cv_co, user ? DT_ACT_UADDR : DT_ACT_EXPR, 0,
			dt_value_unsigned(va), text, sizeof(text));
	convert_text(cv, text, strlen(text));
}

static void convert_stack(struct convert *cv)
{
	if (!dt_stack_kind(cv->cv_val->va_kind))
		return;
	if (cv->cv_spec->cs_flags & DT_FF_ALT)
		dt_stack_fold(cv->cv_co, cv->cv_val);
	else
		dt_stack_print(cv->cv_co, cv->cv_val,
			cv->cv_left && cv->cv_width > 0 ? cv->cv_width : 0);
}

static void convert_time(struct convert *cv)
{
	const char *fmt = cv->cv_spec->cs_conv.fc_conv == 'Y' ? "%Y %b %e %T" :
								"%a, %d %b %Y %T %Z";
	int64_t ns = dt_value_signed(cv->cv_val);
	time_t sec = ns / 1000000000 - (ns % 1000000000 < 0);
	struct tm tm;
	char text[128];

	if (!localtime_r(&sec, &tm))
		return;
	convert_text(cv, text, strftime(text, sizeof(text), fmt, &tm));
}

static void convert_inet(struct convert *cv)
{
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in in = { .sin_family = AF_INET };
	const struct dt_value *va = cv->cv_val;
	char addr[INET6_ADDRSTRLEN + 1], host[NI_MAXHOST];
	size_t len = dt_value_strlen(va);
	int r = -1;

	if (len < sizeof(addr)) {
		memcpy(addr, va->va_data, len);
		addr[len] = '\0';
		if (inet_pton(AF_INET, addr, &in.sin_addr) == 1)
			r = getnameinfo((struct sockaddr *)&in, sizeof(in), host, sizeof(host),
				NULL, 0, NI_NAMEREQD);
		else if (inet_pton(AF_INET6, addr, &in6.sin6_addr) == 1)
			r = getnameinfo((struct sockaddr *)&in6, sizeof(in6), host, sizeof(host),
				NULL, 0, NI_NAMEREQD);
	}
	if (r == 0)
		convert_text(cv, host, strlen(host));
	else
		convert_text(cv, (const char *)va->va_data, len);
}

static void convert_port(struct convert *cv)
{
	uint16_t port = dt_value_unsigned(cv->cv_val);
	struct servent *se = getservbyport(htons(port), NULL);
	char text[16];

	if (!se) {
		snprintf(text, sizeof(text), "%u", port);
		convert_text(cv, text, strlen(text));
	} else {
		convert_text(cv, se->s_name, strlen(se->s_name));
	}
}

static void convert_any(struct convert *cv)
{
	switch (cv->cv_spec->cs_conv.fc_conv) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
	case 'p': convert_integer(cv); break;
	case 'e':
	case 'E':
	case 'f':
	case 'g':
	case 'G': convert_double(cv); break;
	case 's':
	case 'S': convert_string(cv); break;
	case 'c':
	case 'C': convert_char(cv); break;
	case 'a':
	case 'A': convert_address(cv); break;
	case 'k': convert_stack(cv); break;
	case 'T':
	case 'Y': convert_time(cv); break;
	case 'I': convert_inet(cv); break;
	case 'P': convert_port(cv); break;
	}
}

void dt_convert(struct dt_consumer *co, const struct dt_convspec *cs, int width, int prec,
	const struct dt_value *va)
{
	struct convert cv = { .cv_co = co,
		.cv_spec = cs,
		.cv_val = va,
		.cv_width = width,
		.cv_prec = prec,
		.cv_left = (cs->cs_flags & DT_FF_LEFT) != 0 };

	convert_any(&cv);
}
