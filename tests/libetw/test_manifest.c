/* What a manifest says of its events beside their fields, and security identifiers of any length.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "etw_schema.h"

static const struct etw_guid guid = { 0x11223344, 0x5566, 0x7788, { 1, 2, 3, 4, 5, 6, 7, 8 } };

#define HEAD \
	"<instrumentationManifest><instrumentation><events>" \
	"<provider name='P' guid='{11223344-5566-7788-0102-030405060708}'>"
#define TAIL "</provider></events></instrumentation></instrumentationManifest>"

static struct etw_event event(unsigned id, const void *p, size_t n)
{
	return (struct etw_event){ .ev_kind = ETW_EVENT,
		.ev_provider = &guid,
		.ev_ptrsize = 8,
		.ev_hookid = ETW_NOHOOK,
		.ev_id = (uint16_t)id,
		.ev_payload = p,
		.ev_paylen = (uint32_t)n };
}

static const struct etw_schema *schema(struct etw_catalog *c, unsigned id)
{
	struct etw_event ev = event(id, "", 0);

	return etw_schema_of(c, &ev);
}

/* An event has all of its keywords: the provider's own, and none that nobody declares. */
static void test_keywords(void **state)
{
	static const char xml[] = HEAD
		"<keywords><keyword name='K1' mask='0x10'/><keyword name='K2' mask='0x400'/>"
		"<keyword name='K3' mask='0x100000000'/></keywords>"
		"<events><event value='1' keywords='K1'/><event value='2' keywords='K1 K3 K2'/>"
		"<event value='3' keywords='K2 other  K1'/><event value='4'/></events>" TAIL;
	struct etw_catalog *c = etw_catalog_create();
	char err[200] = "";

	(void)state;
	if (etw_catalog_manifest(c, xml, strlen(xml), ETW_FROM_MANIFEST, err, sizeof(err)) != 0)
		fail_msg("%s", err);
	assert_true(schema(c, 1)->sc_keyword == 0x10);
	assert_true(schema(c, 2)->sc_keyword == UINT64_C(0x100000410));
	assert_true(schema(c, 3)->sc_keyword == 0x410);
	assert_true(schema(c, 4)->sc_keyword == 0);
	etw_catalog_close(c);
}

/* A SID of so many parts, part n being n, and a byte after it. */
static void sid(unsigned parts)
{
	struct etw_field fields[] = {
		{ .fd_name = "s", .fd_type = ETW_T_SID, .fd_next = 1, .fd_child = ETW_NOFIELD },
		{ .fd_name = "n",
			.fd_type = ETW_T_U8,
			.fd_next = ETW_NOFIELD,
			.fd_child = ETW_NOFIELD }
	};
	struct etw_schema sc = { .sc_name = "",
		.sc_nfields = 2,
		.sc_fields = fields,
		.sc_origin = ETW_FROM_MANIFEST };
	uint8_t p[8 + 4 * 15 + 1] = { 1, (uint8_t)parts, 0, 0, 0, 0, 0, 5 };
	struct etw_event ev = event(1, p, 8 + 4 * parts + 1);
	char got[256], want[256];
	int n = snprintf(want, sizeof(want), "S-1-5");

	for (unsigned i = 1; i <= parts; i++) {
		p[8 + 4 * (i - 1)] = (uint8_t)i;
		n += snprintf(want + n, sizeof(want) - (size_t)n, "-%u", i);
	}
	p[8 + 4 * parts] = 77;
	etw_field_text(&sc, &ev, 0, got, sizeof(got));
	assert_string_equal(got, want);
	etw_field_text(&sc, &ev, 1, got, sizeof(got));
	assert_string_equal(got, "77");
}

static void test_sids(void **state)
{
	(void)state;
	for (unsigned parts = 0; parts <= 15; parts++)
		sid(parts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keywords),
		cmocka_unit_test(test_sids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
