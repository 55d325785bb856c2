/* The engine without a compiler: matching, the system table, timers, default actions, drops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine.h"
#include "glob.h"

static const struct dt_probe_spec specs[] = {
	{ .ps_func = "read", .ps_name = "entry", .ps_tag = 1 },
	{ .ps_func = "read", .ps_name = "return", .ps_tag = 2 },
	{ .ps_func = "write", .ps_name = "entry", .ps_tag = 3 }, { 0 }
};

static void provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod,
	const char *func, const char *name)
{
	struct dt_probe_spec ps = { .ps_name = name };

	(void)mod, (void)func;
	if (!strncmp(name, "tick-", 5))
		dt_probe_create(en, pv, &ps);
}

static const struct dt_provider fake = { .pv_name = "fake",
	.pv_probes = specs,
	.pv_provide = provide };
static const struct dt_provider elsewhere = { .pv_name = "elsewhere",
	.pv_probes = specs,
	.pv_offline_only = true,
	.pv_missing = "needs a trace file" };
const struct dt_provider *const dt_providers[] = { &fake, &elsewhere, NULL };

static unsigned drains, faults, warnings;

static void on_drain(void *arg)
{
	struct dt_engine **en = arg;

	drains++;
	(*en)->en_buf.bf_used = 0;
}

static void on_fault(void *arg, const struct dt_ecb *ec, unsigned action, int64_t off, int fault,
	uint64_t addr)
{
	(void)arg, (void)ec, (void)action, (void)off, (void)fault, (void)addr;
	faults++;
}

static void on_warn(void *arg, const char *line)
{
	(void)arg, (void)line;
	warnings++;
}

static const struct dt_engine_ops ops = { .eo_drain = on_drain,
	.eo_fault = on_fault,
	.eo_warn = on_warn };
static struct dt_engine *en;
static struct dt_options opts;

static int setup(void **state)
{
	(void)state;
	dt_options_init(&opts);
	drains = faults = warnings = 0;
	en = dt_engine_create(&ops, &en, &opts, true);
	return en ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	dt_engine_destroy(en);
	dt_options_fini(&opts);
	return 0;
}

static void test_glob(void **state)
{
	static const struct {
		const char *p, *s;
		bool hit;
	} t[] = {
		{ "", "x", true },
		{ "*", "", true },
		{ "r*d", "read", true },
		{ "r*d", "reads", false },
		{ "*d*d", "dd", true },
		{ "?ead", "read", true },
		{ "?ead", "ead", false },
		{ "[rw]*", "write", true },
		{ "[!rw]*", "write", false },
		{ "[a-f]x", "cx", true },
		{ "[a-f]x", "gx", false },
		{ "a\\*b", "a*b", true },
		{ "a\\*b", "axb", false },
		{ "[]]", "]", true },
		{ "a*b*c", "aXbYbZc", true },
		{ "Read", "read", false },
		{ "[a", "a", true },
		{ "x", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++)
		if (base_glob(t[i].p, t[i].s) != t[i].hit)
			fail_msg("%s against %s", t[i].p, t[i].s);
}

static int count(struct dt_probe *pr, void *arg)
{
	(void)pr;
	++*(unsigned *)arg;
	return 0;
}

static unsigned matches(const char *a, const char *b, const char *c, const char *d)
{
	unsigned n = 0,
		 matched = dt_probe_match(en, (const char *const[]){ a, b, c, d }, 0, count, &n);

	assert_int_equal(matched, n);
	return n;
}

static void test_match(void **state)
{
	(void)state;
	assert_int_equal(en->en_begin->pr_id, 1);
	assert_int_equal(en->en_errorprobe->pr_id, 3);
	assert_int_equal(matches("fake", "", "", ""), 3);
	assert_int_equal(matches("", "", "r*", ""), 2);
	assert_int_equal(matches("", "", "", "entry"), 2);
	assert_int_equal(matches("fake", "", "", "tick-3"), 1);
	assert_int_equal(matches("fake", "", "", "tick-*"), 1);
	assert_int_equal(matches("elsewhere", "", "", ""), 0);
	assert_string_equal(dt_probe_missing(en, "elsewhere"), "needs a trace file");
	assert_null(dt_probe_missing(en, "fake"));
	assert_ptr_equal(dt_probe_create(en, &fake, &specs[0]),
		dt_probe_find(en, "fake", "", "read", "entry"));
}

static void test_processes(void **state)
{
	struct dt_system *sy = dt_system(en);
	proc_t *a, *b;
	thread_t *t, *u;

	(void)state;
	t = dt_sys_thread(sy, 101, 100); /* nobody introduced them */
	assert_string_equal(t->t_proc->p_name, "<unknown>");
	a = dt_sys_proc_start(sy, 100, 1, "one", "one -x");
	assert_ptr_equal(a, t->t_proc);
	assert_string_equal(t->t_proc->p_name, "one");
	b = dt_sys_proc_start(sy, 200, 100, NULL, NULL); /* a fork */
	assert_string_equal(b->p_name, "one");
	assert_string_equal(b->p_args, "one -x");
	dt_sys_proc_exec(sy, b, "two", NULL);
	assert_string_equal(b->p_name, "two");
	assert_string_equal(b->p_args, "one -x");
	dt_sys_proc_exit(sy, a, 3);
	assert_ptr_equal(dt_sys_proc_find(sy, 100), a); /* its last events still find it */
	assert_ptr_not_equal(dt_sys_proc_start(sy, 100, 1, "three", ""), a);
	assert_string_equal(a->p_name, "one");
	u = dt_sys_thread(sy, 101, 200); /* the id lives on in another process */
	assert_ptr_not_equal(u, t);
	assert_ptr_equal(u->t_proc, b);
	assert_ptr_equal(dt_sys_thread(sy, 101, DT_NOID), u);
	t = dt_sys_thread(sy, 300, DT_NOID);
	assert_string_equal(t->t_proc->p_name, "<unknown>");
	assert_ptr_equal(dt_sys_thread(sy, 300, 200), t);
	assert_ptr_equal(t->t_proc, b);
}

static void test_reuse(void **state)
{
	struct dt_system *sy = dt_system(en);
	uint32_t top = 0;

	(void)state;
	for (uint32_t i = 1; i <= 2000000; i++) {
		if (i == 500000)
			top = en->en_pool.bl_next;
		dt_sys_proc_start(sy, i, 0, "p", "args");
		dt_sys_thread_exit(sy, dt_sys_thread_start(sy, i, i));
		dt_sys_proc_exit(sy, dt_sys_proc(sy, i), 0);
	}
	/* the table's memory does not grow with the stream */
	assert_int_equal(en->en_pool.bl_next, top);
}

/* A full table forgets what was not heard of for longest, and says so once. */
static void test_forget(void **state)
{
	struct dt_system *sy = dt_system(en);
	static char name[5000], args[200000];
	proc_t *p;

	(void)state;
	memset(name, 'n', sizeof(name) - 1);
	memset(args, 'a', sizeof(args) - 1);
	dt_system_bound(sy, 3, 3);
	for (uint32_t i = 1; i <= 3; i++) {
		dt_sys_proc_start(sy, i, 0, "p", "args");
		dt_sys_thread_start(sy, i, DT_NOID);
	}
	p = dt_sys_proc_find(sy, 1);
	assert_int_equal(warnings, 0);
	dt_sys_proc_start(sy, 4, 0, "p", "args");
	assert_ptr_equal(dt_sys_proc_find(sy, 1), p);
	assert_null(dt_sys_proc_find(sy, 2));
	assert_non_null(dt_sys_proc_find(sy, 3));
	assert_non_null(dt_sys_proc_find(sy, 4));
	assert_int_equal(warnings, 1);
	dt_sys_thread_start(sy, 4, DT_NOID);
	assert_int_equal(warnings, 2);
	for (uint32_t i = 100; i < 300000; i++) {
		dt_sys_proc_start(sy, i, 0, "p", "args");
		dt_sys_thread(sy, i, DT_NOID);
	}
	assert_null(dt_sys_proc_find(sy, 299996));
	assert_non_null(dt_sys_proc_find(sy, 299997));
	assert_int_equal(warnings, 2);
	for (uint32_t i = 0; i < 1000; i++) /* 200 MB of arguments */
		dt_sys_proc_start(sy, 300000 + i, 0, name, args);
	p = dt_sys_proc_find(sy, 300999);
	assert_int_equal(strlen(p->p_name), 768);
	assert_int_equal(strlen(p->p_args), sizeof(args) - 1);
	assert_true((uint64_t)en->en_pool.bl_next * DIF_BLOCK_UNIT < 128u << 20);
}

static void test_cpus(void **state)
{
	struct dt_system *sy = dt_system(en);
	thread_t *t = dt_sys_thread(sy, 5, 5);

	(void)state;
	assert_ptr_equal(dt_sys_running(sy, 3), dt_sys_idle(sy, 3));
	assert_int_equal(dt_sys_ncpu(sy), 4);
	dt_sys_switch(sy, 3, t, 100);
	assert_ptr_equal(dt_sys_running(sy, 3), t);
	assert_int_equal(t->t_cpu, 3);
	dt_sys_switch(sy, 3, dt_sys_idle(sy, 3), 350);
	assert_int_equal(t->t_ontime, 250);
	assert_int_equal(t->t_onsince, 0);
	dt_sys_cpu(sy, 4000000000u); /* hostile number */
}

static char order[64];

static void on_timer(struct dt_engine *e, void *arg, uint64_t due, int64_t wall)
{
	(void)e;
	snprintf(order + strlen(order), sizeof(order) - strlen(order), "%s%d/%d ", (char *)arg,
		(int)due, (int)wall);
}

static void test_timers(void **state)
{
	(void)state;
	order[0] = 0;
	dt_timer_add(en, 10, on_timer, "a");
	dt_timer_add(en, 25, on_timer, "b");
	en->en_state = DT_ACTIVE;
	dt_timers_start(en, 100);
	dt_advance(en, 109, 1009);
	assert_string_equal(order, "");
	dt_advance(en, 131, 1031);
	assert_string_equal(order, "a110/1010 a120/1020 b125/1025 a130/1030 ");
}

static struct dt_clause clause(const char *func, const char *name)
{
	return (struct dt_clause){ .cl_desc = { "", "", (char *)func, (char *)name, 0 },
		.cl_records = true };
}

static void fire(const char *func, const char *name)
{
	struct dt_firing fi = { .fi_time = 7 };

	dt_own_context(en, &fi);
	fi.fi_cpu = 1;
	dt_fire(en, dt_probe_find(en, "fake", "", func, name), &fi);
}

static void test_fire(void **state)
{
	struct dt_clause two = clause("read", ""), one = clause("read", "entry");
	struct dt_program pg = { .pg_clauses = &one };
	const struct dt_record *rc;
	unsigned matched;

	(void)state;
	one.cl_next = &two;
	assert_int_equal(dt_engine_enable(en, &pg, &matched), 0);
	assert_int_equal(matched, 3);
	assert_int_equal(dt_engine_prepare(en), 0);
	fire("read", "entry");
	assert_int_equal(en->en_buf.bf_used, 0); /* not active yet */
	en->en_state = DT_ACTIVE;
	fire("read", "entry");
	fire("write", "entry");
	assert_int_equal(en->en_buf.bf_used, 2 * sizeof(*rc));
	rc = (const void *)en->en_buf.bf_data;
	assert_int_equal(rc[0].rc_epid, 1);
	assert_int_equal(rc[1].rc_epid, 2);
	assert_int_equal(rc[1].rc_cpu, 1);
	assert_int_equal(rc[1].rc_time, 7);
}

static void test_full_buffer(void **state)
{
	struct dt_clause one = clause("read", "entry");
	struct dt_program pg = { .pg_clauses = &one };
	unsigned matched;

	(void)state;
	assert_null(dt_options_set(&opts, "bufsize", "100", DT_FROM_CMD));
	assert_int_equal(dt_engine_enable(en, &pg, &matched), 0);
	assert_int_equal(dt_engine_prepare(en), 0);
	en->en_state = DT_ACTIVE;
	for (int i = 0; i < 10; i++)
		fire("read", "entry");
	assert_int_equal(drains, 1); /* five of 24 bytes fit: 96 bytes, and the largest record */
}

static void test_destructive(void **state)
{
	struct dt_program pg = { .pg_destructive = true };
	unsigned matched;

	(void)state;
	assert_int_equal(dt_engine_enable(en, &pg, &matched), -1);
	assert_string_equal(en->en_error, "Destructive actions not allowed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_glob),
		cmocka_unit_test_setup_teardown(test_match, setup, teardown),
		cmocka_unit_test_setup_teardown(test_processes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reuse, setup, teardown),
		cmocka_unit_test_setup_teardown(test_forget, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cpus, setup, teardown),
		cmocka_unit_test_setup_teardown(test_timers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fire, setup, teardown),
		cmocka_unit_test_setup_teardown(test_full_buffer, setup, teardown),
		cmocka_unit_test_setup_teardown(test_destructive, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
