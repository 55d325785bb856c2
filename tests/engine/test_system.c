/* The engine without a compiler: what a child inherits, time on the CPU, records of several CPUs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine.h"

static const struct dt_probe_spec specs[] = { { .ps_func = "read", .ps_name = "entry" }, { 0 } };
static const struct dt_provider fake = { .pv_name = "fake", .pv_probes = specs };
const struct dt_provider *const dt_providers[] = { &fake, NULL };

static void on_drain(void *arg)
{
	(void)arg;
}

static void on_warn(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static const struct dt_engine_ops ops = { .eo_drain = on_drain, .eo_warn = on_warn };
static struct dt_engine *en;
static struct dt_options opts;

static int setup(void **state)
{
	(void)state;
	dt_options_init(&opts);
	en = dt_engine_create(&ops, NULL, &opts, true);
	return en ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	dt_engine_destroy(en);
	dt_options_fini(&opts);
	return 0;
}

/* Each member of the parent holds its own number. */
static void test_child(void **state)
{
	struct dt_system *sy = dt_system(en);
	proc_t *parent = dt_sys_proc_start(sy, 100, 99, "name", "name -x"), *child;

	(void)state;
	parent->p_pgid = 1;
	parent->p_sid = 2;
	parent->p_uid = 3;
	parent->p_gid = 4;
	parent->p_euid = 5;
	parent->p_egid = 6;
	parent->p_model = 7;
	parent->p_argc = 8;
	child = dt_sys_proc_start(sy, 200, 100, NULL, NULL);
	assert_int_equal(child->p_pid, 200);
	assert_int_equal(child->p_ppid, 100);
	assert_int_equal(child->p_pgid, 1);
	assert_int_equal(child->p_sid, 2);
	assert_int_equal(child->p_uid, 3);
	assert_int_equal(child->p_gid, 4);
	assert_int_equal(child->p_euid, 5);
	assert_int_equal(child->p_egid, 6);
	assert_int_equal(child->p_model, 7);
	assert_int_equal(child->p_argc, 8);
	assert_string_equal(child->p_name, "name");
	assert_string_equal(child->p_args, "name -x");
}

/* Three turns on two CPUs: 10, 20 and 40. */
static void test_turns(void **state)
{
	struct dt_system *sy = dt_system(en);
	thread_t *t = dt_sys_thread(sy, 5, 5), *u = dt_sys_thread(sy, 6, 5);

	(void)state;
	dt_sys_switch(sy, 0, t, 100);
	dt_sys_switch(sy, 0, u, 110);
	assert_int_equal(t->t_ontime, 10);
	dt_sys_switch(sy, 1, t, 200);
	assert_int_equal(t->t_onsince, 200);
	dt_sys_switch(sy, 1, dt_sys_idle(sy, 1), 220);
	assert_int_equal(t->t_ontime, 30);
	dt_sys_switch(sy, 0, t, 300);
	dt_sys_switch(sy, 0, u, 340);
	assert_int_equal(t->t_ontime, 70);
	assert_int_equal(t->t_onsince, 0);
	assert_int_equal(u->t_ontime, 190);
}

static char seen[64];

static void on_record(const struct dt_record *rc, void *arg)
{
	(void)arg;
	snprintf(seen + strlen(seen), sizeof(seen) - strlen(seen), "%d@%d ", (int)rc->rc_cpu,
		(int)rc->rc_time);
}

static void fire(uint32_t cpu, uint64_t time)
{
	struct dt_firing fi = { .fi_time = time };

	dt_own_context(en, &fi);
	fi.fi_cpu = cpu;
	dt_fire(en, dt_probe_find(en, "fake", "", "read", "entry"), &fi);
}

/* Each CPU has a buffer; they are read by time, and at one time in the order of the firings. */
static void records_in_order(const char *policy)
{
	struct dt_clause one = { .cl_desc = { "", "", "read", "entry", 0 }, .cl_records = true };
	struct dt_program pg = { .pg_clauses = &one };
	unsigned matched;

	assert_null(dt_options_set(&opts, "bufpolicy", policy, DT_FROM_CMD));
	assert_null(dt_options_set(&opts, "bufsize", "1k", DT_FROM_CMD));
	assert_int_equal(dt_engine_enable(en, &pg, &matched), 0);
	assert_int_equal(dt_engine_prepare(en), 0);
	en->en_state = DT_ACTIVE;
	fire(1, 6);
	fire(0, 7);
	fire(2, 7);
	fire(1, 7);
	fire(2, 7);
	fire(0, 7);
	fire(0, 8);
	seen[0] = '\0';
	en->en_state = DT_STOPPED;
	dt_buffer_walk(en, on_record, NULL);
	assert_string_equal(seen, "1@6 0@7 2@7 1@7 2@7 0@7 0@8 ");
}

static void test_ring(void **state)
{
	(void)state;
	records_in_order("ring");
}

static void test_fill(void **state)
{
	(void)state;
	records_in_order("fill");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_child, setup, teardown),
		cmocka_unit_test_setup_teardown(test_turns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fill, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
