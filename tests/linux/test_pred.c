/*
 * The assembler, field paths, and predicates: what BPF decides must be what the DIF machine
 * decides.
 */
#include "live.h"
#include <errno.h>
#include <sys/syscall.h>
#include "mach.h"
#include "lx.h"

static int load(struct dt_asm *a)
{
	char *log = calloc(1, 1 << 16);
	struct dt_bpf_prog p = { .bp_type = BPF_PROG_TYPE_SYSCALL,
		.bp_name = "test",
		.bp_log = log,
		.bp_logsize = 1 << 16 };
	int fd;

	assert_int_equal(dt_asm_finish(a), 0);
	p.bp_insns = a->as_insns;
	p.bp_len = a->as_len;
	union bpf_attr attr = { .prog_type = p.bp_type,
		.insns = (uintptr_t)p.bp_insns,
		.insn_cnt = p.bp_len,
		.license = (uintptr_t) "GPL",
		.log_buf = (uintptr_t)log,
		.log_size = 1 << 16,
		.log_level = 1,
		.prog_flags = BPF_F_SLEEPABLE };

	fd = (int)syscall(__NR_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
	if (fd < 0)
		fail_msg("%s: %s", strerror(errno),
			log + (strlen(log) > 800 ? strlen(log) - 800 : 0));
	free(log);
	return fd;
}

static uint32_t run(struct dt_asm *a, const void *ctx, uint32_t len)
{
	uint32_t ret = 0;
	int fd = load(a);

	assert_int_equal(dt_bpf_run(fd, ctx, len, &ret), 0);
	close(fd);
	dt_asm_fini(a);
	return ret;
}

/* Jumps both ways out, code nothing reaches, wide constants. */
static void test_asm(void **state)
{
	struct dt_asm a = { 0 };
	uint32_t end = dt_asm_label(&a), skip = dt_asm_label(&a);

	(void)state;
	dt_asm_imm64(&a, BPF_REG_1, UINT64_C(0x123456789abcdef0));
	dt_asm_alui(&a, BPF_RSH, BPF_REG_1, 32);
	dt_asm_mov(&a, BPF_REG_0, BPF_REG_1);
	dt_asm_jmpi(&a, BPF_JEQ, BPF_REG_0, 0x12345678, skip);
	dt_asm_ja(&a, end);
	dt_asm_movi(&a, BPF_REG_0, 99); /* unreachable */
	dt_asm_imm64(&a, BPF_REG_0, UINT64_C(1) << 40);
	dt_asm_bind(&a, skip);
	dt_asm_movi(&a, BPF_REG_0, 7);
	dt_asm_bind(&a, end);
	dt_asm_exit(&a);
	assert_int_equal(run(&a, NULL, 0), 7);
}

static void test_asm_errors(void **state)
{
	struct dt_asm a = { 0 };

	(void)state;
	dt_asm_ja(&a, dt_asm_label(&a)); /* never bound */
	assert_int_equal(dt_asm_finish(&a), -1);
	dt_asm_fini(&a);
	uint32_t far = dt_asm_label(&a);

	dt_asm_jmpi(&a, BPF_JEQ, BPF_REG_1, 0, far);
	for (int i = 0; i < 40000; i++)
		dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_bind(&a, far);
	dt_asm_exit(&a);
	assert_int_equal(dt_asm_finish(&a), -1);
	dt_asm_fini(&a);
}

static void test_paths(void **state)
{
	struct dt_btf b = { 0 };
	struct dt_path p, q;
	unsigned nargs;
	uint32_t tp;

	(void)state;
	assert_int_equal(dt_btf_open(&b), 0);
	tp = dt_btf_tracepoint(&b, "sched_switch", &nargs);
	assert_true(tp != 0 && nargs >= 3);
	assert_int_equal(dt_btf_tracepoint(&b, "no_such_event", &nargs), 0);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->tgid", &p), 0);
	assert_int_equal(p.pt_root, 2);
	assert_int_equal(p.pt_nsteps, 1);
	assert_int_equal(p.pt_size, 4);
	assert_true(p.pt_signed);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "current->tgid", &q), 0);
	assert_int_equal(q.pt_root, DT_PATH_CURRENT);
	assert_int_equal(q.pt_off[0], p.pt_off[0]);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "prev->real_parent->tgid", &p),
		0);
	assert_int_equal(p.pt_nsteps, 2);
	assert_int_equal(p.pt_off[1], q.pt_off[0]);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "prev->comm", &p), 0);
	assert_int_equal(p.pt_chars, 16);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "prev->se.sum_exec_runtime", &p),
		0);
	assert_int_equal(p.pt_size, 8);
	assert_int_equal(p.pt_nsteps, 1);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "preempt", &p), 0);
	assert_int_equal(p.pt_size, 1);
	assert_int_equal(p.pt_nsteps, 0);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->no_such", &p), -1);
	assert_non_null(strstr(b.bt_err, "next->no_such"));
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "other->pid", &p), -1);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->tgid->x", &p), -1);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->rt", &p), -1);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->pid[1]", &p), -1);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "current", &p), 0);
	assert_int_equal(p.pt_nsteps, 0);
	assert_int_equal(dt_btf_path(&b, tp, "preempt prev next", "next->", &p), -1);
	dt_btf_close(&b);
}

/*
 * Random predicates.  The context is arg0..arg9, then 16 bytes of execname.
 */
struct ctx {
	uint64_t args[DT_MAXARGS];
	char name[16];
};

static bool var_load(struct dt_asm *a, void *arg, uint32_t var)
{
	(void)arg;
	if (var < DIF_VAR_ARG0 || var >= DIF_VAR_ARG0 + DT_MAXARGS)
		return false;
	dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_6, (int16_t)(8 * (var - DIF_VAR_ARG0)));
	return true;
}

static bool name_load(struct dt_asm *a, void *arg, int16_t off)
{
	(void)arg;
	for (int i = 0; i < 16; i += 8) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_6,
			(int16_t)(offsetof(struct ctx, name) + i));
		dt_asm_stx(a, BPF_DW, BPF_REG_10, (int16_t)(off + i), BPF_REG_0);
	}
	return true;
}

/* 0 dropped, 1 passed */
static uint32_t in_kernel(const struct dif_object *o, const struct ctx *c, uint32_t strsize)
{
	struct dt_asm a = { 0 };
	uint32_t pass = dt_asm_label(&a), no = dt_asm_label(&a);

	dt_asm_mov(&a, BPF_REG_6, BPF_REG_1);
	dt_bpf_pred(&a,
		&(struct dt_bpf_env){ .be_obj = o,
			.be_strsize = strsize,
			.be_fail = pass,
			.be_load = var_load,
			.be_execname = name_load },
		no);
	dt_asm_bind(&a, no);
	dt_asm_movi(&a, BPF_REG_0, 0);
	dt_asm_exit(&a);
	dt_asm_bind(&a, pass);
	dt_asm_movi(&a, BPF_REG_0, 1);
	dt_asm_exit(&a);
	return run(&a, c, sizeof(*c));
}

enum { ANOTHER, THE_SAME, FAULT, NO_TRANSLATION };

/* Runs the object as one of a clause, and compares its result with `want`. */
static uint32_t whole_in_kernel(const struct dif_object *o, const struct ctx *c, uint64_t want)
{
	static const struct dt_places none;
	struct dt_asm a = { 0 };
	uint32_t fail = dt_asm_label(&a), same = dt_asm_label(&a);
	struct dt_bpf_value v;

	dt_asm_mov(&a, BPF_REG_6, BPF_REG_1);
	for (unsigned i = 0; i < DT_PLACE_MAXLOCALS; i++)
		dt_asm_sti(&a, BPF_DW, BPF_REG_10, DT_FRAME_LOCAL(i), 0);
	if (!dt_bpf_object(&a,
		    &(struct dt_bpf_env){ .be_obj = o,
			    .be_places = &none,
			    .be_strsize = 256,
			    .be_clause = true,
			    .be_fail = fail,
			    .be_load = var_load,
			    .be_execname = name_load },
		    &v)) {
		dt_asm_fini(&a);
		return NO_TRANSLATION;
	}
	assert_int_equal(v.bv_kind, DT_BPF_NUMBER);
	dt_asm_imm64(&a, BPF_REG_1, want);
	dt_asm_jmp(&a, BPF_JEQ, BPF_REG_0, BPF_REG_1, same);
	dt_asm_movi(&a, BPF_REG_0, ANOTHER);
	dt_asm_exit(&a);
	dt_asm_bind(&a, same);
	dt_asm_movi(&a, BPF_REG_0, THE_SAME);
	dt_asm_exit(&a);
	dt_asm_bind(&a, fail);
	dt_asm_movi(&a, BPF_REG_0, FAULT);
	dt_asm_exit(&a);
	return run(&a, c, sizeof(*c));
}

static struct dif_mach mach;
static struct dif_slot locals[4];
static uint8_t scratch[4096];
static struct dif_region regions[1];
static proc_t proc = { .p_name = "", .p_args = "" };
static thread_t thread = { .t_name = "", .t_proc = &proc };

static uint64_t in_machine(struct dif_object *o, const struct ctx *c, bool *fault)
{
	struct dt_firing fi = { .fi_thread = &thread,
		.fi_execname = c->name,
		.fi_payload = (const uint8_t *)c,
		.fi_paylen = sizeof(*c) };
	uint64_t v;

	memcpy(fi.fi_args, c->args, sizeof(c->args));
	mach.ma_fi = &fi;
	mach.ma_faulted = false;
	for (size_t i = 0; i < sizeof(locals) / sizeof(*locals); i++)
		locals[i].sl_value = 0;
	v = dif_run(o, &mach);
	*fault = mach.ma_faulted;
	return v;
}

static uint64_t seed = 88172645463325252u;
static time_t until;
static uint32_t rnd(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % n;
}

static uint64_t interesting(void)
{
	static const uint64_t v[] = { 0, 1, 2, 3, 7, 63, 64, 65, 255, 4096, -1ull, -2ull, -4095ull,
		1ull << 31, 1ull << 32, 1ull << 63, (1ull << 63) - 1, 0xffffffffull };

	return rnd(4) != 0 ? v[rnd(sizeof(v) / sizeof(v[0]))] : seed;
}

#define MAXTEXT 40
static uint64_t ints[16];
static char strs[] = "\0dd\0bash\0fifteen_letters\0sixteen__letters\0d";
static const uint16_t strat[] = { 0, 1, 4, 9, 25, 42 };

static uint32_t reg(void)
{
	return rnd(4); /* few, so that values meet; %r0 among them */
}

static uint32_t random_alu(void)
{
	static const uint8_t ops[] = { DIF_OP_OR, DIF_OP_XOR, DIF_OP_AND, DIF_OP_SLL, DIF_OP_SRL,
		DIF_OP_SUB, DIF_OP_ADD, DIF_OP_MUL, DIF_OP_SDIV, DIF_OP_UDIV, DIF_OP_SREM,
		DIF_OP_UREM, DIF_OP_SRA };

	return DIF_INSTR_RRR(ops[rnd(sizeof(ops))], reg(), reg(), 1 + rnd(3));
}

/* Registers 1-3 hold numbers, 5 execname, 6 a constant string. */
static uint32_t random_insn(uint32_t at, uint32_t end, bool *cmp)
{
	switch (rnd(12)) {
	case 10: return DIF_INSTR_WIDE(DIF_OP_LDLS, rnd(4), 1 + rnd(3));
	case 11: return DIF_INSTR_WIDE(DIF_OP_STLS, rnd(4), reg());
	case 0: return DIF_INSTR_WIDE(DIF_OP_SETX, rnd(16), 1 + rnd(3));
	case 1: return DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_ARG0 + rnd(DT_MAXARGS), 1 + rnd(3));
	case 2: return DIF_INSTR_RRR(rnd(2) ? DIF_OP_NOT : DIF_OP_MOV, reg(), 0, 1 + rnd(3));
	case 3: *cmp = true; return DIF_INSTR_RRR(DIF_OP_TST, reg(), 0, 0);
	case 4:
	case 5: *cmp = true; return DIF_INSTR_RRR(DIF_OP_CMP, reg(), reg(), 0);
	case 6:
	case 7:
		return *cmp ? DIF_INSTR_BR(DIF_OP_BA + rnd(11), at + 1 + rnd(end - at)) :
			      DIF_INSTR_RRR(DIF_OP_NOP, 0, 0, 0);
	default: return random_alu();
	}
}

static void random_object(struct dif_object *o, uint32_t *text)
{
	uint32_t n = 6 + rnd(MAXTEXT - 10), at = 0;
	bool cmp = false;

	memset(o, 0, sizeof(*o));
	for (int i = 0; i < 16; i++)
		ints[i] = interesting();
	if (rnd(3) == 0) { /* execname == "..." && rest */
		text[at++] = DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_EXECNAME, 5);
		text[at++] = DIF_INSTR_WIDE(DIF_OP_SETS, strat[rnd(6)], 6);
		text[at++] = rnd(2) ? DIF_INSTR_RRR(DIF_OP_SCMP, 5, 6, 0) :
				      DIF_INSTR_RRR(DIF_OP_SCMP, 6, 5, 0);
		text[at] = DIF_INSTR_BR(DIF_OP_BA + rnd(11), at + 1 + rnd(n - at));
		at++;
	}
	while (at < n) {
		text[at] = random_insn(at, n, &cmp);
		at++;
	}
	text[at++] = DIF_INSTR_RRR(DIF_OP_RET, 0, 0, rnd(4));
	o->do_text = text;
	o->do_len = at;
	o->do_ints = ints;
	o->do_nints = 16;
	o->do_strs = strs;
	o->do_strlen = sizeof(strs);
}

static void test_differential(void **state)
{
	static struct dif_varinfo vars[15] = { { "execname", DIF_VAR_EXECNAME, DIF_KIND_SCALAR,
		DIF_SCOPE_GLOBAL, DIF_VF_READ,
		{ DIF_TYPE_STRING, DIF_CK_UNKNOWN, DIF_TF_BYREF, 256, "string" } } };
	static const char *const names[] = { "dd", "bash", "fifteen_letters", "d", "", "other" };
	unsigned dropped = 0, passed = 0, faults = 0, cautious = 0, wholes = 0;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		vars[11 + i] = (struct dif_varinfo){ "this", i, DIF_KIND_SCALAR, DIF_SCOPE_LOCAL,
			DIF_VF_READ | DIF_VF_WRITE,
			{ DIF_TYPE_CTF, DIF_CK_INTEGER, i & 1 ? DIF_TF_SIGNED : 0, 1u << i,
				"local" } };
		locals[i].sl_width = (uint8_t)(1u << i);
		locals[i].sl_flags = vars[11 + i].dv_type.dt_flags;
	}
	mach.ma_locals = locals;
	mach.ma_nlocals = 4;
	for (unsigned i = 1; i < 11; i++)
		vars[i] = (struct dif_varinfo){ "argN", DIF_VAR_ARG0 + i - 1, DIF_KIND_SCALAR,
			DIF_SCOPE_GLOBAL, DIF_VF_READ,
			{ DIF_TYPE_CTF, DIF_CK_INTEGER, DIF_TF_SIGNED, 8, "int64_t" } };
	mach.ma_ops = &dt_mach_ops;
	mach.ma_strsize = 256;
	mach.ma_scratch = mach.ma_scratch_cur = scratch;
	mach.ma_scratch_end = scratch + sizeof(scratch);
	regions[0] = (struct dif_region){ (uintptr_t)scratch,
		(uintptr_t)(scratch + sizeof(scratch)) };
	mach.ma_regions = regions;
	mach.ma_nregions = 1;
	for (unsigned i = 0; i < 2500 || time(NULL) < until; i++) {
		uint32_t text[MAXTEXT + 8];
		struct dif_object o;
		struct ctx c = { 0 };
		char err[256];
		bool fault;

		random_object(&o, text);
		o.do_vars = vars;
		o.do_nvars = 15;
		o.do_type = (struct dif_type){ DIF_TYPE_CTF, DIF_CK_INTEGER, 0, 8, "int64_t" };
		if (dif_verify(&o, err, sizeof(err)) != 0)
			fail_msg("the generator made a bad object: %s", err);
		assert_int_equal(dif_prepare(&o), 0);
		for (int j = 0; j < DT_MAXARGS; j++)
			c.args[j] = interesting();
		strcpy(c.name, names[rnd(6)]);
		uint64_t want = in_machine(&o, &c, &fault);
		uint32_t got = in_kernel(&o, &c, 256), whole = whole_in_kernel(&o, &c, want);

		wholes += whole != NO_TRANSLATION;
		if (whole != NO_TRANSLATION && whole != (fault ? FAULT : THE_SAME)) {
			dif_disasm(&o, stderr);
			fail_msg("object %u: the kernel %s", i,
				whole == FAULT ? "faults" : "has another result");
		}
		if (got == 0 && (fault || want != 0)) {
			dif_disasm(&o, stderr);
			fail_msg("object %u: the kernel drops what the machine %s", i,
				fault ? "faults on" : "wants");
		}
		dropped += got == 0;
		passed += got == 1 && want != 0 && !fault;
		faults += fault;
		/* what a string taints, and locals, which no predicate has */
		if (DIF_I_OP(text[2]) == DIF_OP_SCMP ||
			dt_object_has(&o, DIF_OP_LDLS, 0, UINT32_MAX) ||
			dt_object_has(&o, DIF_OP_STLS, 0, UINT32_MAX))
			cautious += got == 1 && want == 0 && !fault;
		else if (got == 1 && want == 0 && !fault)
			fail_msg("object %u: the kernel passes what is false", i);
		free(o.do_code);
	}
	printf("%u dropped, %u passed, %u faulted and passed, %u false but passed, %u whole\n",
		dropped, passed, faults, cautious, wholes);
	assert_true(dropped > 200 && passed > 200 && faults > 20);
	assert_true(wholes > 500);
}

/*
 * execname == "dd" && arg0 > 3, as a compiler writes it: registers are used again for the result.
 */
static void test_execname(void **state)
{
	uint64_t one[] = { 1, 3 };
	uint32_t text[] = {
		DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_EXECNAME, 1),
		DIF_INSTR_WIDE(DIF_OP_SETS, 1, 2),
		DIF_INSTR_RRR(DIF_OP_SCMP, 1, 2, 0),
		DIF_INSTR_BR(DIF_OP_BNE, 10),
		DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_ARG0, 1),
		DIF_INSTR_WIDE(DIF_OP_SETX, 1, 2),
		DIF_INSTR_RRR(DIF_OP_CMP, 1, 2, 0),
		DIF_INSTR_BR(DIF_OP_BLE, 10),
		DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1),
		DIF_INSTR_BR(DIF_OP_BA, 11),
		DIF_INSTR_RRR(DIF_OP_MOV, 0, 0, 1),
		DIF_INSTR_RRR(DIF_OP_RET, 0, 0, 1),
	};
	struct dif_varinfo var = { "execname", DIF_VAR_EXECNAME, DIF_KIND_SCALAR, DIF_SCOPE_GLOBAL,
		DIF_VF_READ, { DIF_TYPE_STRING, DIF_CK_UNKNOWN, DIF_TF_BYREF, 256, "string" } };
	struct dif_object o = { .do_text = text,
		.do_len = 12,
		.do_ints = one,
		.do_nints = 2,
		.do_strs = strs,
		.do_strlen = sizeof(strs),
		.do_vars = &var,
		.do_nvars = 1 };
	struct ctx c = { .args = { 4 }, .name = "dd" };

	(void)state;
	assert_int_equal(in_kernel(&o, &c, 256), 1);
	c.args[0] = 3;
	assert_int_equal(in_kernel(&o, &c, 256), 0);
	c.args[0] = 4;
	strcpy(c.name, "ddx");
	assert_int_equal(in_kernel(&o, &c, 256), 0);
	strcpy(c.name, "d");
	assert_int_equal(in_kernel(&o, &c, 256), 0);
	/* strsize too small to compare a whole name: the machine decides */
	assert_int_equal(in_kernel(&o, &c, 2), 1);
}

/* test_pred [SEED SECONDS]: the random objects go on for that long. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_asm),
		cmocka_unit_test(test_asm_errors),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_execname),
		cmocka_unit_test(test_differential),
	};

	if (argc > 2) {
		seed ^= strtoull(argv[1], NULL, 10) << 20;
		until = time(NULL) + atoi(argv[2]);
	}
	if (!live_permitted())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
