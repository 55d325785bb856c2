/*
 * The stacks of threads that are off their CPU.
 *
 * At a switch only the stack of the leaving thread can be walked. The thread that comes back
 * returns to where it left, so its stack is the one that was captured then. A thread that left
 * before tracing began has none.
 */
#include "lx.h"
#include <stdlib.h>
#include <string.h>
#include "alloc.h"

struct dt_offcpu {
	uint32_t rs_tid;
	uint16_t rs_nk, rs_nu, rs_max;
	struct dt_offcpu *rs_next;
	uint64_t rs_pcs[]; /* the kernel's, then the user's */
};

static struct dt_offcpu **offcpu_link(const struct dt_linux_feed *f, uint32_t tid)
{
	struct dt_offcpu *const *p = &f->lf_offcpu[tid % DT_OFFCPU_BUCKETS];

	while (*p && (*p)->rs_tid != tid)
		p = &(*p)->rs_next;
	return (struct dt_offcpu **)(uintptr_t)p;
}

void dt_offcpu_drop(struct dt_linux_feed *f, uint32_t tid)
{
	struct dt_offcpu **p = offcpu_link(f, tid), *r = *p;

	if (!r)
		return;
	*p = r->rs_next;
	free(r);
}

void dt_offcpu_keep(struct dt_linux_feed *f, uint32_t tid, const struct dt_stack *k,
	const struct dt_stack *u)
{
	struct dt_offcpu **p = offcpu_link(f, tid), *r = *p;
	uint32_t n = k->st_depth + u->st_depth;

	if (!r || r->rs_max < n) {
		dt_offcpu_drop(f, tid);
		p = offcpu_link(f, tid);
		r = base_calloc(1, sizeof(*r) + n * sizeof(r->rs_pcs[0]));
		if (!r)
			return;
		r->rs_tid = tid;
		r->rs_max = (uint16_t)n;
		*p = r;
	}
	r->rs_nk = (uint16_t)k->st_depth;
	r->rs_nu = (uint16_t)u->st_depth;
	if (r->rs_nk != 0)
		memcpy(r->rs_pcs, k->st_pcs, r->rs_nk * sizeof(r->rs_pcs[0]));
	if (r->rs_nu != 0)
		memcpy(r->rs_pcs + r->rs_nk, u->st_pcs, r->rs_nu * sizeof(r->rs_pcs[0]));
}

bool dt_offcpu_find(const struct dt_linux_feed *f, uint32_t tid, struct dt_stack *k,
	struct dt_stack *u)
{
	const struct dt_offcpu *r = *offcpu_link(f, tid);

	if (!r)
		return false;
	*k = (struct dt_stack){ r->rs_pcs, r->rs_nk };
	*u = (struct dt_stack){ r->rs_pcs + r->rs_nk, r->rs_nu };
	return true;
}

void dt_offcpu_fini(struct dt_linux_feed *f)
{
	for (unsigned i = 0; i < DT_OFFCPU_BUCKETS; i++) {
		while (f->lf_offcpu[i])
			dt_offcpu_drop(f, f->lf_offcpu[i]->rs_tid);
	}
}
