/*
 * Facts: members of thread_t and proc_t whose values the capture program reads in the kernel, if a
 * clause reads them. facts.def lists them with their paths; the value at a path becomes that of the
 * member here.
 */
#include "lx.h"
#include <stdio.h>
#include <string.h>

static const char *const paths[DT_NFACTS] = {
#define DT_FACT(NAME, record, member, path) path,
#include "facts.def"
#undef DT_FACT
};

uint16_t dt_fact_slot(struct dt_layout *l, const char *task, unsigned fact)
{
	char text[96];

	snprintf(text, sizeof(text), "%s%s%s", task, *paths[fact] ? "->" : "", paths[fact]);
	return dt_layout_slot(l, text, true);
}

/* The task states of the kernel, as the classic systems number and name them. */
enum { TASK_SLEEPS = 0x3, TASK_STOPPED = 0x4, TASK_TRACED = 0x8, TASK_GONE = 0xb0 };

static int32_t state_of(uint64_t state, bool runs)
{
	if (state & TASK_GONE)
		return THREAD_ENDED;
	if (state & (TASK_STOPPED | TASK_TRACED))
		return THREAD_STOPPED;
	if (state & TASK_SLEEPS)
		return THREAD_SLEEPS;
	return runs ? THREAD_RUNS : THREAD_WAITS;
}

static int32_t state_letter(uint64_t state, bool runs)
{
	return "?SRZT?O"[state_of(state, runs)];
}

#define TASK_KTHREAD 0x200000 /* PF_KTHREAD */

static void set_flags(thread_t *t, uint64_t flags)
{
	if (flags & TASK_KTHREAD)
		t->t_flags |= THREAD_KERNEL;
	else
		t->t_flags &= ~(uint32_t)THREAD_KERNEL;
}

/* SCHED_* of the kernel; 4 was never used. */
static int32_t class_of(const thread_t *t, uint64_t policy)
{
	static const int32_t classes[] = { THREAD_CLASS_TS, THREAD_CLASS_RT, THREAD_CLASS_RT,
		THREAD_CLASS_TS, THREAD_CLASS_UNKNOWN, THREAD_CLASS_IDL, THREAD_CLASS_DLN,
		THREAD_CLASS_EXT };

	if (t->t_flags & THREAD_IDLE)
		return THREAD_CLASS_SYS;
	return policy < sizeof(classes) / sizeof(classes[0]) ? classes[policy] :
							       THREAD_CLASS_UNKNOWN;
}

#define PRIO_DEFAULT 120 /* the static priority of nice 0 */
#define USER_MIN 4096	 /* no stack is below: the process has none */

static void set_proc(proc_t *p, unsigned fact, uint64_t v)
{
	switch (fact) {
	case DT_FACT_PROC: p->p_addr = v; break;
	case DT_FACT_PPID: p->p_ppid = (int32_t)v; break;
	case DT_FACT_PGID: p->p_pgid = (int32_t)v; break;
	case DT_FACT_SID: p->p_sid = (int32_t)v; break;
	case DT_FACT_UID: p->p_uid = (uint32_t)v; break;
	case DT_FACT_EUID: p->p_euid = (uint32_t)v; break;
	case DT_FACT_GID: p->p_gid = (uint32_t)v; break;
	case DT_FACT_EGID: p->p_egid = (uint32_t)v; break;
	case DT_FACT_ARGV: p->p_argv = v >= USER_MIN ? v : 0; break;
	case DT_FACT_ENVP: p->p_envp = v >= USER_MIN ? v : 0; break;
	}
}

void dt_fact_set(thread_t *t, unsigned fact, uint64_t v, bool runs)
{
	switch (fact) {
	case DT_FACT_TASK: t->t_addr = v; break;
	case DT_FACT_PRI: t->t_pri = (int32_t)v; break;
	case DT_FACT_NICE: t->t_nice = (int32_t)v - PRIO_DEFAULT; break;
	case DT_FACT_FLAGS: set_flags(t, v); break;
	case DT_FACT_STATE: t->t_state = state_of(v, runs); break;
	case DT_FACT_SNAME: t->t_sname = state_letter(v, runs); break;
	case DT_FACT_CPU: t->t_cpu = (int32_t)v; break;
	case DT_FACT_CLASS: t->t_class = class_of(t, v); break;
	case DT_FACT_NCPUS: t->t_ncpus = (int32_t)v; break;
	case DT_FACT_AFFINITY: t->t_affinity = v; break;
	case DT_FACT_IOPRI: t->t_iopri = (int32_t)v; break;
	case DT_FACT_SYSCALL: t->t_syscall = (int32_t)v; break;
	default:
		if (t->t_proc->p_pid != 0) /* every CPU's idle thread has a process of its own */
			set_proc(t->t_proc, fact, v);
	}
}

/*
 * The threads that arguments describe.
 */
static uint32_t wanted_facts(const struct dt_lx_source *so)
{
	uint32_t wanted = 0;

	for (unsigned i = 0; i < so->so_nbinds; i++)
		wanted |= so->so_binds[i].bi_plan->pl_argfacts;
	return wanted;
}

void dt_facts_layout(struct dt_layout *l)
{
	const struct dt_linux_source *def = l->ly_source->so_def;
	uint32_t wanted = wanted_facts(l->ly_source);

	for (unsigned i = 0; i < DT_LX_TASKS && def->ls_tasks[i]; i++)
		for (unsigned n = 0; n < DT_NFACTS; n++)
			if (n != DT_FACT_ARGV && n != DT_FACT_ENVP && (wanted >> n & 1))
				l->ly_variant->va_facts[i][n] = dt_fact_slot(l, def->ls_tasks[i],
					n);
}

void dt_lx_facts(const struct dt_lx_event *e, unsigned task, thread_t *t)
{
	const uint16_t *at = e->ev_variant->va_facts[task];

	for (unsigned n = 0; n < DT_NFACTS; n++)
		if (at[n] != 0)
			dt_fact_set(t, n, dt_event_slot(e, at[n]), false);
}

/*
 * "@syscall": the number is where the thread's user registers are saved; -1 outside of a call and
 * for a thread of the kernel.
 */
#if defined(__aarch64__)
#define REGS_SYSCALL "syscallno"
#else
#define REGS_SYSCALL "orig_ax"
#endif

bool dt_syscall_path(struct dt_btf *b, uint32_t types, const char *names, const char *text,
	struct dt_syscallpath *sp)
{
	const char *end = strstr(text, "->@syscall");
	char task[32], mm[64];

	if (!end || end - text >= (long)sizeof(task))
		return false;
	snprintf(task, sizeof(task), "%.*s", (int)(end - text), text);
	snprintf(mm, sizeof(mm), "%s->mm", task);
	sp->sp_off = dt_btf_offset(b, "pt_regs", REGS_SYSCALL);
	return sp->sp_off >= 0 && dt_btf_path(b, types, names, task, &sp->sp_task) == 0 &&
		dt_btf_path(b, types, names, mm, &sp->sp_mm) == 0;
}

void dt_syscall_emit(struct dt_asm *a, const struct dt_syscallpath *sp, int16_t to)
{
	uint32_t none = dt_asm_label(a), done = dt_asm_label(a);

	dt_path_load(a, &sp->sp_mm, BPF_REG_1);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, none);
	dt_path_load(a, &sp->sp_task, BPF_REG_1);
	dt_asm_call(a, BPF_FUNC_task_pt_regs);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_0, (int16_t)sp->sp_off);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, to, BPF_REG_1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, none);
	dt_asm_sti(a, BPF_DW, BPF_REG_8, to, -1);
	dt_asm_bind(a, done);
}
