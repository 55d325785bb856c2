/*
 * Metadata of a merged file: records of a 16-bit length and an opcode each; what is left is the
 * payload.
 */
#include "schemas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct etw_catalog *c = etw_catalog_create();

	while (c && size > 3) {
		size_t n = base_u16(data);

		if (n > size - 3)
			break;
		cat_metadata(c, 0x20 | (data[2] & 1), data + 3, n);
		data += 3 + n;
		size -= 3 + n;
	}
	if (c)
		decode_all(c, data, size);
	etw_catalog_close(c);
	return 0;
}
