/*
 * bpf(2), perf_event_open(2) and the per-CPU ring's consumer side, without a library: every call
 * returns a file descriptor or 0, or -1 with errno.
 */
#ifndef DT_LINUX_BPFCALL_H
#define DT_LINUX_BPFCALL_H

#include <linux/bpf.h>
#include "bpfasm.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int dt_bpf_map(enum bpf_map_type, uint32_t key, uint32_t value, uint32_t entries, uint32_t flags);
int dt_bpf_map_inner(uint32_t entries, int inner_fd); /* ARRAY_OF_MAPS */
int dt_bpf_map_set(int fd, const void *key, const void *value);
/* sets n elements of 4-byte keys and values */
int dt_bpf_map_fill(int fd, const uint32_t *keys, const uint32_t *values, uint32_t n);
int dt_bpf_map_take(int fd, const void *key, void *value); /* looks up and deletes */
/*
 * Looks up at most *n keys, after the one that *from tells (NULL: from the first); sets *n and *to.
 * Returns -1 at the end, when *n elements were still found, or after an error.
 */
int dt_bpf_map_batch(int fd, const uint64_t *from, uint64_t *to, void *keys, void *values,
	uint32_t *n);
int dt_bpf_task_map(uint32_t size); /* of a value for each thread */
int dt_bpf_map_freeze(int fd);

struct dt_bpf_prog {
	enum bpf_prog_type bp_type;
	const struct bpf_insn *bp_insns;
	uint32_t bp_len;
	uint32_t bp_btf_id;		/* what a tracing program is attached to */
	int bp_btf_fd;			/* type data of the module that has it; 0: the kernel's */
	enum bpf_attach_type bp_attach; /* of a tracing program */
	bool bp_multi;	/* a program at code of processes, for dt_bpf_attach_sites() */
	bool bp_sleeps; /* it may wait */
	const char *bp_name;
	char *bp_log; /* the verifier's, or NULL */
	uint32_t bp_logsize;
};
int dt_bpf_load(const struct dt_bpf_prog *);
/* Finishes the code, loads it as that program, and frees it; E2BIG: it can't be assembled. */
int dt_bpf_load_asm(struct dt_bpf_prog *, struct dt_asm *);
/* to the tracepoint of that name; NULL: a tp_btf program, to the one it was made for */
int dt_bpf_attach_tp(int prog, const char *name);
/*
 * Attaches to code of a process, at offsets in a file; the cookie of each is what the program gets.
 * Returns the link, or -1 with errno: 524 (ENOTSUPP of the kernel) if one of them can't be.
 */
struct dt_bpf_sites {
	const char *bs_file;
	const uint64_t *bs_offsets, *bs_cookies;
	const uint64_t *bs_semaphores; /* or NULL: ls_semaphores */
	uint32_t bs_count, bs_pid;
	bool bs_return;
};
int dt_bpf_attach_sites(int prog, const struct dt_bpf_sites *);
bool dt_bpf_has_multi(void); /* whether the kernel has such links: Linux 6.6 */
/*
 * The same for one of them, by a perf event, if it hasn't; of a program without bp_multi. The kind
 * of the event is what dt_perf_uprobe() has filled in; it returns -1 if the kernel has none.
 */
struct dt_perf_uprobe {
	uint32_t pu_type, pu_returnbit;
};
int dt_perf_uprobe(struct dt_perf_uprobe *);
int dt_bpf_attach_site(int prog, const struct dt_bpf_sites *, uint32_t number,
	const struct dt_perf_uprobe *);
#define DT_BPF_TRACE_UPROBE_MULTI 48
/* Takes over the perf event, or, if it is -1, its errno. */
int dt_bpf_attach_perf(int prog, int perf, uint64_t cookie);
int dt_bpf_run(int prog, const void *ctx, uint32_t len, uint32_t *retval); /* BPF_PROG_TEST_RUN */
/* runs that the kernel skipped because the program was running on that CPU already */
uint64_t dt_bpf_misses(int prog);
/* the kernel's own copy of a module's type data; 0: none */
int dt_bpf_module(const char *name);
int dt_perf_tracepoint(uint32_t cpu, uint32_t id); /* its programs run on all CPUs */
int dt_perf_cpu_clock(uint32_t cpu, uint64_t period_ns);

/*
 * A CPU's ring.  Positions grow without end; the data is mapped twice, so a record never wraps.
 */
struct dt_ring {
	int rg_fd;
	uint32_t rg_cpu;
	uint64_t rg_size;	    /* of the data, a power of two */
	volatile uint64_t *rg_cons; /* written here: bytes up to there may be overwritten */
	const volatile uint64_t *rg_prod;
	const uint8_t *rg_data;
	size_t rg_page;
};
int dt_ring_open(struct dt_ring *, uint32_t cpu, size_t size);
void dt_ring_close(struct dt_ring *);
enum dt_ring_next { DT_RING_EMPTY, DT_RING_BUSY, DT_RING_RECORD };
/*
 * Gets the record at *pos and moves *pos after it; discarded records are skipped. BUSY: it is
 * reserved but not yet written, and nothing after it may be read.
 */
enum dt_ring_next dt_ring_peek(const struct dt_ring *, uint64_t *pos, const uint8_t **rec,
	uint32_t *len);
static inline void dt_ring_release(struct dt_ring *r, uint64_t pos)
{
	__atomic_store_n((uint64_t *)r->rg_cons, pos, __ATOMIC_RELEASE);
}

#endif
