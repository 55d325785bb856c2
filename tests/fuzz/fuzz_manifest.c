/* A manifest: any text; its own bytes are the payload of every event that it describes. */
#include "schemas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct etw_catalog *c = etw_catalog_create();
	char err[200];

	if (!c)
		return 0;
	if (etw_catalog_manifest(c, (const char *)data, size, ETW_FROM_STREAM, err, sizeof(err)) ==
		0)
		decode_all(c, data, size < 200 ? size : 200);
	etw_catalog_close(c);
	return 0;
}
