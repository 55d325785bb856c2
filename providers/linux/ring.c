/* The consumer side of a BPF ring buffer; see bpfcall.h. */
#include "bpfcall.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t ring_round(size_t size, size_t page)
{
	size_t n = page;

	while (n < size && n < (size_t)1 << 30)
		n *= 2;
	return n;
}

int dt_ring_open(struct dt_ring *r, uint32_t cpu, size_t size)
{
	memset(r, 0, sizeof(*r));
	r->rg_cpu = cpu;
	r->rg_page = (size_t)sysconf(_SC_PAGESIZE);
	r->rg_size = ring_round(size, r->rg_page);
	r->rg_fd = dt_bpf_map(BPF_MAP_TYPE_RINGBUF, 0, 0, (uint32_t)r->rg_size, 0);
	if (r->rg_fd < 0)
		return -1;
	void *c = mmap(NULL, r->rg_page, PROT_READ | PROT_WRITE, MAP_SHARED, r->rg_fd, 0);
	void *p = mmap(NULL, r->rg_page + 2 * r->rg_size, PROT_READ, MAP_SHARED, r->rg_fd,
		(off_t)r->rg_page);

	r->rg_cons = c == MAP_FAILED ? NULL : c;
	r->rg_prod = p == MAP_FAILED ? NULL : p;
	if (c == MAP_FAILED || p == MAP_FAILED) {
		dt_ring_close(r);
		return -1;
	}
	r->rg_data = (const uint8_t *)p + r->rg_page;
	return 0;
}

void dt_ring_close(struct dt_ring *r)
{
	if (r->rg_cons)
		munmap((void *)(uintptr_t)r->rg_cons, r->rg_page);
	if (r->rg_prod)
		munmap((void *)(uintptr_t)r->rg_prod, r->rg_page + 2 * r->rg_size);
	if (r->rg_fd >= 0)
		close(r->rg_fd);
	memset(r, 0, sizeof(*r));
	r->rg_fd = -1;
}

enum dt_ring_next dt_ring_peek(const struct dt_ring *r, uint64_t *pos, const uint8_t **rec,
	uint32_t *len)
{
	uint64_t prod = __atomic_load_n((const uint64_t *)r->rg_prod, __ATOMIC_ACQUIRE);

	while (*pos < prod) {
		const uint8_t *hdr = r->rg_data + (*pos & (r->rg_size - 1));
		uint32_t word = __atomic_load_n((const uint32_t *)hdr, __ATOMIC_ACQUIRE);

		if (word & BPF_RINGBUF_BUSY_BIT)
			return DT_RING_BUSY;
		uint32_t n = word & ~BPF_RINGBUF_DISCARD_BIT;

		*pos += (n + BPF_RINGBUF_HDR_SZ + 7) & ~UINT64_C(7);
		if (word & BPF_RINGBUF_DISCARD_BIT)
			continue;
		*rec = hdr + BPF_RINGBUF_HDR_SZ;
		*len = n;
		return DT_RING_RECORD;
	}
	return DT_RING_EMPTY;
}
