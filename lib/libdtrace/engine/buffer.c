/* The principal buffer: records one after the other, consumed as a whole. */
#include <stdlib.h>
#include "engine.h"

int dt_buffer_init(struct dt_buffer *bf, size_t size)
{
	bf->bf_data = malloc(size);
	bf->bf_size = size;
	bf->bf_used = 0;
	return bf->bf_data ? 0 : -1;
}

void dt_buffer_fini(struct dt_buffer *bf)
{
	free(bf->bf_data);
	bf->bf_data = NULL;
}

void *dt_buffer_reserve(struct dt_engine *en, size_t n)
{
	struct dt_buffer *bf = &en->en_buf;

	if (bf->bf_size - bf->bf_used < n) {
		en->en_ops->eo_drain(en->en_arg);
		if (bf->bf_size - bf->bf_used < n)
			return NULL;
	}
	return bf->bf_data + bf->bf_used;
}

void dt_buffer_walk(struct dt_engine *en, void (*fn)(const struct dt_record *, void *), void *arg)
{
	struct dt_buffer *bf = &en->en_buf;
	size_t off = 0, used = bf->bf_used;

	while (off < used) {
		const struct dt_record *rc = (const void *)(bf->bf_data + off);

		off += rc->rc_size;
		fn(rc, arg);
	}
	bf->bf_used = 0;
}
