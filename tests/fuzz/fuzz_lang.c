/* A D text: compiled, and run if it compiles. */
#include "room.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct room room;
	struct dt_program *pg = room_compile(&room, (const char *)data, size);

	if (pg)
		room_run(&room, pg);
	room_clear(&room, pg);
	return 0;
}
