/* GUIDs, strings, hook ids, and the arithmetic of time. */
#include <stdio.h>
#include <string.h>
#include "etl.h"
#include "util.h"

static void guid_text(void **state)
{
	struct etw_guid g, h;
	char s[ETW_GUID_STRLEN];

	(void)state;
	assert_int_equal(etw_guid_parse("{3D6FA8D0-FE05-11D0-9DDA-00C04FD7BA7C}", &g), 0);
	assert_string_equal(etw_guid_format(&g, s), "{3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c}");
	assert_int_equal(etw_guid_parse("3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c", &h), 0);
	assert_true(etw_guid_eq(&g, &h));
	assert_true(etw_guid_eq(&g, etw_group_guid(3)));
}

static void guid_bad(void **state)
{
	static const char *const bad[] = { "", "{", "{}", "3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7",
		"3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7cc", "3d6fa8d0+fe05-11d0-9dda-00c04fd7ba7c",
		"{3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c)", "gd6fa8d0-fe05-11d0-9dda-00c04fd7ba7c" };
	struct etw_guid g;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(etw_guid_parse(bad[i], &g), -1);
}

static void utf16_to_utf8(void **state)
{
	static const uint8_t text[] = { 'A', 0, 0xe9, 0, 0xac, 0x20, 0x3d, 0xd8, 0, 0xde, 0, 0, 'x',
		0 };
	static const uint8_t lone[] = { 0x3d, 0xd8, 'a', 0, 0, 0xde, 0x3d, 0xd8 };
	char out[32];

	(void)state;
	assert_int_equal(etw_utf16_to_utf8(text, 7, out, sizeof(out)), 10);
	assert_string_equal(out, "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	assert_int_equal(etw_utf16_to_utf8(lone, 4, out, sizeof(out)), 10);
	assert_string_equal(out,
		"\xef\xbf\xbd"
		"a\xef\xbf\xbd\xef\xbf\xbd");
	assert_int_equal(etw_utf16_to_utf8(text, 7, out, 6), 3); /* no half character */
	assert_string_equal(out, "A\xc3\xa9");
	out[0] = 'z';
	assert_int_equal(etw_utf16_to_utf8(text, 7, out, 1), 0);
	assert_string_equal(out, "");
	assert_int_equal(etw_utf16_to_utf8(text, 7, NULL, 0), 0);
	assert_int_equal(etw_utf16_to_utf8(NULL, 0, out, 4), 0);
}

static void utf8_to_utf16(void **state)
{
	const char *text = "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
	uint8_t u[64];
	char out[64];

	(void)state;
	assert_int_equal(etw_utf8_to_utf16(text, u, 32), 5);
	assert_int_equal(etw_utf16_to_utf8(u, 5, out, sizeof(out)), 10);
	assert_string_equal(out, text);
	assert_int_equal(etw_utf8_to_utf16(text, u, 4), 3); /* no half pair */
	assert_int_equal(etw_utf8_to_utf16("\xff\xc3", u, 32), 2);
	etw_utf16_to_utf8(u, 2, out, sizeof(out));
	assert_string_equal(out, "\xef\xbf\xbd\xef\xbf\xbd");
}

static void hooks(void **state)
{
	(void)state;
	assert_string_equal(etw_hook_name(0x0000), "WMI_LOG_TYPE_HEADER");
	assert_non_null(etw_hook_name(0x0524));
	assert_null(etw_hook_name(0xfffe));
	assert_string_equal(etw_group_name(3), "Process");
	assert_null(etw_group_name(0x1f));
	assert_true(etw_guid_eq(etw_hook_guid(0x030a), etw_group_guid(0x14)));
	assert_true(etw_guid_eq(etw_hook_guid(0x0301), etw_group_guid(0x03)));
	assert_true(etw_guid_eq(etw_hook_guid(0x7f01), &etl_guid_zero));
}

/* The reciprocal must give what the division gives, to the unit, for any rate. */
static void ratios(void **state)
{
	static const uint64_t rates[][2] = { { 1000000000, 10000000 }, { 1000000000, 2143632 },
		{ 1000000000, 3579545 }, { 10000000, 2109960 }, { 10000000, 14318180 },
		{ 1000, 2396 }, { 10, 4491 }, { 1000000000, 1 }, { 1000000000, 999999999 },
		{ 10000000, UINT64_C(1) << 48 } };
	uint64_t x = 88172645463325252u;
	struct etl_ratio r;

	(void)state;
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		etl_ratio_init(&r, rates[i][0], rates[i][1]);
		for (int k = 0; k < 20000; k++) {
			uint64_t v = x >> (k % 60);
			unsigned __int128 q = (unsigned __int128)v * rates[i][0] / rates[i][1];

			assert_true(
				etl_ratio(&r, v) == (q > UINT64_MAX ? UINT64_MAX : (uint64_t)q));
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
		}
	}
}

static void clocks(void **state)
{
	struct etw_logfile lf = { .lf_clock = ETW_CLOCK_QPC,
		.lf_perffreq = 2109960,
		.lf_t0 = 178048845225,
		.lf_starttime = 129328528696596362 };
	struct etl_clock c;

	(void)state;
	etl_clock_init(&c, &lf);
	assert_int_equal(etl_clock_filetime(&c, 178366311319), 129328530201203529);
	assert_int_equal(etl_clock_ns(&c, 178048845225 + 2109960), 1000000000);
	assert_int_equal(etl_clock_ns(&c, 5), 0); /* before the start */
	lf.lf_clock = ETW_CLOCK_SYSTEM;
	lf.lf_t0 = lf.lf_starttime;
	etl_clock_init(&c, &lf);
	assert_int_equal(etl_clock_filetime(&c, lf.lf_t0 + 7), lf.lf_starttime + 7);
	assert_int_equal(etl_clock_ns(&c, lf.lf_t0 + 7), 700);
	lf.lf_clock = ETW_CLOCK_CYCLES;
	lf.lf_mhz = 2396;
	etl_clock_init(&c, &lf);
	assert_int_equal(etl_clock_filetime(&c, lf.lf_t0 + 23960), lf.lf_starttime + 100);
	assert_int_equal(etl_clock_ns(&c, lf.lf_t0 + 2396 * 3 - 1), 2999);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(guid_text), cmocka_unit_test(guid_bad),
		cmocka_unit_test(utf16_to_utf8), cmocka_unit_test(utf8_to_utf16),
		cmocka_unit_test(hooks), cmocka_unit_test(ratios), cmocka_unit_test(clocks) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
