/*
 * What the DIF machine costs: ns for one instruction, one access, one update; ms to compile a
 * program.
 *
 *   difbench [million rounds]
 *
 * A bare getpid() loop in the same run says how fast the machine it ran on is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "dif.h"
#include "mach.h"
#include "agg.h"
#include "dtrace.h"

#define BODY 64 /* times the measured instructions stand in an object */

static unsigned long rounds = 2000000;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void report(const char *what, double ns, const char *unit)
{
	printf("%-36s %8.2f ns%s\n", what, ns, unit);
}

/*
 * The machine.
 */
static const struct dif_type t_int = { DIF_TYPE_CTF, DIF_CK_INTEGER, DIF_TF_SIGNED, 8, "int64_t" };

static struct dif_varinfo vars[] = {
	{ "g", DIF_VAR_OTHER_UMIN, DIF_KIND_SCALAR, DIF_SCOPE_GLOBAL, 3,
		{ 0, 1, 4, 8, "int64_t" } },
	{ "s", DIF_VAR_OTHER_UMIN + 1, DIF_KIND_SCALAR, DIF_SCOPE_GLOBAL, 3,
		{ 1, 0, 1, 256, "string" } },
	{ "a", DIF_VAR_OTHER_UMIN + 2, DIF_KIND_ARRAY, DIF_SCOPE_GLOBAL, 3,
		{ 0, 1, 4, 8, "int64_t" } },
	{ "self", 0, DIF_KIND_SCALAR, DIF_SCOPE_THREAD, 3, { 0, 1, 4, 8, "int64_t" } },
};
static char strings[] =
	"\0/usr/lib/x86_64-linux-gnu/libc.so.6\0/usr/lib/x86_64-linux-gnu/libc.so.7";
static uint64_t ints[] = { 3, 12345 };

static struct dif_mach machine(void)
{
	static struct dif_slot slots[2] = { { .sl_width = 8 },
		{ .sl_size = 256, .sl_string = true } };
	static proc_t proc = { .p_pid = 1, .p_name = "bench" };
	static thread_t thread = { .t_tid = 1, .t_proc = &proc };
	static struct dt_firing fi = { .fi_thread = &thread, .fi_time = 99 };
	static struct dif_region regions[1];
	static uint8_t store[256], scratch[4096];
	struct dif_mach m = { .ma_fi = &fi,
		.ma_strsize = 256,
		.ma_globals = slots,
		.ma_nglobals = 2,
		.ma_regions = regions,
		.ma_nregions = 1,
		.ma_scratch = scratch,
		.ma_scratch_end = scratch + sizeof(scratch),
		.ma_scratch_cur = scratch };

	slots[1].sl_store = store;
	m.ma_dyn = dif_dyn_create(1 << 20, 256);
	regions[0] = dif_dyn_region(m.ma_dyn);
	return m;
}

/* An object: constants in %r1 %r2 and strings in %r3 %r4, the body over and over, ret. */
static struct dif_object *object(const uint32_t *body, unsigned n)
{
	struct dif_object *o = calloc(1, sizeof(*o));
	uint32_t *t = calloc(n * BODY + 5, sizeof(*t));

	o->do_text = t;
	*t++ = DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1);
	*t++ = DIF_INSTR_WIDE(DIF_OP_SETX, 1, 2);
	*t++ = DIF_INSTR_WIDE(DIF_OP_SETS, 1, 3);
	*t++ = DIF_INSTR_WIDE(DIF_OP_SETS, 37, 4);
	for (unsigned i = 0; i < BODY; i++, t += n)
		memcpy(t, body, n * sizeof(*t));
	*t++ = DIF_INSTR_RRR(DIF_OP_RET, 0, 0, 1);
	o->do_len = t - o->do_text;
	o->do_ints = ints;
	o->do_nints = 2;
	o->do_strs = strings;
	o->do_strlen = sizeof(strings);
	o->do_vars = vars;
	o->do_nvars = sizeof(vars) / sizeof(vars[0]);
	o->do_type = t_int;
	return o;
}

/* ns for one body of n instructions. */
static void bench(const char *what, const uint32_t *body, unsigned n, const char *unit)
{
	struct dif_mach m = machine();
	struct dif_object *o = object(body, n);
	char err[200];
	unsigned long runs = rounds / BODY;
	double start;

	if (dif_verify(o, err, sizeof(err)) != 0 || dif_prepare(o) != 0) {
		fprintf(stderr, "%s: %s\n", what, err);
		exit(1);
	}
	start = now();
	for (unsigned long i = 0; i < runs; i++) {
		dif_run(o, &m);
		if (m.ma_faulted) {
			fprintf(stderr, "%s: %s at %u\n", what, dif_fault_text(m.ma_fault),
				m.ma_faultpc);
			exit(1);
		}
	}
	report(what, (now() - start) / (double)(runs * BODY), unit);
	dif_unprepare(o);
	free(o->do_text);
	free(o);
	dif_dyn_destroy(m.ma_dyn);
}

#define BENCH(what, unit, ...) \
	do { \
		static const uint32_t body_[] = { __VA_ARGS__ }; \
		bench(what, body_, sizeof(body_) / sizeof(body_[0]), unit); \
	} while (0)
#define I(op, a, b, c) DIF_INSTR_RRR(DIF_OP_##op, a, b, c)
#define W(op, ix, r) DIF_INSTR_WIDE(DIF_OP_##op, ix, r)
#define G(n) (DIF_VAR_OTHER_UMIN + (n))

static void bench_dif(void)
{
	BENCH("add", "", I(ADD, 1, 2, 1));
	BENCH("add xor mul and", " for four", I(ADD, 1, 2, 5), I(XOR, 5, 2, 6), I(MUL, 6, 1, 7),
		I(AND, 7, 2, 5));
	BENCH("timestamp", "", W(LDGS, DIF_VAR_TIMESTAMP, 5));
	BENCH("pid", "", W(LDGS, DIF_VAR_PID, 5));
	BENCH("global++", " for three", W(LDGS, G(0), 5), I(ADD, 5, 1, 5), W(STGS, G(0), 5));
	BENCH("global string = constant", "", W(STGS, G(1), 3));
	BENCH("strings compared (36 bytes)", "", I(SCMP, 3, 4, 0));
	BENCH("self->x =", "", W(STTS, 0, 1));
	BENCH("self->x", "", W(LDTS, 0, 5));
	BENCH("self->x = 1, = 0", " for both", W(STTS, 0, 1), W(STTS, 0, 0));
	BENCH("a[number]++", " for six", I(FLUSHTS, 0, 0, 0), I(PUSHTV, 0, 0, 1), W(LDGAA, G(2), 5),
		I(ADD, 5, 1, 5), W(STGAA, G(2), 5), I(NOP, 0, 0, 0));
	BENCH("a[string]", " for three", I(FLUSHTS, 0, 0, 0), I(PUSHTR, 1, 0, 3),
		W(LDGAA, G(2), 5));
}

/*
 * Aggregations, each with n keys in use.
 */
#define NKEYS 64

static struct dt_operand op_num = { .op_kind = DT_ACT_EXPR, .op_size = 8, .op_align = 8 };
static struct dt_operand op_string = { .op_kind = DT_ACT_EXPR,
	.op_size = 256,
	.op_align = 1,
	.op_arg = 1 };

static void bench_agg(const char *what, unsigned kind, uint64_t arg, const struct dt_operand *ops,
	unsigned nops)
{
	struct dt_operand keys[4];
	struct dt_aggdesc ag = { "x", 1, kind, arg, nops, keys, false, NULL };
	struct dt_aggs *as = dt_aggs_create(4 << 20);
	uint32_t offsets[4] = { 0 }, size;
	uint8_t *data;
	double start;

	memcpy(keys, ops, nops * sizeof(*ops));
	size = dt_agg_keysize(&ag, offsets);
	data = calloc(NKEYS, size + 1);
	for (unsigned k = 0; k < NKEYS; k++)
		for (unsigned i = 0; i < nops; i++)
			snprintf((char *)data + k * size + offsets[i], keys[i].op_size, "key-%03u",
				k);
	start = now();
	for (unsigned long i = 0; i < rounds; i++)
		dt_agg_update(as, 0, &ag, data + i % NKEYS * size, (int64_t)i, 1);
	report(what, (now() - start) / (double)rounds, "");
	free(data);
	dt_aggs_destroy(as);
}

static void bench_aggs(void)
{
	const struct dt_operand three[] = { op_num, op_string, op_num };

	bench_agg("@ = count()", DT_ACT_AGG_COUNT, 0, NULL, 0);
	bench_agg("@ = quantize()", DT_ACT_AGG_QUANTIZE, 0, NULL, 0);
	bench_agg("@ = lquantize()", DT_ACT_AGG_LQUANTIZE, 10ull << 48 | 100ull << 32, NULL, 0);
	bench_agg("@ = llquantize()", DT_ACT_AGG_LLQUANTIZE, 10ull << 48 | 9ull << 16 | 20, NULL,
		0);
	bench_agg("@[number] = count()", DT_ACT_AGG_COUNT, 0, &op_num, 1);
	bench_agg("@[string] = count()", DT_ACT_AGG_COUNT, 0, &op_string, 1);
	bench_agg("@[number, string, number] = sum()", DT_ACT_AGG_SUM, 0, three, 3);
}

/*
 * The compiler.
 */
#define NCLAUSES 500

static const char clause[] =
	"BEGIN /pid == %u && execname != \"none%u\"/ {\n"
	"\tself->t%u = timestamp;\n\ta[probefunc, %u] = self->t%u * 2 + strlen(execname);\n"
	"\t@q[execname, pid] = quantize(timestamp - self->t%u);\n"
	"\tprintf(\"%%s %%d %%x\\n\", execname, pid, a[probefunc, %u]);\n}\n";

static char *program(void)
{
	size_t size = NCLAUSES * (sizeof(clause) + 80), len = 0;
	char *text = calloc(1, size);

	for (unsigned i = 0; text && i < NCLAUSES; i++)
		len += snprintf(text + len, size - len, clause, i, i, i, i, i, i, i);
	return text;
}

/* The second compile: the first one also reads the libraries. */
static void bench_compile(void)
{
	char *text = program(), one[] = "BEGIN { exit(0); }";
	int error;
	dtrace_hdl_t *h = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	double start;

	if (!h || !dtrace_program_strcompile(h, one, DTRACE_PROBESPEC_NONE, 0, 0, NULL)) {
		fprintf(stderr, "compile: skipped: %s\n",
			dtrace_errmsg(h, h ? dtrace_errno(h) : error));
	} else {
		start = now();
		if (!dtrace_program_strcompile(h, text, DTRACE_PROBESPEC_NONE, 0, 0, NULL))
			fprintf(stderr, "compile: %s\n", dtrace_errmsg(h, dtrace_errno(h)));
		printf("%-36s %8.2f ms\n", "500 clauses compiled", (now() - start) / 1e6);
	}
	if (h)
		dtrace_close(h);
	free(text);
}

static void bench_getpid(void)
{
	double start = now();

	for (unsigned long i = 0; i < rounds / 4; i++)
		syscall(SYS_getpid);
	report("getpid()", (now() - start) / (double)(rounds / 4), "");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = strtoul(argv[1], NULL, 10) * 1000000;
	bench_getpid();
	bench_dif();
	bench_aggs();
	bench_compile();
	return 0;
}
