#include <stdio.h>
#include "etl.h"

int etw_guid_eq(const struct etw_guid *a, const struct etw_guid *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

char *etw_guid_format(const struct etw_guid *g, char out[ETW_GUID_STRLEN])
{
	const uint8_t *d = g->g_data4;

	snprintf(out, ETW_GUID_STRLEN, "{%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x}",
		g->g_data1, g->g_data2, g->g_data3, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
	return out;
}

static int hexdigit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Parses 32 digits in text order, most significant first; dashes only in their places. */
static int parse_digits(const char *s, uint8_t out[16])
{
	int hi, lo;

	for (int i = 0; i < 16; i++) {
		if ((i == 4 || i == 6 || i == 8 || i == 10) && *s++ != '-')
			return -1;
		if ((hi = hexdigit(s[0])) < 0 || (lo = hexdigit(s[1])) < 0)
			return -1;
		out[i] = (uint8_t)(hi << 4 | lo);
		s += 2;
	}
	return 0;
}

int etw_guid_parse(const char *text, struct etw_guid *g)
{
	uint8_t b[16];
	size_t len = strlen(text);
	int braces = text[0] == '{';

	if (len != (braces ? 38u : 36u) || (braces && text[37] != '}'))
		return -1;
	if (parse_digits(text + braces, b) < 0)
		return -1;
	g->g_data1 = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	g->g_data2 = (uint16_t)(b[4] << 8 | b[5]);
	g->g_data3 = (uint16_t)(b[6] << 8 | b[7]);
	memcpy(g->g_data4, b + 8, 8);
	return 0;
}
