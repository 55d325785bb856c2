/* Numbers: to text and back, byte order, random numbers. */
#include <endian.h>
#include "subr.h"

/* 31 bits of a xorshift generator. */
uint64_t dif_subr_rand(struct dif_mach *m, const struct dif_args *a)
{
	uint64_t x = m->ma_rand ? m->ma_rand : 0x9e3779b97f4a7c15u;

	(void)a;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	m->ma_rand = x;
	return x >> 33;
}

uint64_t dif_subr_lltostr(struct dif_mach *m, const struct dif_args *a)
{
	char buf[72], *p = buf + sizeof(buf);
	uint64_t base = a->da_n > 1 ? a->da_v[1] : 10, v = a->da_v[0];
	bool minus = base == 10 && (int64_t)v < 0;

	if (base < 2 || base > 36)
		return dif_subr_fault(m, DIF_FLT_ILLOP, base);
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
	if (base == 16 || (base == 8 && a->da_v[0] != 0))
		*--p = '0';
	return dif_put_text(m, p, (size_t)(buf + sizeof(buf) - p));
}

static unsigned digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 10 : 99;
}

uint64_t dif_subr_strtoll(struct dif_mach *m, const struct dif_args *a)
{
	uint64_t base = a->da_n > 1 ? a->da_v[1] : 10, v = 0;
	struct dif_text st;
	const char *p, *end;
	bool minus;

	if (base < 2 || base > 36)
		return dif_subr_fault(m, DIF_FLT_ILLOP, base);
	if (!dif_get_text(m, a->da_v[0], &st))
		return 0;
	p = st.tx_s;
	end = p + st.tx_len;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	minus = p < end && *p == '-';
	if (p < end && (*p == '-' || *p == '+'))
		p++;
	if (base == 16 && end - p > 1 && p[0] == '0' && (p[1] | 0x20) == 'x')
		p += 2;
	for (; p < end && digit(*p) < base; p++)
		v = v * base + digit(*p);
	return minus ? -v : v;
}

/* The kernel's device numbers: 12 bits major, 20 bits minor. */
uint64_t dif_subr_getmajor(struct dif_mach *m, const struct dif_args *a)
{
	(void)m, (void)a->da_n;
	return (uint32_t)a->da_v[0] >> 20;
}

uint64_t dif_subr_getminor(struct dif_mach *m, const struct dif_args *a)
{
	(void)m, (void)a->da_n;
	return a->da_v[0] & 0xfffff;
}

/* The same swap converts to network byte order and back. */
uint64_t dif_subr_swap16(struct dif_mach *m, const struct dif_args *a)
{
	(void)m, (void)a->da_n;
	return htobe16((uint16_t)a->da_v[0]);
}

uint64_t dif_subr_swap32(struct dif_mach *m, const struct dif_args *a)
{
	(void)m, (void)a->da_n;
	return htobe32((uint32_t)a->da_v[0]);
}

uint64_t dif_subr_swap64(struct dif_mach *m, const struct dif_args *a)
{
	(void)m, (void)a->da_n;
	return htobe64(a->da_v[0]);
}
