/* A program database: any bytes; then every name of it is asked for. */
#include "symbols/pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_pdb *pd = dt_pdb_create(data, size);
	uint32_t delta;

	for (uint32_t rva = 0; pd && rva < 0x10000; rva += 16)
		dt_pdb_find(pd, rva, &delta);
	dt_pdb_destroy(pd);
	return 0;
}
