/*
 * Predicates in the kernel: a DIF object over captured scalars becomes BPF that jumps to one of two
 * labels.
 *
 * The DIF machine decides; this only avoids records that it would drop. So `false` is reached only
 * if the object certainly returns 0, and everything else goes to `pass`: an instruction without
 * translation, a division by zero, a string that isn't execname. Stores have no translation, so
 * side effects of a predicate are never lost.
 *
 * DIF registers live in the frame, %rN at [r10 - 96 + 8 * N]; the operands of the last comparison
 * at r10 - 104 and r10 - 112, so that any branch that follows finds them.  tst compares with 0, as
 * in the DIF machine; scmp stores (differ) and 0, right for be and bne only.
 *
 * A register that holds a string is known by kind, not by value.  Branches go forward only, so one
 * pass knows all ways that lead to an instruction; where they bring different kinds the register is
 * tainted, and reading it passes.
 */
#include "lx.h"
#include <stdlib.h>
#include <string.h>
#include "alloc.h"

#define PRED_REG(n) ((int16_t)(-96 + 8 * (int)(n)))
#define PRED_CMPA (-104)
#define PRED_CMPB (-112)
#define PRED_NAME (-128) /* 16 bytes */
#define PRED_NAMELEN 16

enum pred_kind { PRED_NUM, PRED_CONST, PRED_EXECNAME, PRED_TAINT };

/* The state when an instruction is reached. */
struct pred_state {
	bool st_reached;
	bool st_scmp;		     /* the last comparison may have been scmp */
	uint8_t st_kinds[DIF_NREGS]; /* enum pred_kind */
	uint32_t st_strs[DIF_NREGS]; /* PRED_CONST: offset in do_strs */
};

struct pred {
	struct dt_asm *pr_asm;
	const struct dt_pred_env *pr_env;
	const struct dif_object *pr_obj;
	struct pred_state pr_now;
	struct pred_state *pr_at; /* by instruction: the state of branches to it */
};

static void pred_get(struct pred *p, uint8_t bpf, unsigned dif)
{
	if (dif == 0)
		dt_asm_movi(p->pr_asm, bpf, 0);
	else
		dt_asm_ldx(p->pr_asm, BPF_DW, bpf, BPF_REG_10, PRED_REG(dif));
}

static bool pred_isnum(const struct pred *p, unsigned dif)
{
	return dif == 0 || p->pr_now.st_kinds[dif] == PRED_NUM;
}

static void pred_put(struct pred *p, unsigned dif, uint8_t bpf)
{
	if (dif == 0)
		return;
	p->pr_now.st_kinds[dif] = PRED_NUM;
	dt_asm_stx(p->pr_asm, BPF_DW, BPF_REG_10, PRED_REG(dif), bpf);
}

static void pred_put_string(struct pred *p, unsigned dif, enum pred_kind kind, uint32_t off)
{
	if (dif == 0)
		return;
	p->pr_now.st_kinds[dif] = kind;
	p->pr_now.st_strs[dif] = off;
}

static void pred_compared(struct pred *p, uint8_t a, bool scmp)
{
	dt_asm_stx(p->pr_asm, BPF_DW, BPF_REG_10, PRED_CMPA, a);
	p->pr_now.st_scmp = scmp;
}

/*
 * r1 = r1 / r2 or r1 % r2, signed.  -1 is a special case: the least number divided by it overflows.
 */
static void pred_signed_div(struct pred *p, uint8_t op)
{
	struct dt_asm *a = p->pr_asm;
	uint32_t plain = dt_asm_label(a), done = dt_asm_label(a);

	dt_asm_jmpi(a, BPF_JNE, BPF_REG_2, -1, plain);
	if (op == BPF_DIV)
		dt_asm_alui(a, BPF_NEG, BPF_REG_1, 0);
	else
		dt_asm_movi(a, BPF_REG_1, 0);
	dt_asm_ja(a, done);
	dt_asm_bind(a, plain);
	dt_asm_emit(a, BPF_ALU64 | op | BPF_X, BPF_REG_1, BPF_REG_2, 1, 0);
	dt_asm_bind(a, done);
}

static bool pred_alu(struct pred *p, uint32_t insn)
{
	static const struct {
		uint8_t op;
		bool ok, shift, div, sign;
	} ops[DIF_NOPS] = {
		[DIF_OP_OR] = { BPF_OR, true, false, false, false },
		[DIF_OP_XOR] = { BPF_XOR, true, false, false, false },
		[DIF_OP_AND] = { BPF_AND, true, false, false, false },
		[DIF_OP_SUB] = { BPF_SUB, true, false, false, false },
		[DIF_OP_ADD] = { BPF_ADD, true, false, false, false },
		[DIF_OP_MUL] = { BPF_MUL, true, false, false, false },
		[DIF_OP_SLL] = { BPF_LSH, true, true, false, false },
		[DIF_OP_SRL] = { BPF_RSH, true, true, false, false },
		[DIF_OP_SRA] = { BPF_ARSH, true, true, false, false },
		[DIF_OP_UDIV] = { BPF_DIV, true, false, true, false },
		[DIF_OP_UREM] = { BPF_MOD, true, false, true, false },
		[DIF_OP_SDIV] = { BPF_DIV, true, false, true, true },
		[DIF_OP_SREM] = { BPF_MOD, true, false, true, true },
	};
	struct dt_asm *a = p->pr_asm;
	unsigned op = DIF_I_OP(insn);

	if (op >= DIF_NOPS || !ops[op].ok || !pred_isnum(p, DIF_I_R1(insn)) ||
		!pred_isnum(p, DIF_I_R2(insn)))
		return false;
	pred_get(p, BPF_REG_1, DIF_I_R1(insn));
	pred_get(p, BPF_REG_2, DIF_I_R2(insn));
	if (ops[op].shift)
		dt_asm_alui(a, BPF_AND, BPF_REG_2, 63);
	if (ops[op].div)
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_2, 0, p->pr_env->pe_pass);
	if (ops[op].sign)
		pred_signed_div(p, ops[op].op);
	else
		dt_asm_alu(a, ops[op].op, BPF_REG_1, BPF_REG_2);
	pred_put(p, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

static bool pred_move(struct pred *p, uint32_t insn)
{
	unsigned from = DIF_I_R1(insn), to = DIF_I_RD(insn);

	if (!pred_isnum(p, from)) {
		if (DIF_I_OP(insn) == DIF_OP_NOT || p->pr_now.st_kinds[from] == PRED_TAINT)
			return false;
		pred_put_string(p, to, p->pr_now.st_kinds[from], p->pr_now.st_strs[from]);
		return true;
	}
	pred_get(p, BPF_REG_1, from);
	if (DIF_I_OP(insn) == DIF_OP_NOT)
		dt_asm_alui(p->pr_asm, BPF_XOR, BPF_REG_1, -1);
	pred_put(p, to, BPF_REG_1);
	return true;
}

static bool pred_cmp(struct pred *p, uint32_t insn)
{
	if (!pred_isnum(p, DIF_I_R1(insn)) || !pred_isnum(p, DIF_I_R2(insn)))
		return false;
	pred_get(p, BPF_REG_1, DIF_I_R1(insn));
	pred_get(p, BPF_REG_2, DIF_I_R2(insn));
	dt_asm_stx(p->pr_asm, BPF_DW, BPF_REG_10, PRED_CMPB, BPF_REG_2);
	pred_compared(p, BPF_REG_1, false);
	return true;
}

static bool pred_tst(struct pred *p, uint32_t insn)
{
	if (!pred_isnum(p, DIF_I_R1(insn)))
		return false;
	pred_get(p, BPF_REG_1, DIF_I_R1(insn));
	dt_asm_sti(p->pr_asm, BPF_DW, BPF_REG_10, PRED_CMPB, 0);
	pred_compared(p, BPF_REG_1, false);
	return true;
}

/*
 * Compares the bytes up to and including the constant's NUL; goes to `differ` at the first word
 * that differs.
 */
static void pred_words(struct pred *p, const char *s, size_t n, uint32_t differ)
{
	struct dt_asm *a = p->pr_asm;

	for (size_t i = 0; i < n; i += 8) {
		uint64_t want = 0, mask = 0;
		size_t part = n - i < 8 ? n - i : 8;

		memcpy(&want, s + i, part);
		memset(&mask, 0xff, part);
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, (int16_t)(PRED_NAME + (int)i));
		if (part < 8) {
			dt_asm_imm64(a, BPF_REG_2, mask);
			dt_asm_alu(a, BPF_AND, BPF_REG_1, BPF_REG_2);
		}
		dt_asm_imm64(a, BPF_REG_2, want);
		dt_asm_jmp(a, BPF_JNE, BPF_REG_1, BPF_REG_2, differ);
	}
}

/* Strings are compared up to strsize bytes, which the type of execname has. */
static uint32_t pred_strsize(const struct dif_object *o)
{
	for (uint32_t i = 0; i < o->do_nvars; i++) {
		if (o->do_vars[i].dv_id == DIF_VAR_EXECNAME)
			return o->do_vars[i].dv_type.dt_size;
	}
	return PRED_NAMELEN;
}

static bool pred_scmp(struct pred *p, uint32_t insn)
{
	struct dt_asm *a = p->pr_asm;
	unsigned name = DIF_I_R1(insn), con = DIF_I_R2(insn);

	if (p->pr_now.st_kinds[name] == PRED_CONST) {
		name = con;
		con = DIF_I_R1(insn);
	}
	if (p->pr_now.st_kinds[name] != PRED_EXECNAME || p->pr_now.st_kinds[con] != PRED_CONST ||
		pred_strsize(p->pr_obj) < PRED_NAMELEN)
		return false;
	const char *s = p->pr_obj->do_strs + p->pr_now.st_strs[con];
	size_t n = strnlen(s, p->pr_obj->do_strlen - p->pr_now.st_strs[con]) + 1;

	if (n > PRED_NAMELEN || !p->pr_env->pe_execname(a, p->pr_env->pe_arg, PRED_NAME))
		return false;
	uint32_t differ = dt_asm_label(a), done = dt_asm_label(a);

	pred_words(p, s, n, differ);
	dt_asm_movi(a, BPF_REG_1, 0);
	dt_asm_ja(a, done);
	dt_asm_bind(a, differ);
	dt_asm_movi(a, BPF_REG_1, 1);
	dt_asm_bind(a, done);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, PRED_CMPB, 0);
	pred_compared(p, BPF_REG_1, true);
	return true;
}

static void pred_merge(struct pred_state *to, const struct pred_state *from)
{
	if (!to->st_reached) {
		*to = *from;
		return;
	}
	to->st_scmp |= from->st_scmp;
	for (unsigned i = 0; i < DIF_NREGS; i++) {
		if (to->st_kinds[i] != from->st_kinds[i] ||
			(to->st_kinds[i] == PRED_CONST && to->st_strs[i] != from->st_strs[i]))
			to->st_kinds[i] = PRED_TAINT;
	}
}

static bool pred_branch(struct pred *p, uint32_t insn, uint32_t base)
{
	static const uint8_t jumps[DIF_NOPS] = {
		[DIF_OP_BE] = BPF_JEQ,
		[DIF_OP_BNE] = BPF_JNE,
		[DIF_OP_BG] = BPF_JSGT,
		[DIF_OP_BGU] = BPF_JGT,
		[DIF_OP_BGE] = BPF_JSGE,
		[DIF_OP_BGEU] = BPF_JGE,
		[DIF_OP_BL] = BPF_JSLT,
		[DIF_OP_BLU] = BPF_JLT,
		[DIF_OP_BLE] = BPF_JSLE,
		[DIF_OP_BLEU] = BPF_JLE,
	};
	struct dt_asm *a = p->pr_asm;
	unsigned op = DIF_I_OP(insn);
	uint32_t label = base + DIF_I_LABEL(insn);

	if (DIF_I_LABEL(insn) >= p->pr_obj->do_len)
		return false;
	if (op == DIF_OP_BA) {
		pred_merge(&p->pr_at[DIF_I_LABEL(insn)], &p->pr_now);
		p->pr_now.st_reached = false;
		dt_asm_ja(a, label);
		return true;
	}
	if (p->pr_now.st_scmp && op != DIF_OP_BE && op != DIF_OP_BNE)
		return false;
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, PRED_CMPA);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, PRED_CMPB);
	dt_asm_jmp(a, jumps[op], BPF_REG_1, BPF_REG_2, label);
	pred_merge(&p->pr_at[DIF_I_LABEL(insn)], &p->pr_now);
	return true;
}

static bool pred_ldgs(struct pred *p, uint32_t insn)
{
	uint32_t var = DIF_I_WIDE(insn);

	if (var == DIF_VAR_EXECNAME) {
		pred_put_string(p, DIF_I_RD(insn), PRED_EXECNAME, 0);
		return true;
	}
	if (!p->pr_env->pe_load(p->pr_asm, p->pr_env->pe_arg, var))
		return false;
	pred_put(p, DIF_I_RD(insn), BPF_REG_0);
	return true;
}

static bool pred_const(struct pred *p, uint32_t insn)
{
	uint32_t ix = DIF_I_WIDE(insn);

	if (DIF_I_OP(insn) == DIF_OP_SETS) {
		pred_put_string(p, DIF_I_RD(insn), PRED_CONST, ix);
		return ix < p->pr_obj->do_strlen;
	}
	if (ix >= p->pr_obj->do_nints)
		return false;
	dt_asm_imm64(p->pr_asm, BPF_REG_1, p->pr_obj->do_ints[ix]);
	pred_put(p, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

static bool pred_ret(struct pred *p, uint32_t insn)
{
	if (!pred_isnum(p, DIF_I_RD(insn)))
		return false;
	pred_get(p, BPF_REG_1, DIF_I_RD(insn));
	dt_asm_jmpi(p->pr_asm, BPF_JNE, BPF_REG_1, 0, p->pr_env->pe_pass);
	dt_asm_ja(p->pr_asm, p->pr_env->pe_false);
	p->pr_now.st_reached = false;
	return true;
}

static bool pred_insn(struct pred *p, uint32_t insn, uint32_t base)
{
	switch (DIF_I_OP(insn)) {
	case DIF_OP_NOP: return true;
	case DIF_OP_MOV:
	case DIF_OP_NOT: return pred_move(p, insn);
	case DIF_OP_CMP: return pred_cmp(p, insn);
	case DIF_OP_TST: return pred_tst(p, insn);
	case DIF_OP_SCMP: return pred_scmp(p, insn);
	case DIF_OP_LDGS: return pred_ldgs(p, insn);
	case DIF_OP_SETX:
	case DIF_OP_SETS: return pred_const(p, insn);
	case DIF_OP_RET: return pred_ret(p, insn);
	default:
		if (DIF_I_OP(insn) >= DIF_OP_BA && DIF_I_OP(insn) <= DIF_OP_BLEU)
			return pred_branch(p, insn, base);
		return pred_alu(p, insn);
	}
}

static bool pred_registers(uint32_t insn)
{
	return DIF_I_R1(insn) < DIF_NREGS && DIF_I_R2(insn) < DIF_NREGS &&
		DIF_I_RD(insn) < DIF_NREGS;
}

/* Instructions with an index or a label have no register fields but the last. */
static bool pred_wellformed(uint32_t insn)
{
	unsigned op = DIF_I_OP(insn);

	if (op >= DIF_OP_BA && op <= DIF_OP_BLEU)
		return true;
	if (op == DIF_OP_SETX || op == DIF_OP_SETS || op == DIF_OP_LDGS)
		return DIF_I_RD(insn) < DIF_NREGS;
	return pred_registers(insn);
}

/* Translates the reachable instructions. */
static void pred_body(struct pred *p, uint32_t base)
{
	struct dt_asm *a = p->pr_asm;

	for (uint32_t i = 0; i < p->pr_obj->do_len; i++) {
		uint32_t insn = p->pr_obj->do_text[i];

		if (p->pr_at[i].st_reached) {
			if (p->pr_now.st_reached)
				pred_merge(&p->pr_at[i], &p->pr_now);
			p->pr_now = p->pr_at[i];
		}
		dt_asm_bind(a, base + i);
		if (!p->pr_now.st_reached)
			continue;
		if (!pred_wellformed(insn) || !pred_insn(p, insn, base)) {
			dt_asm_ja(a, p->pr_env->pe_pass);
			p->pr_now.st_reached = false;
		}
	}
	dt_asm_ja(a, p->pr_env->pe_pass);
}

void dt_pred_emit(struct dt_asm *a, const struct dt_pred_env *env)
{
	struct pred p = { .pr_asm = a,
		.pr_env = env,
		.pr_obj = env->pe_obj,
		.pr_now = { .st_reached = true } };
	uint32_t base = a->as_nlabels;

	p.pr_at = base_calloc(p.pr_obj->do_len + 1, sizeof(*p.pr_at));
	if (!p.pr_at) {
		dt_asm_ja(a, env->pe_pass);
		return;
	}
	for (uint32_t i = 0; i < p.pr_obj->do_len; i++)
		dt_asm_label(a);
	for (int off = PRED_CMPB; off < PRED_REG(DIF_NREGS); off += 8)
		dt_asm_sti(a, BPF_DW, BPF_REG_10, (int16_t)off, 0);
	pred_body(&p, base);
	free(p.pr_at);
}
