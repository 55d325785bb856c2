/*
 * proc, sched and profile on the running kernel; stacks, context variables, predicates in the
 * kernel; what needs nothing.
 */
#include "live.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "lx.h"

static pid_t child;
static char text[4096];

static int reset(void **state)
{
	text[0] = '\0';
	return live_setup(state);
}

static void say(const char *fmt, ...)
{
	size_t n = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + n, sizeof(text) - n, fmt, ap);
	va_end(ap);
}

/* A grandchild that execs, one that is killed. */
static void family(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "exit 3", NULL);
		_exit(99);
	}
	waitpid(pid, NULL, 0);
	pid = fork();
	if (pid == 0) {
		raise(SIGKILL);
		_exit(99);
	}
	waitpid(pid, NULL, 0);
}

static bool ours(const proc_t *p)
{
	return p->p_pid == child || p->p_ppid == child;
}

static void on_proc(struct dt_probe *pr, struct dt_firing *fi)
{
	const char *name = dt_probe_name(pr);
	const proc_t *p = fi->fi_thread->t_proc;

	if (!ours(p))
		return;
	say("%s%s", p->p_pid == child ? "child:" : "grand:", name);
	if (strcmp(name, "start") == 0) {
		const proc_t *q = (const proc_t *)(uintptr_t)fi->fi_args[0];

		say("(%s %s)", q->p_ppid == child ? "mine" : "?", q->p_name);
	} else if (strcmp(name, "lwp-start") == 0) {
		const thread_t *t = (const thread_t *)(uintptr_t)fi->fi_args[0];

		say("(%s)", t->t_proc->p_ppid == child ? "mine" : "?");
	} else if (strcmp(name, "exit") == 0) {
		say("(%d %d)", (int)fi->fi_args[0], (int)fi->fi_args[1]);
	} else if (strcmp(name, "exec-success") == 0) {
		say("(%s)", p->p_name);
	}
	say(" ");
}

static void test_proc(void **state)
{
	static const struct dt_plan plan = { .pl_vars = DT_PLAN_ARGS | DT_PLAN_CURTHREAD };

	(void)state;
	live_enable("proc", "event", "", &plan);
	child = live_child(family);
	live_start(on_proc);
	live_go(child);
	live_stop();
	assert_string_equal(text,
		"child:create child:lwp-create grand:start(mine test_sources) grand:lwp-start(mine) "
		"grand:exec grand:exec-success(sh) grand:lwp-exit grand:exit(1 3) grand:signal-send grand:signal-discard "
		"child:create child:lwp-create grand:start(mine test_sources) grand:lwp-start(mine) grand:signal-send "
		"grand:lwp-exit grand:exit(2 9) grand:signal-send grand:signal-discard "
		"child:lwp-exit child:exit(1 0) child:signal-send child:signal-discard ");
}

static unsigned on, off, wakes, queued, left, bad;
static thread_t *running[256];

static void on_sched(struct dt_probe *pr, struct dt_firing *fi)
{
	const char *name = dt_probe_name(pr);
	thread_t *arg = (thread_t *)(uintptr_t)fi->fi_args[0];

	if (strcmp(name, "off-cpu") == 0) {
		/*
		 * some virtual machines' kernels run no program in the name of their init: it is
		 * never seen to leave
		 */
		bad += fi->fi_cpu < 256 && running[fi->fi_cpu] &&
			running[fi->fi_cpu] != fi->fi_thread &&
			running[fi->fi_cpu]->t_proc->p_pid != 1;
		bad += !arg || fi->fi_args[1] != (uintptr_t)arg->t_proc;
		off += fi->fi_thread->t_proc->p_pid == child;
	} else if (strcmp(name, "on-cpu") == 0) {
		if (fi->fi_cpu < 256)
			running[fi->fi_cpu] = fi->fi_thread;
		bad += dt_sys_running(live.lv_en->en_sys, fi->fi_cpu) != fi->fi_thread;
		on += fi->fi_thread->t_proc->p_pid == child;
	} else if (strcmp(name, "sleep") == 0 || strcmp(name, "preempt") == 0) {
		bad += arg != NULL;
		left += fi->fi_thread->t_proc->p_pid == child;
	} else {
		bad += fi->fi_args[1] != (uintptr_t)arg->t_proc;
		wakes += strcmp(name, "wakeup") == 0 && arg->t_proc->p_pid == child;
		queued += strcmp(name, "enqueue") == 0 && arg->t_proc->p_pid == child;
	}
	if (fi->fi_cpu < 256 && fi->fi_thread->t_proc->p_pid == getpid())
		bad++;
}

/* More than are asked for: some end in an interrupt of dtrace itself, and that isn't shown. */
static void naps(void)
{
	for (int i = 0; i < 200; i++)
		usleep(1000);
}

static void test_sched(void **state)
{
	static const struct dt_plan plan = { .pl_args = 3, .pl_vars = DT_PLAN_ARGS };

	(void)state;
	on = off = wakes = bad = 0;
	memset(running, 0, sizeof(running));
	live_enable("sched", "event", "", &plan);
	child = live_child(naps);
	live_start(on_sched);
	live_go(child);
	live_stop();
	assert_int_equal(live_drops(), 0);
	assert_true(on >= 100 && off >= 100 && queued >= 100);
	/* a timer that interrupts dtrace itself wakes in dtrace's name, and that isn't shown */
	assert_true(wakes > 0);
	/*
	 * it was off when we began and is off for good now; coming on from that init isn't seen
	 * either
	 */
	assert_true(off >= on && off - on < 10);
	/* its end is neither a sleep nor a preemption */
	assert_true(left <= off && off - left <= 1);
	assert_int_equal(bad, 0);
}

static unsigned samples, kernel_pcs, user_pcs, both, deep;
static uint64_t late_max;

static void spin(void)
{
	struct timespec ts;

	do {
		for (volatile int i = 0; i < 300000; i++)
			;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	} while (ts.tv_sec == 0 && ts.tv_nsec < 100000000);
}

static void on_profile(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)pr;
	if (fi->fi_thread->t_proc->p_pid != child)
		return;
	samples++;
	kernel_pcs += fi->fi_args[0] != 0;
	user_pcs += fi->fi_args[1] != 0;
	both += (fi->fi_args[0] != 0) == (fi->fi_args[1] != 0);
	deep += fi->fi_ustack.st_depth >= 1;
	if (fi->fi_args[2] > late_max)
		late_max = fi->fi_args[2];
}

static void test_profile(void **state)
{
	static const struct dt_plan plan = { .pl_args = 7, .pl_ustack = 20, .pl_kstack = 20 };

	(void)state;
	samples = both = deep = 0;
	assert_int_equal(live_enable("profile", "", "profile-997", &plan), 1);
	assert_int_equal(live_enable("profile", "", "profile-1us", &plan), 0);
	child = live_child(spin);
	live_start(on_profile);
	live_go(child);
	live_stop();
	printf("%u samples in 100 ms, %u user, %u kernel, latest %.1f us\n", samples, user_pcs,
		kernel_pcs, (double)late_max / 1e3);
	/* of CPU time: whoever shares the CPU has samples of his own */
	assert_true(samples > 30 && samples < 200);
	assert_int_equal(both, 0);
	assert_true(user_pcs > samples / 2 && deep > samples / 2);
	assert_true(late_max < 1003009);
}

static uint32_t uid, gid, ppid;
static uint64_t kframes, uframes, firstk;
static char tname[16];

static void on_context(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)pr;
	if (fi->fi_thread->t_proc->p_pid != child)
		return;
	uid = fi->fi_hasids ? fi->fi_uid : 77;
	gid = fi->fi_hasids ? fi->fi_gid : 77;
	ppid = (uint32_t)fi->fi_thread->t_proc->p_ppid;
	snprintf(tname, sizeof(tname), "%s", fi->fi_thread->t_name);
	kframes = fi->fi_kstack.st_depth;
	uframes = fi->fi_ustack.st_depth;
	firstk = kframes ? fi->fi_kstack.st_pcs[0] : 0;
}

static void somebody(void)
{
	if (syscall(SYS_setgid, 65534) != 0 || syscall(SYS_setuid, 65533) != 0)
		_exit(1);
	syscall(SYS_getpgid, 0);
}

static void test_context(void **state)
{
	static const struct dt_plan plan = { .pl_vars = DT_PLAN_IDS | DT_PLAN_PPID |
			DT_PLAN_THREADNAME,
		.pl_kstack = 20,
		.pl_ustack = 20 };

	(void)state;
	live_enable("syscall", "getpgid", "entry", &plan);
	child = live_child(somebody);
	live_start(on_context);
	live_go(child);
	live_stop();
	assert_int_equal(uid, 65533);
	assert_int_equal(gid, 65534);
	assert_int_equal(ppid, getpid());
	assert_string_equal(tname, "test_sources");
	assert_true(kframes > 0 && kframes <= 20 && uframes > 0 && uframes <= 20);
	assert_true(firstk >> 63);
}

/* A thread's CPU time goes on while it spins and stands while it sleeps. */
static uint64_t vtimes[3], vtimed[3]; /* what it used, and when that was asked */
static unsigned nvtimes;

static void on_vtime(struct dt_probe *pr, struct dt_firing *fi)
{
	const thread_t *t = fi->fi_thread;

	(void)pr;
	if (t->t_proc->p_pid != child || nvtimes >= 3)
		return;
	vtimed[nvtimes] = fi->fi_time;
	vtimes[nvtimes++] = fi->fi_vtime ?
		fi->fi_vtime :
		t->t_ontime + (t->t_onsince ? fi->fi_time - t->t_onsince : 0);
}

static int64_t thread_cpu(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void spin_and_sleep(void)
{
	int64_t start = thread_cpu();

	syscall(SYS_getpgid, 0);
	while (thread_cpu() - start < 40000000)
		;
	syscall(SYS_getpgid, 0);
	usleep(40000);
	syscall(SYS_getpgid, 0);
}

static void test_vtime(void **state)
{
	static const struct dt_plan plan = { .pl_vars = DT_PLAN_VTIME };

	(void)state;
	nvtimes = 0;
	live_enable("syscall", "getpgid", "entry", &plan);
	child = live_child(spin_and_sleep);
	live_start(on_vtime);
	live_go(child);
	live_stop();
	assert_int_equal(nvtimes, 3);
	/*
	 * The thread's clock leaves out what the host takes from this machine, the switches don't:
	 * on a busy host only the time that passed is an upper bound.
	 */
	assert_in_range(vtimes[1] - vtimes[0], 30000000, vtimed[1] - vtimed[0]);
	assert_in_range(vtimes[2] - vtimes[1], 0, 20000000);
}

/* pid == child && arg0 == 5: what is false never leaves the kernel, what dtrace wants all comes. */
static unsigned hits, misses;

static void on_pred(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)pr;
	if (fi->fi_thread->t_proc->p_pid == child && fi->fi_args[0] == 5)
		hits++;
	else
		misses++;
}

static void mixed(void)
{
	for (int i = 0; i < 10000; i++)
		syscall(SYS_getpgid, (long)(i % 10 == 5 ? 5 : 0));
}

static void test_predicate(void **state)
{
	uint64_t ints[2] = { 0, 5 };
	uint32_t code[] = {
		DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_PID, 1),
		DIF_INSTR_WIDE(DIF_OP_SETX, 0, 2),
		DIF_INSTR_RRR(DIF_OP_CMP, 1, 2, 0),
		DIF_INSTR_BR(DIF_OP_BNE, 9),
		DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_ARG0, 1),
		DIF_INSTR_WIDE(DIF_OP_SETX, 1, 2),
		DIF_INSTR_RRR(DIF_OP_CMP, 1, 2, 0),
		DIF_INSTR_BR(DIF_OP_BNE, 9),
		DIF_INSTR_RRR(DIF_OP_RET, 0, 0, 2),
		DIF_INSTR_RRR(DIF_OP_RET, 0, 0, 0),
	};
	struct dif_object o = { .do_text = code, .do_len = 10, .do_ints = ints, .do_nints = 2 };
	const struct dif_object *preds[] = { &o };
	struct dt_plan plan = { .pl_args = 1, .pl_npreds = 1, .pl_preds = preds };

	(void)state;
	live_enable("syscall", "getpgid", "entry", &plan);
	child = live_child(mixed);
	ints[0] = (uint64_t)child;
	live_start(on_pred);
	live_go(child);
	live_stop();
	assert_int_equal(hits, 1000);
	assert_int_equal(misses, 0);
}

/* Ticks alone: no rings, no programs, no type data. */
static void test_nothing(void **state)
{
	static const struct dt_plan plan = { 0 };
	struct dt_linux_feed *f;
	uint64_t began = live_now();

	(void)state;
	live_enable("profile", "", "tick-10ms", &plan);
	live_start(on_pred);
	hits = misses = 0;
	live_poll(105);
	f = (struct dt_linux_feed *)live.lv_feed;
	assert_int_equal(f->lf_nsources, 0);
	assert_int_equal(f->lf_nreaders, 0);
	assert_null(f->lf_btf.bt_btf.bb_data);
	live_stop();
	assert_in_range(misses, 9, (live_now() - began) / 10000000);
}

/* Without the capabilities: a message that names them, from a child that has given them up. */
static void test_denied(void **state)
{
	static const struct dt_plan plan = { 0 };
	int fds[2], n;
	char buf[1024];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	live_enable("syscall", "getpid", "entry", &plan);
	fflush(NULL);
	if (fork() == 0) {
		if (setgid(65534) != 0 || setuid(65534) != 0)
			_exit(2);
		live.lv_feed = dt_feed_linux.fo_open(live.lv_en, NULL, 0);
		n = dt_feed_linux.fo_start(live.lv_feed);
		dprintf(fds[1], "%d %s", n, live.lv_en->en_error);
		_exit(0);
	}
	close(fds[1]);
	n = (int)read(fds[0], buf, sizeof(buf) - 1);
	wait(NULL);
	buf[n > 0 ? n : 0] = '\0';
	assert_int_equal(strncmp(buf, "-1 ", 3), 0);
	assert_non_null(strstr(buf, "CAP_BPF"));
	assert_non_null(strstr(buf, "CAP_PERFMON"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_proc, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_sched, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_profile, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_context, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_vtime, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_predicate, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_nothing, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_denied, reset, live_teardown),
	};

	if (!live_permitted())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
