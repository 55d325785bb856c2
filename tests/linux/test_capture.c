/*
 * What the Linux feed delivers of what a child does: exactly that, in order, with the right
 * arguments.
 */
#include "live.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static pid_t child;
static unsigned entries, returns, wrong, others;
static uint64_t last, inversions;

#define STORM 200000

static void storm(void)
{
	for (int i = 0; i < STORM; i++)
		syscall(SYS_getppid);
}

static void count(struct dt_probe *pr, struct dt_firing *fi)
{
	if (fi->fi_time < last)
		inversions++;
	last = fi->fi_time;
	if (fi->fi_thread->t_proc->p_pid != child) {
		others++;
		return;
	}
	if (strcmp(dt_probe_name(pr), "entry") == 0)
		entries++;
	else
		returns++;
	wrong += strcmp(dt_probe_func(pr), "getppid") != 0 || fi->fi_thread->t_tid != child;
	if (strcmp(dt_probe_name(pr), "return") == 0)
		wrong += fi->fi_args[0] != (uint64_t)getpid() ||
			fi->fi_args[1] != (uint64_t)getpid();
}

static int reset(void **state)
{
	entries = returns = wrong = others = 0;
	last = inversions = 0;
	return live_setup(state);
}

/* Every call of a storm, once each, in order, none lost. */
static void test_storm(void **state)
{
	static const struct dt_plan plan = { .pl_args = 3 };

	(void)state;
	assert_int_equal(live_enable("syscall", "getppid", "", &plan), 2);
	child = live_child(storm);
	live_start(count);
	live_go(child);
	live_stop();
	assert_int_equal(live_drops(), 0);
	assert_int_equal(entries, STORM);
	assert_int_equal(returns, STORM);
	assert_int_equal(wrong, 0);
	assert_int_equal(inversions, 0);
}

static void storm_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	storm();
}

static void storm_two(void)
{
	pid_t pid = fork();

	storm_on(pid == 0 ? 0 : 1);
	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
}

static unsigned cpus[2];

static void ordered(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)pr;
	if (fi->fi_time < last)
		inversions++;
	last = fi->fi_time;
	if (fi->fi_cpu < 2 && fi->fi_execname && strcmp(fi->fi_execname, "test_capture") == 0)
		cpus[fi->fi_cpu]++;
}

/* Two CPUs at once: one stream in the order of time. */
static void test_order(void **state)
{
	static const struct dt_plan plan = { .pl_args = 1, .pl_vars = DT_PLAN_EXECNAME };

	(void)state;
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		skip();
	memset(cpus, 0, sizeof(cpus));
	live_enable("syscall", "getppid", "entry", &plan);
	child = live_child(storm_two);
	live_start(ordered);
	live_go(child);
	live_stop();
	assert_int_equal(live_drops(), 0);
	assert_int_equal(inversions, 0);
	assert_true(cpus[0] >= STORM && cpus[1] >= STORM);
	assert_int_equal(cpus[0] + cpus[1], 2 * STORM);
}

static char paths[8][64], names[8][16];
static int64_t results[8];
static int errors[8];
static unsigned nopens, nresults, lengths[8];

/* Makes its page resident: a fork does not inherit the pages of files. */
static void touch(const char *s)
{
	(void)*(const volatile char *)s;
}

static void opens(void)
{
	static char page[8192];
	char *s = page + 4096 - 6;

	strcpy(s, "/dev/null"); /* across a page's edge */
	touch("/dev/null");
	touch("/nonexistent/a");
	open("/dev/null", O_RDONLY);
	open("/nonexistent/a", O_RDONLY);
	open(s, O_WRONLY);
	open("", O_RDONLY);
}

static void on_open(struct dt_probe *pr, struct dt_firing *fi)
{
	if (fi->fi_thread->t_proc->p_pid != child)
		return;
	if (strcmp(dt_probe_name(pr), "return") == 0) {
		results[nresults] = (int64_t)fi->fi_args[0];
		errors[nresults++] = fi->fi_errno;
		return;
	}
	if (fi->fi_execname)
		snprintf(names[nopens], sizeof(names[0]), "%s", fi->fi_execname);
	if (fi->fi_nmem == 1 && fi->fi_mem[0].me_addr == fi->fi_args[1] && fi->fi_mem[0].me_user) {
		snprintf(paths[nopens], sizeof(paths[0]), "%.*s", (int)fi->fi_mem[0].me_len,
			(const char *)fi->fi_mem[0].me_data);
		lengths[nopens] = fi->fi_mem[0].me_len;
	}
	nopens++;
}

/* Strings of the caller at its call; results and errors. */
static void test_strings(void **state)
{
	static const struct dt_plan entry = { .pl_args = 2,
		.pl_vars = DT_PLAN_EXECNAME,
		.pl_nmem = 1,
		.pl_mem = { { 1, true, 256 } } };
	static const struct dt_plan ret = { .pl_args = 1, .pl_vars = DT_PLAN_ERRNO };

	(void)state;
	nopens = nresults = 0;
	live_enable("syscall", "openat", "entry", &entry);
	live_enable("syscall", "openat", "return", &ret);
	child = live_child(opens);
	live_start(on_open);
	live_go(child);
	live_stop();
	assert_int_equal(nopens, 4);
	assert_int_equal(nresults, 4);
	assert_string_equal(paths[0], "/dev/null");
	assert_int_equal(lengths[0], 10);
	assert_string_equal(paths[1], "/nonexistent/a");
	assert_string_equal(paths[2], "/dev/null");
	assert_string_equal(paths[3], "");
	assert_string_equal(names[0], "test_capture");
	assert_true(results[0] >= 0 && errors[0] == 0);
	assert_int_equal(results[1], -1);
	assert_int_equal(errors[1], 2);
	assert_int_equal(results[3], -1);
}

/*
 * A page of a file that the caller has never touched, whose process is gone when the event is
 * delivered.
 */
static void untouched(void)
{
	static const char path[] __attribute__((aligned(4096))) = "/untouched/page";

	open(path, O_RDONLY);
	syscall(SYS_exit_group, 0);
}

static void test_untouched(void **state)
{
	static const struct dt_plan entry = { .pl_args = 2,
		.pl_nmem = 1,
		.pl_mem = { { 1, true, 256 } } };

	(void)state;
	nopens = 0;
	paths[0][0] = '\0';
	live_enable("syscall", "openat", "entry", &entry);
	child = live_child(untouched);
	live_start(on_open);
	live_gate();
	waitpid(child, NULL, 0);
	live_poll(10);
	live_stop();
	assert_int_equal(nopens, 1);
	assert_string_equal(paths[0], "/untouched/page");
}

static unsigned distinct;
static uint8_t seen[1024];

static void any(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)fi;
	distinct += !seen[dt_probe_id(pr) % 1024];
	seen[dt_probe_id(pr) % 1024] = 1;
}

static void busy(void)
{
	for (int i = 0; i < 1000; i++) {
		close(open("/dev/null", O_RDONLY));
		syscall(SYS_gettid);
	}
}

/* All system calls at once; tests/bench says how long starting and stopping them takes. */
static void test_all(void **state)
{
	static const struct dt_plan plan = { .pl_args = 0x3f, .pl_vars = DT_PLAN_EXECNAME };
	uint64_t t0, t1, t2;
	unsigned n;

	(void)state;
	live.lv_bufsize = 4 << 20;
	n = live_enable("syscall", "", "", &plan);
	assert_true(n > 600);
	child = live_child(busy);
	t0 = live_now();
	live_start(any);
	t1 = live_now();
	live_go(child);
	t2 = live_now();
	live_stop();
	printf("%u probes: start %.1f ms, stop %.1f ms\n", n, (double)(t1 - t0) / 1e6,
		(double)(live_now() - t2) / 1e6);
	assert_true(distinct >= 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_storm, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_order, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_strings, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_untouched, reset, live_teardown),
		cmocka_unit_test_setup_teardown(test_all, reset, live_teardown),
	};

	if (!live_permitted())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
