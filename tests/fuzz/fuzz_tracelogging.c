/*
 * TraceLogging: a 16-bit length, a schema of that length, the payload; and the same as traits of a
 * provider.
 */
#include "schemas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct etw_guid guid = { 1, 2, 3, { 4 } };
	struct etw_catalog *c = etw_catalog_create();
	size_t n = size >= 2 ? base_u16(data) : 0;
	struct etw_schema *sc;

	if (c && size >= 2 && n <= size - 2) {
		cat_traits_name(c, data + 2, n);
		sc = cat_tracelog_parse(c, &guid, data + 2, n);
		if (sc) {
			sc->sc_origin = ETW_FROM_EVENT;
			cat_provider_adds(c, sc);
			decode_all(c, data + 2 + n, size - 2 - n);
		}
	}
	etw_catalog_close(c);
	return 0;
}
