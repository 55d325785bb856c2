/*
 * The memory that the capture programs share with us: the switch, and what they lost.
 *
 * In this order: dt_loss_place() for each source, dt_loss_open(), the programs are made and
 * attached, dt_loss_early() if /proc is read, dt_loss_begin(), dt_loss_report() as often as one
 * likes, dt_loss_end(), the rest of the rings is delivered, dt_loss_last(), dt_loss_close().
 *
 * The programs count firings, not records, so that what is processed and what is reported lost are
 * together what happened while the switch was on. A cell is for one probe on one CPU; a
 * program has one user at a time on a CPU, so counting needs no lock.
 */
#include "lx.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"

/* Gives the source its cells: one for each view and selector, and one for the system table. */
void dt_loss_place(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;

	if (so->so_nselect < so->so_def->ls_nselect)
		so->so_nselect = so->so_def->ls_nselect;
	if (so->so_nselect == 0)
		so->so_nselect = 1;
	for (unsigned i = 0; i < so->so_nbinds; i++)
		if (so->so_binds[i].bi_view >= so->so_nviews)
			so->so_nviews = so->so_binds[i].bi_view + 1;
	if (f->lf_ncells == 0)
		f->lf_ncells = 1;
	so->so_cell = f->lf_ncells;
	f->lf_ncells += so->so_nviews * so->so_nselect + 1;
}

int dt_loss_open(struct dt_linux_feed *f)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), ncells, size;
	void *p;

	f->lf_ncells = (f->lf_ncells + 7) & ~7u; /* no two CPUs share a cache line */
	while (f->lf_cpumask < f->lf_ncpu - 1)
		f->lf_cpumask = f->lf_cpumask * 2 + 1;
	ncells = (size_t)f->lf_ncells * (f->lf_cpumask + 1);
	size = sizeof(*f->lf_shared) + ncells * sizeof(f->lf_shared->sh_lost[0]);
	f->lf_reported = base_calloc(ncells, sizeof(*f->lf_reported));
	if (!f->lf_reported)
		return dt_fail(f->lf_engine, "out of memory");
	f->lf_sharedfd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, (uint32_t)size, 1, BPF_F_MMAPABLE);
	if (f->lf_sharedfd < 0)
		return dt_lx_denied(f, "can't make a BPF map", "");
	f->lf_sharedsize = (size + page - 1) & ~(page - 1);
	p = mmap(NULL, f->lf_sharedsize, PROT_READ | PROT_WRITE, MAP_SHARED, f->lf_sharedfd, 0);
	if (p == MAP_FAILED)
		return dt_lx_denied(f, "can't map a BPF map", "");
	f->lf_shared = p;
	return 0;
}

void dt_loss_close(struct dt_linux_feed *f)
{
	if (f->lf_shared)
		munmap(f->lf_shared, f->lf_sharedsize);
	if (f->lf_sharedfd >= 0)
		close(f->lf_sharedfd);
	free(f->lf_reported);
	f->lf_shared = NULL;
	f->lf_reported = NULL;
	f->lf_sharedfd = -1;
	f->lf_ncells = f->lf_cpumask = 0;
}

/*
 * Firings that the kernel skipped: the program was running on that CPU already, when an interrupt
 * came to the same tracepoint, or the program itself did.
 */
static uint64_t source_misses(const struct dt_lx_source *so)
{
	return so->so_prog >= 0 ? dt_bpf_misses(so->so_prog) : 0;
}

static void loss_switch(struct dt_linux_feed *f, int32_t to)
{
	__atomic_store_n(&f->lf_shared->sh_switch, (uint32_t)to, __ATOMIC_SEQ_CST);
}

void dt_loss_early(struct dt_linux_feed *f)
{
	loss_switch(f, DT_SWITCH_EARLY);
}

void dt_loss_begin(struct dt_linux_feed *f)
{
	struct timespec ts;

	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		so->so_misses = source_misses(so);
	clock_gettime(CLOCK_MONOTONIC, &ts);
	f->lf_begin = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
	loss_switch(f, DT_SWITCH_ON);
}

void dt_loss_pause(struct dt_linux_feed *f)
{
	loss_switch(f, DT_SWITCH_OFF);
}

void dt_loss_end(struct dt_linux_feed *f)
{
	const struct dt_ring *rg = &f->lf_readers[0].rd_ring;

	loss_switch(f, DT_SWITCH_OFF);
	if (dt_ended(f->lf_engine) && f->lf_areafd < 0) /* nothing counts any more */
		return;
	/* After a change of a map of maps, the kernel waits for the programs that are running. */
	dt_bpf_map_set(f->lf_outerfd, &rg->rg_cpu, &rg->rg_fd);
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		so->so_misses = source_misses(so) - so->so_misses;
}

static void source_report(struct dt_lx_source *so, uint32_t cpu)
{
	struct dt_linux_feed *f = so->so_feed;
	const volatile uint64_t *lost = f->lf_shared->sh_lost + (size_t)cpu * f->lf_ncells;
	uint64_t *reported = f->lf_reported + (size_t)cpu * f->lf_ncells;
	uint32_t nprobes = so->so_nviews * so->so_nselect;

	for (uint32_t i = 0; i <= nprobes; i++) {
		uint64_t n = lost[so->so_cell + i] - reported[so->so_cell + i];

		if (n == 0)
			continue;
		reported[so->so_cell + i] += n;
		if (i < nprobes) /* which of those that came later isn't known */
			dt_drops(f->lf_engine, so->so_probes ? so->so_probes[i] : NULL, cpu, n);
		else
			f->lf_unkept += n;
	}
}

void dt_loss_report(struct dt_linux_feed *f)
{
	for (uint32_t cpu = 0; f->lf_shared && cpu < f->lf_ncpu; cpu++) {
		size_t first = (size_t)cpu * f->lf_ncells;
		uint64_t changes = f->lf_shared->sh_lost[first];

		if (changes == f->lf_reported[first])
			continue;
		f->lf_reported[first] = changes;
		for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
			if (!so->so_awaited)
				source_report(so, cpu);
	}
}

/* Which of the probes that a selector tells apart were skipped isn't known. */
static void misses_report(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;
	bool all = !dt_capture_selects(so);

	if (so->so_misses == 0)
		return;
	if (so->so_nbinds == 0)
		f->lf_unkept += so->so_misses;
	else if (so->so_nbinds > 1 && !all)
		dt_drops(f->lf_engine, NULL, DT_NOID, so->so_misses);
	else
		for (unsigned i = 0; i < so->so_nbinds; i++)
			if (!so->so_def->ls_views[so->so_binds[i].bi_view].lv_note)
				dt_drops(f->lf_engine, so->so_binds[i].bi_probe, DT_NOID,
					so->so_misses);
}

void dt_loss_last(struct dt_linux_feed *f)
{
	dt_loss_report(f);
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		misses_report(so);
	if (f->lf_unkept != 0)
		dt_warn(f->lf_engine,
			"%llu records of process and thread events were lost for lack of room: "
			"no probe missed a firing, but some names and times may be out of date; use a larger bufsize (-b)",
			(unsigned long long)f->lf_unkept);
}
