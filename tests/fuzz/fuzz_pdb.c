/* A program database: any bytes; then every name of it is asked for. */
#include <sys/mman.h>
#include <unistd.h>
#include "pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct dt_symlimit limit;
	struct dt_pdb *pd;
	uint32_t delta;

	if (fd < 0)
		fd = memfd_create("pdb", MFD_CLOEXEC);
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return 0;
	dt_symlimit_init(&limit);
	limit.sl_file = limit.sl_all = 8 << 20;
	pd = dt_pdb_create(fd, size, &limit, "x.pdb");

	for (uint32_t rva = 0; pd && rva < 0x10000; rva += 16)
		dt_pdb_find(pd, rva, &delta);
	dt_pdb_destroy(pd);
	return 0;
}
