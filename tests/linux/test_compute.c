/*
 * What the capture program reads at computed addresses: only what could be read becomes memory of
 * the firing.  And what finds no room in a ring is counted for the CPU of that ring.
 */
#include "live.h"
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static pid_t child;

static int setup(void **state)
{
	return live_setup(state);
}

/* The calls: what arg0 points to can be read, or can't. */
#define MAGIC UINT64_C(0x1122334455667788)
static uint64_t first[2] = { MAGIC, MAGIC + 1 };
static const uint64_t nowhere = 4096; /* nothing is mapped there */

static void calls(void)
{
	*(volatile uint64_t *)first = MAGIC; /* makes the page resident */
	syscall(SYS_sched_get_priority_min, first);
	syscall(SYS_sched_get_priority_min, nowhere);
	syscall(SYS_sched_get_priority_min, first + 1);
}

struct got {
	uint64_t go_addr, go_value;
	unsigned go_nmem;
	bool go_user;
};
static struct got got[8];
static unsigned ngot;

static void on_call(struct dt_probe *pr, struct dt_firing *fi)
{
	struct got *g = &got[ngot];

	(void)pr;
	if (fi->fi_thread->t_proc->p_pid != child || ngot == 8)
		return;
	ngot++;
	g->go_nmem = fi->fi_nmem;
	if (fi->fi_nmem > 0) {
		g->go_addr = fi->fi_mem[0].me_addr;
		g->go_user = fi->fi_mem[0].me_user;
		memcpy(&g->go_value, fi->fi_mem[0].me_data, sizeof(g->go_value));
		assert_int_equal(fi->fi_mem[0].me_len, sizeof(g->go_value));
	}
}

/* The three calls of a child, seen with this plan. */
static void see_calls(const struct dt_plan *plan)
{
	ngot = 0;
	memset(got, 0, sizeof(got));
	assert_int_equal(live_enable("syscall", "sched_get_priority_min", "entry", plan), 1);
	child = live_child(calls);
	live_start(on_call);
	live_go(child);
	live_stop();
	assert_int_equal(ngot, 3);
	assert_int_equal(got[0].go_nmem, 1);
	assert_true(got[0].go_addr == (uintptr_t)first);
	assert_true(got[0].go_value == MAGIC);
	assert_int_equal(got[1].go_nmem, 0);
	assert_int_equal(got[2].go_nmem, 1);
}

/* *(uint64_t *)arg0, of the traced process */
static void test_unread(void **state)
{
	static const struct dt_plan plan = { .pl_args = 1,
		.pl_nexprs = 2,
		.pl_exprs = { { .ex_kind = DT_EX_ARG, .ex_imm = 0 },
			{ .ex_kind = DT_EX_LOAD, .ex_size = 8, .ex_user = true, .ex_a = 0 } } };

	(void)state;
	see_calls(&plan);
	assert_true(got[0].go_user);
	assert_true(got[2].go_addr == (uintptr_t)(first + 1));
	assert_true(got[2].go_value == MAGIC + 1);
}

/* Two loads, of which one can't be read: the other one still is memory, and it alone. */
static void test_one_unread(void **state)
{
	static const struct dt_plan plan = { .pl_args = 1,
		.pl_nexprs = 5,
		.pl_exprs = { { .ex_kind = DT_EX_ARG, .ex_imm = 0 },
			{ .ex_kind = DT_EX_CONST, .ex_imm = nowhere },
			{ .ex_kind = DT_EX_LOAD, .ex_size = 8, .ex_user = true, .ex_a = 1 },
			{ .ex_kind = DT_EX_LOAD, .ex_size = 8, .ex_user = true, .ex_a = 0 },
			{ .ex_kind = DT_EX_LOAD, .ex_size = 4, .ex_user = true, .ex_a = 1 } } };

	(void)state;
	see_calls(&plan);
}

#define STORM 200000

static unsigned seen;

static void on_storm(struct dt_probe *pr, struct dt_firing *fi)
{
	(void)pr;
	seen += fi->fi_thread->t_proc->p_pid == child;
}

static void storm(void)
{
	for (int i = 0; i < STORM; i++)
		syscall(SYS_sched_get_priority_min, 0);
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
}

static void storm_on_1(void)
{
	pin(1);
	storm();
}

/* The tracer looks only when the storm is over, so its ring overflows. */
static void test_lost(void **state)
{
	static const struct dt_plan plan = { .pl_args = 1 };
	const struct dt_engine *en = live.lv_en;
	uint64_t on_1 = 0, elsewhere = 0;

	(void)state;
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		skip();
	seen = 0;
	live.lv_bufsize = 0; /* the smallest */
	assert_int_equal(live_enable("syscall", "sched_get_priority_min", "entry", &plan), 1);
	child = live_child(storm_on_1);
	live_start(on_storm);
	live_gate();
	waitpid(child, NULL, 0);
	live_poll(10);
	live_stop();
	for (unsigned i = 0; i < en->en_nlosses; i++) {
		if (en->en_losses[i].lo_cpu == 1)
			on_1 += en->en_losses[i].lo_count;
		else
			elsewhere += en->en_losses[i].lo_count;
	}
	assert_true(on_1 > 0);
	assert_true(on_1 <= STORM + 1000); /* others may call it there */
	assert_true(seen + on_1 >= STORM);
	assert_true(elsewhere < 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_unread, setup, live_teardown),
		cmocka_unit_test_setup_teardown(test_one_unread, setup, live_teardown),
		cmocka_unit_test_setup_teardown(test_lost, setup, live_teardown),
	};

	if (!live_permitted())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
