/* Bytes expanded; and the same bytes compressed, which have to come back. */
#include <stdlib.h>
#include "etl.h"

#define MOST 65536

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t cap = size > 1 ? (size_t)(data[0] | data[1] << 8) : 0, n = 0, packed;
	uint8_t *out = malloc(cap + 1), *pack = malloc(2 * MOST), *back = malloc(size + 1);

	if (!out || !pack || !back)
		abort();
	etl_expand(data, size, out, cap, &n);
	if (n > cap)
		abort();
	packed = size && size <= MOST ? etl_compress(data, size, pack, 2 * MOST) : 0;
	if (packed &&
		(etl_expand(pack, packed, back, size, &n) || n != size || memcmp(back, data, size)))
		abort();
	free(out);
	free(pack);
	free(back);
	return 0;
}
