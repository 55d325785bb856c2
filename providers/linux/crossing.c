/*
 * Whether a thread is still where an event found it, so that its memory may be read afterwards.
 *
 * A program at the entry and the return of all system calls counts them, by thread; the capture
 * program records the count. The thread has not run on if, after the memory was read, the count is
 * still the same and the thread sleeps or is stopped in a system call: had it executed anything of
 * its own since, only another system call, which counts, could have brought it there. An interrupt
 * or a page fault is no system call to the kernel.
 *
 * Threads may share a count, and nothing is known of one that runs or waits for a CPU: then the
 * answer is no, although it might not have run on. What the system call itself has written to the
 * memory since, or another thread, isn't seen.
 *
 * The counting program is attached before the others, so that at the entry of a call it has counted
 * it before they look.
 */
#include "lx.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define COUNTS 0x10000 /* a power of 2 */

/* Only of a plan that may read later: the counting takes time at every system call. */
bool dt_crossing_wanted(const struct dt_plan *pl)
{
	bool sized = false;

	if (!pl)
		return false;
	for (unsigned i = 0; i < pl->pl_nmem; i++)
		sized |= pl->pl_mem[i].pm_sizearg != 0 || pl->pl_mem[i].pm_size > DT_LX_MEMSIZE;
	for (unsigned i = 0; i < pl->pl_nreads; i++)
		sized |= pl->pl_reads[i].pr_user &&
			(pl->pl_reads[i].pr_sizeexpr != DT_PLAN_NOEXPR ||
				pl->pl_reads[i].pr_size > DT_LX_MEMSIZE);
	return pl->pl_deref || sized;
}

/* Emits r2 = the address of the count of the thread whose number is in r1. */
static void emit_count(struct dt_asm *a, const struct dt_linux_feed *f)
{
	dt_asm_alui(a, BPF_AND, BPF_REG_1, COUNTS - 1);
	dt_asm_alui(a, BPF_LSH, BPF_REG_1, 3);
	dt_asm_mapval(a, BPF_REG_2, f->lf_crossfd, 0);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
}

static int count_load(const struct dt_linux_feed *f)
{
	struct dt_asm a = { 0 };
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .bp_name = "dtrace" };

	dt_asm_call(&a, BPF_FUNC_get_current_pid_tgid);
	dt_asm_mov(&a, BPF_REG_1, BPF_REG_0);
	emit_count(&a, f);
	dt_asm_movi(&a, BPF_REG_1, 1);
	dt_asm_emit(&a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_2, BPF_REG_1, 0, BPF_ADD);
	dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_exit(&a);
	return dt_bpf_load_asm(&prog, &a);
}

static const uint64_t *counts_map(int fd)
{
	void *p = mmap(NULL, COUNTS * sizeof(uint64_t), PROT_READ, MAP_SHARED, fd, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* Where the kernel refuses that, nothing is known of any thread. */
void dt_crossing_open(struct dt_linux_feed *f)
{
	if (!f->lf_crosswanted)
		return;
	f->lf_crossfd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, COUNTS * sizeof(uint64_t), 1,
		BPF_F_MMAPABLE);
	if (f->lf_crossfd < 0)
		return;
	f->lf_crossings = counts_map(f->lf_crossfd);
	f->lf_crossprog = count_load(f);
	if (f->lf_crossprog < 0)
		return;
	f->lf_crosslinks[0] = dt_bpf_attach_tp(f->lf_crossprog, "sys_enter");
	f->lf_crosslinks[1] = dt_bpf_attach_tp(f->lf_crossprog, "sys_exit");
}

/* Not before all events are delivered: a count that stands still says nothing. */
void dt_crossing_close(struct dt_linux_feed *f)
{
	int *fds[] = { &f->lf_crosslinks[0], &f->lf_crosslinks[1], &f->lf_crossprog,
		&f->lf_crossfd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
	if (f->lf_crossings)
		munmap((void *)f->lf_crossings, COUNTS * sizeof(uint64_t));
	f->lf_crossings = NULL;
}

static bool is_counting(const struct dt_linux_feed *f)
{
	return f->lf_crossings && f->lf_crosslinks[0] >= 0 && f->lf_crosslinks[1] >= 0 &&
		dt_bpf_misses(f->lf_crossprog) == 0;
}

void dt_crossing_layout(struct dt_layout *l, const struct dt_plan *p, unsigned view)
{
	const struct dt_lx_source *so = l->ly_source;
	struct dt_viewmap *m = &l->ly_variant->va_views[view];

	if (so->so_feed->lf_crossfd >= 0 && m->vm_crossed == 0 && dt_crossing_wanted(p) &&
		!so->so_def->ls_views[view].lv_later)
		m->vm_crossed = dt_layout_room(l->ly_variant, 8);
}

void dt_crossing_emit(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_variant *v)
{
	for (unsigned i = 0; i < DT_LX_VIEWS; i++) {
		const struct dt_viewmap *m = &v->va_views[i];

		if (m->vm_crossed == 0)
			continue;
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8,
			(int16_t)m->vm_vars_at[DIF_VAR_TID - DIF_VAR_CURTHREAD]);
		emit_count(a, f);
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_2, 0);
		dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)m->vm_crossed, BPF_REG_1);
	}
}

/* The kernel says the number of the call that a thread sleeps in; -1: it is no system call. */
static bool sleeps_in_call(const thread_t *t)
{
	char path[64], text[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", (int)t->t_proc->p_pid,
		(int)t->t_tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof(text));
	close(fd);
	return n > 0 && text[0] >= '0' && text[0] <= '9';
}

/* Of other machines the kernel says the same number after an interrupt. */
#if defined(__x86_64__) || defined(__aarch64__)
#define TELLS_CALLS true
#else
#define TELLS_CALLS false
#endif

bool dt_crossing_still(struct dt_feed *fd, const struct dt_firing *fi)
{
	const struct dt_linux_feed *f = (const struct dt_linux_feed *)fd;
	const thread_t *t = fi->fi_thread;

	/* the count is looked at last */
	return TELLS_CALLS && fi->fi_counted == t && is_counting(f) && sleeps_in_call(t) &&
		__atomic_load_n(&f->lf_crossings[(uint32_t)t->t_tid % COUNTS], __ATOMIC_SEQ_CST) ==
		fi->fi_crossings;
}
