#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "room.h"
#include "link.h"

#define COMPILER_LIFE 2000 /* inputs */
#define MAX_PROBES 64

/*
 * Probes.
 */
static const struct dt_probe_spec specs[] = {
	{ .ps_mod = "vmlinux", .ps_func = "read", .ps_name = "entry" },
	{ .ps_mod = "vmlinux", .ps_func = "read", .ps_name = "return" },
	{ .ps_mod = "vmlinux", .ps_func = "write", .ps_name = "entry" },
	{ .ps_name = "exec", .ps_args = { { "char *", NULL, 0 } } },
	{ .ps_name = "exit", .ps_args = { { "int", NULL, 0 } } },
	{ .ps_name = "create", .ps_args = { { "proc_t *", "psinfo_t *", 2 } } },
	{ .ps_name = "on-cpu" },
	{ .ps_name = "off-cpu",
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 3 },
			{ "proc_t *", "psinfo_t *", 2 } } },
	{ .ps_name = "args",
		.ps_args = { { "int", NULL, 0 }, { "uint8_t", NULL, 1 }, { "string", NULL, 4 } } },
	{ 0 },
};

/* Whatever a description asks for that could be there. */
static void provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod,
	const char *func, const char *name)
{
	struct dt_probe_spec ps = { .ps_mod = "vmlinux",
		.ps_func = func,
		.ps_name = name,
		.ps_args = { { "int", NULL, 0 }, { "struct thread *", "lwpsinfo_t *", 3 } } };
	bool profile = strncmp(name, "tick-", 5) == 0 || strncmp(name, "profile-", 8) == 0;

	(void)mod;
	if (profile == (strcmp(pv->pv_name, "profile") == 0) && en->en_nprobes < MAX_PROBES)
		dt_probe_create(en, pv, &ps);
}

/* clang-format off */
#define EVOLVING {DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON}
#define ATTRS {EVOLVING, EVOLVING, EVOLVING, EVOLVING, EVOLVING}
/* clang-format on */
static const struct dt_provider
	syscalls = { .pv_name = "syscall",
		.pv_attrs = ATTRS,
		.pv_probes = specs,
		.pv_provide = provide },
	procs = { .pv_name = "proc", .pv_attrs = ATTRS, .pv_probes = specs + 3 },
	scheds = { .pv_name = "sched", .pv_attrs = ATTRS, .pv_provide = provide },
	profile = { .pv_name = "profile", .pv_attrs = ATTRS, .pv_provide = provide };
const struct dt_provider *const dt_providers[] = { &syscalls, &procs, &scheds, &profile, NULL };

struct match {
	struct dt_probeinfo *mt_info;
	const struct dt_probe *mt_first;
	bool mt_multi;
};

static int note_match(struct dt_probe *pr, void *arg)
{
	struct match *mt = arg;

	if (!mt->mt_first) {
		mt->mt_first = pr;
		mt->mt_info->pi_attrs = pr->pr_provider->pv_attrs;
		mt->mt_info->pi_nargs = pr->pr_nargs;
		memcpy(mt->mt_info->pi_args, pr->pr_args, sizeof(pr->pr_args));
	}
	mt->mt_multi |= memcmp(mt->mt_first->pr_args, pr->pr_args, sizeof(pr->pr_args)) != 0;
	return 0;
}

static unsigned find_probes(void *arg, const struct dt_pdesc *pd, struct dt_probeinfo *pi,
	bool *multi)
{
	struct room *ro = arg;
	struct match mt = { .mt_info = pi };
	unsigned n;

	memset(pi, 0, sizeof(*pi));
	n = dt_probe_match(ro->ro_engine, pd->pd_field, pd->pd_id, note_match, &mt);
	*multi = mt.mt_multi;
	return n;
}

static int64_t find_macro(void *arg, const char *name, bool *known)
{
	(void)arg;
	*known = strcmp(name, "target") == 0 || strcmp(name, "pid") == 0;
	return 1;
}

static enum dt_symstate find_symbol(void *arg, uint32_t pid, const char *mod, const char *name)
{
	(void)arg, (void)pid, (void)mod;
	return name[0] == 'k' ? DT_SYM_UNTYPED : DT_SYM_UNKNOWN;
}

static enum dt_procfound find_process(void *arg, const struct dt_procquery *pq)
{
	(void)arg;
	return (pq->pq_pid + strlen(pq->pq_object) + strlen(pq->pq_function)) % (DT_PROC_FOUND + 1);
}

/*
 * The engine, and the consumer behind it.
 */
static void consume_one(const struct dt_record *rc, void *arg)
{
	struct room *ro = arg;

	dt_consume_record(ro->ro_consumer, &dt_engine_ecb(ro->ro_engine, rc->rc_epid)->ec_desc, rc);
}

static void on_drain(void *arg)
{
	struct room *ro = arg;

	dt_buffer_walk(ro->ro_engine, consume_one, ro);
}

static void on_fault(void *arg, const struct dt_ecb *ec, unsigned action, int64_t offset, int fault,
	uint64_t addr)
{
	(void)arg, (void)ec, (void)action, (void)offset, (void)fault, (void)addr;
}

static void on_warn(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static const struct dt_engine_ops engine_ops = {
	.eo_drain = on_drain,
	.eo_fault = on_fault,
	.eo_warn = on_warn,
};

static size_t written;

static void sink_write(struct dt_sink *sk, const char *s, size_t n)
{
	(void)sk;
	for (size_t i = 0; i < n; i += 64) /* the sanitizer looks at it */
		written += (unsigned char)s[i];
}

static void some_address(void *arg, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	snprintf(out, size, "mod`func+0x%llx", (unsigned long long)pc);
}

static void some_uaddress(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	(void)pid;
	some_address(arg, pc, out, size);
}

static const struct dt_symops symops = {
	.so_kaddr = some_address,
	.so_ksym = some_address,
	.so_kmod = some_address,
	.so_uaddr = some_uaddress,
	.so_usym = some_uaddress,
	.so_umod = some_uaddress,
};

static int on_action(void *arg, const struct dt_record *rc, const struct dt_epdesc *ep,
	const struct dt_action *ac)
{
	(void)arg, (void)rc, (void)ep, (void)ac;
	return 0;
}

static void on_exit_record(void *arg, int status)
{
	(void)arg, (void)status;
}

static void on_consumer_fault(void *arg, const struct dt_epdesc *ep, const char *text)
{
	(void)arg, (void)ep, (void)text;
}

static bool consumer_start(struct room *ro)
{
	struct dt_consumer_args ca = {
		.ca_sink = &ro->ro_sink,
		.ca_opts = &ro->ro_opts,
		.ca_aggs = ro->ro_engine->en_aggs,
		.ca_syms = &symops,
		.ca_arg = ro,
		.ca_action = on_action,
		.ca_exit = on_exit_record,
		.ca_fault = on_consumer_fault,
	};

	ro->ro_sink.sk_write = sink_write;
	ro->ro_consumer = dt_consumer_create(&ca);
	return ro->ro_consumer != NULL;
}

/*
 * Compiling.
 */
static void options_reset(struct room *ro)
{
	dt_options_fini(&ro->ro_opts);
	dt_options_init(&ro->ro_opts);
	dt_options_set(&ro->ro_opts, "syslibdir", FUZZ_LIBDIR, DT_FROM_CMD);
	dt_options_set(&ro->ro_opts, "zdefs", NULL, DT_FROM_CMD);
	dt_options_set(&ro->ro_opts, "argref", NULL, DT_FROM_CMD);
	if (ro->ro_setopts)
		ro->ro_setopts(&ro->ro_opts, ro->ro_setarg);
}

static void compiler_renew(struct room *ro)
{
	struct dt_lang_env env = { .le_arg = ro,
		.le_probes = find_probes,
		.le_macro = find_macro,
		.le_symbol = find_symbol,
		.le_process = find_process };

	if (ro->ro_lang && ro->ro_used++ < COMPILER_LIFE)
		return;
	dt_lang_destroy(ro->ro_lang);
	ro->ro_used = 0;
	ro->ro_lang = dt_lang_create(&env, &ro->ro_opts);
	if (dt_lang_load_libraries(ro->ro_lang) != 0) {
		fprintf(stderr, "%s\n", ro->ro_lang->la_msg.me_text);
		exit(1);
	}
}

/* -h */
static void make_header(const struct room *ro)
{
	static FILE *null;
	char err[256];

	if (!null)
		null = fopen("/dev/null", "w");
	if (dt_usdt_check(ro->ro_lang, err, sizeof(err)))
		dt_usdt_header(ro->ro_lang, null, "f.h");
}

struct dt_program *room_compile(struct room *ro, const char *text, size_t len)
{
	static char *const argv[] = { "f.d", "arg", "42", NULL };
	struct dt_program *pg;

	options_reset(ro);
	ro->ro_engine = dt_engine_create(&engine_ops, ro, &ro->ro_opts, false);
	compiler_renew(ro);
	pg = dt_compile(ro->ro_lang, CTX_FILE, "f.d", text, len, 3, argv);
	if (!pg && ro->ro_lang->la_msg.me_text[0] == '\0')
		__builtin_trap(); /* failed without a message */
	if (pg)
		make_header(ro);
	return pg;
}

void room_clear(struct room *ro, struct dt_program *pg)
{
	if (ro->ro_consumer)
		dt_consumer_destroy(ro->ro_consumer);
	ro->ro_consumer = NULL;
	dt_engine_destroy(ro->ro_engine);
	ro->ro_engine = NULL;
	if (pg) {
		dt_program_free(pg);
		dt_lang_undo(ro->ro_lang);
	}
}

/*
 * Running.
 */
static const int64_t limits[][2] = {
	{ DT_OPT_BUFSIZE, 256 << 10 },
	{ DT_OPT_AGGSIZE, 256 << 10 },
	{ DT_OPT_DYNVARSIZE, 256 << 10 },
	{ DT_OPT_SPECSIZE, 64 << 10 },
	{ DT_OPT_NSPEC, 16 },
};
#define MAX_STRSIZE (16 << 10)

static bool options_bound(struct room *ro)
{
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
		if (ro->ro_opts.op_num[limits[i][0]] > limits[i][1])
			ro->ro_opts.op_num[limits[i][0]] = limits[i][1];
	return dt_opt(&ro->ro_opts, DT_OPT_STRSIZE) <= MAX_STRSIZE;
}

/* A program that is compiled is valid, or the compiler is wrong. */
static void check_object(const struct dif_object *o)
{
	char err[256] = "";

	if (!o || dif_verify(o, err, sizeof(err)) == 0)
		return;
	fprintf(stderr, "compiled, but not valid: %s\n", err);
	__builtin_trap();
}

static void check_program(const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		check_object(cl->cl_pred);
		for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			for (uint32_t i = 0; i < ac->ac_nops; i++)
				check_object(ac->ac_ops[i].op_difo);
	}
}

static const uint64_t pcs[] = { 0xffffffff81000000, 0xffffffff81000010, 0xffffffff81000020 };

static void fire_one(struct dt_engine *en, struct dt_probe *pr, uint64_t n)
{
	thread_t *t = dt_sys_thread(en->en_sys, 100 + n % 3, 100);
	char payload[64] = "head";
	struct dt_mem mem = { 0x1000, "/some/path", 11, true, false };
	struct dt_firing fi = {
		.fi_time = en->en_now,
		.fi_wall = 1000000000000000000 + (int64_t)en->en_now,
		.fi_cpu = n % 2,
		.fi_errno = n % 3 == 0 ? 2 : 0,
		.fi_thread = t,
		.fi_args = { 0x1000, n, (uintptr_t)t->t_proc, (uintptr_t)t, (uintptr_t)payload + 4,
			5, 60, (uint64_t)-n, 80, 1ull << n % 32 },
		.fi_payload = (uint8_t *)payload + 4,
		.fi_paylen = sizeof(payload) - 4,
		.fi_mem = &mem,
		.fi_nmem = 1,
		.fi_kstack = { pcs, 3 },
		.fi_ustack = { pcs, 3 },
	};

	strcpy(payload + 4, "payload text");
	dt_fire(en, pr, &fi);
}

static void fire_all(struct room *ro)
{
	struct dt_engine *en = ro->ro_engine;

	en->en_now = 1000000000;
	en->en_state = DT_ACTIVE;
	dt_sys_proc_start(en->en_sys, 100, 1, "init", "init -x -y");
	dt_timers_start(en, en->en_now);
	dt_fire_dtrace(en, en->en_begin);
	for (unsigned round = 0; round < 3; round++) {
		for (uint32_t i = 3; i < en->en_nprobes; i++) {
			en->en_state = DT_ACTIVE; /* although a clause may have said exit() */
			fire_one(en, en->en_probes[i], round * 7 + i);
			en->en_now += 1000;
		}
	}
	en->en_state = DT_ENDING;
	dt_fire_dtrace(en, en->en_end);
	on_drain(ro);
	dt_consume_flush(ro->ro_consumer);
	dt_consume_aggs(ro->ro_consumer);
}

void room_run(struct room *ro, struct dt_program *pg)
{
	unsigned matched;

	check_program(pg);
	if (!options_bound(ro) || dt_engine_enable(ro->ro_engine, pg, &matched) != 0)
		return; /* among others: destructive, and not asked for */
	if (pg->pg_destructive || ro->ro_engine->en_necbs > 2000)
		return;
	if (dt_engine_prepare(ro->ro_engine) == 0 && consumer_start(ro))
		fire_all(ro);
}
