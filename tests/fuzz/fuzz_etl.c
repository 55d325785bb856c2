/*
 * A trace file: read to its end, with every decoder and every extended item, twice, the second time
 * filtered.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <stdio.h>
#include "etw_records.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void look_at(const struct etw_event *ev)
{
	struct etw_ext x = { 0 };
	static volatile uint8_t sink;

	while (etw_ext_next(ev, &x))
		for (unsigned i = 0; i < x.xt_len; i++)
			sink ^= x.xt_data[i];
	for (uint32_t i = 0; i < ev->ev_paylen; i++)
		sink ^= ev->ev_payload[i];
	for (unsigned i = 0; i < 8 * ev->ev_npmc; i++)
		sink ^= ev->ev_pmc[i];
	sink ^= ev->ev_provider->g_data4[0];
}

static void record(const struct etw_event *ev)
{
	size_t size = etw_record_room(ev), used = 0;
	void *room = size ? malloc(size) : NULL;

	if (room)
		etw_decode_record(ev, room, &used);
	if (used > size)
		abort();
	free(room);
}

static void decode(const struct etw_event *ev)
{
	struct etw_process px;
	struct etw_thread tx;
	struct etw_image im;
	struct etw_cswitch cs;
	struct etw_ready rt;
	struct etw_sample sp;
	struct etw_stack sk;

	etw_decode_process(ev, &px);
	etw_decode_thread(ev, &tx);
	etw_decode_thread_name(ev, &tx);
	etw_decode_image(ev, &im);
	etw_decode_cswitch(ev, &cs);
	etw_decode_ready(ev, &rt);
	etw_decode_sample(ev, &sp);
	record(ev);
	if (etw_decode_stack(ev, &sk) == 0)
		for (uint32_t i = 0; i < sk.sk_nframes; i++)
			(void)etw_stack_frame(&sk, i);
}

static void walk(struct etw_trace *t)
{
	uint64_t last = 0;
	struct etw_event ev;

	while (etw_next(t, &ev)) {
		look_at(&ev);
		decode(&ev);
		if (ev.ev_ns < last)
			abort(); /* time runs back */
		last = ev.ev_ns;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("trace", 0);
	struct etw_filter *f = etw_filter_create();
	char path[64], err[512];
	const char *paths = path;
	struct etw_trace *t;

	if (fd < 0 || !f || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	t = etw_open(&paths, 1, err, sizeof(err));
	if (t) {
		walk(t);
		etw_filter_hook(f, 0x0524);
		etw_set_filter(t, f);
		etw_rewind(t);
		walk(t);
		etw_close(t);
	}
	etw_filter_free(f);
	close(fd);
	return 0;
}
