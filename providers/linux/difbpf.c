/*
 * DIF objects become BPF: predicates, and the objects of clauses that run in the kernel.
 *
 * The DIF machine is the reference.  What has no translation, and what faults, goes to the label
 * be_fail: of a predicate, the event is passed on; of a clause, the clause is left to the DIF
 * machine.  A predicate is translated as far as it goes; an object of a clause as a whole, for
 * place.c has looked at it.
 *
 * DIF registers live in the frame (frame.h), and so do the operands of the last comparison, so that
 * any branch that follows finds them.  tst compares with 0, as in the DIF machine; scmp stores
 * whether the first is greater, and whether it is less.
 *
 * What a register holds is known by kind: a number, or a string.  Of a string constant the register
 * has the offset, of probefunc and its like the number of the variable, of other strings nothing:
 * where they are is known here.
 * Branches go forward only, so one pass knows all ways that lead to an instruction; where they
 * bring different kinds the register is tainted, and reading it fails.
 */
#include "difbpf.h"
#include <stdlib.h>
#include <string.h>
#include "alloc.h"

void dt_bpf_get(struct dt_bpf_trans *t, uint8_t bpf, unsigned dif)
{
	if (dif == 0)
		dt_asm_movi(t->tr_asm, bpf, 0);
	else
		dt_asm_ldx(t->tr_asm, BPF_DW, bpf, BPF_REG_10, DT_FRAME_REG(dif));
}

bool dt_bpf_is_number(const struct dt_bpf_trans *t, unsigned dif)
{
	return dif == 0 || t->tr_now.st_kinds[dif] == DT_BPF_NUMBER;
}

void dt_bpf_put(struct dt_bpf_trans *t, unsigned dif, uint8_t bpf, uint8_t kind, uint32_t str)
{
	if (dif == 0)
		return;
	t->tr_now.st_kinds[dif] = kind;
	t->tr_now.st_strs[dif] = str;
	t->tr_now.st_known[dif] = false;
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_REG(dif), bpf);
}

static void put(struct dt_bpf_trans *t, unsigned dif, uint8_t bpf)
{
	dt_bpf_put(t, dif, bpf, DT_BPF_NUMBER, 0);
}

/*
 * r1 = r1 / r2 or r1 % r2, signed.  -1 is a special case: the least number divided by it overflows.
 */
static void signed_div(struct dt_bpf_trans *t, uint8_t op)
{
	struct dt_asm *a = t->tr_asm;
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

/* A place in the record that the program is given, or in copied memory: it is known here. */
static bool emit_member(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned r1 = DIF_I_R1(insn), r2 = DIF_I_R2(insn);

	if (r1 == 0 ||
		(t->tr_now.st_kinds[r1] != DT_BPF_RECORD &&
			t->tr_now.st_kinds[r1] != DT_BPF_COPYIN) ||
		!t->tr_now.st_known[r2] || t->tr_now.st_strs[r1] == DT_BPF_UNKNOWN)
		return false;
	dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, t->tr_now.st_kinds[r1],
		t->tr_now.st_strs[r1] + (uint32_t)t->tr_now.st_value[r2]);
	return true;
}

static bool emit_args(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned index = DIF_I_R2(insn);

	if (!t->tr_env->be_clause || t->tr_env->be_record == 0 || !t->tr_now.st_known[index] ||
		t->tr_now.st_value[index] != t->tr_env->be_record - 1u)
		return false;
	dt_asm_movi(t->tr_asm, BPF_REG_1, 0);
	dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, DT_BPF_RECORD, 0);
	return true;
}

static bool emit_load(struct dt_bpf_trans *t, uint32_t insn)
{
	static const struct {
		uint8_t size, bits;
	} loads[DIF_NOPS] = {
		[DIF_OP_LDSB] = { BPF_B, 56 },
		[DIF_OP_LDSH] = { BPF_H, 48 },
		[DIF_OP_LDSW] = { BPF_W, 32 },
		[DIF_OP_LDUB] = { BPF_B, 0 },
		[DIF_OP_LDUH] = { BPF_H, 0 },
		[DIF_OP_LDUW] = { BPF_W, 0 },
		[DIF_OP_LDX] = { BPF_DW, 0 },
	};
	unsigned r1 = DIF_I_R1(insn), op = DIF_I_OP(insn);
	struct dt_asm *a = t->tr_asm;
	uint32_t at = t->tr_now.st_strs[r1];
	uint8_t base = BPF_REG_6;

	if (t->tr_now.st_kinds[r1] == DT_BPF_COPYIN && at != DT_BPF_UNKNOWN) {
		base = BPF_REG_1;
		dt_asm_ldx(a, BPF_DW, base, BPF_REG_10, DT_FRAME_SCRATCH);
		at &= UINT16_MAX; /* in its size: place.c has looked */
	} else if (t->tr_now.st_kinds[r1] != DT_BPF_RECORD || at > INT16_MAX) {
		return false;
	}
	dt_asm_ldx(a, loads[op].size, BPF_REG_1, base, (int16_t)at);
	if (loads[op].bits != 0) {
		dt_asm_alui(a, BPF_LSH, BPF_REG_1, loads[op].bits);
		dt_asm_alui(a, BPF_ARSH, BPF_REG_1, loads[op].bits);
	}
	put(t, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

/* Memory of the process. */
static bool emit_user_load(struct dt_bpf_trans *t, uint32_t insn)
{
	static const struct {
		uint8_t size, bytes, bits;
	} loads[DIF_NOPS] = {
		[DIF_OP_ULDSB] = { BPF_B, 1, 56 },
		[DIF_OP_ULDSH] = { BPF_H, 2, 48 },
		[DIF_OP_ULDSW] = { BPF_W, 4, 32 },
		[DIF_OP_ULDUB] = { BPF_B, 1, 0 },
		[DIF_OP_ULDUH] = { BPF_H, 2, 0 },
		[DIF_OP_ULDUW] = { BPF_W, 4, 0 },
		[DIF_OP_ULDX] = { BPF_DW, 8, 0 },
	};
	unsigned op = DIF_I_OP(insn);
	struct dt_asm *a = t->tr_asm;

	if (!t->tr_env->be_clause || !dt_bpf_is_number(t, DIF_I_R1(insn)))
		return false;
	dt_bpf_get(t, BPF_REG_3, DIF_I_R1(insn));
	dt_asm_mov(a, BPF_REG_1, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, DT_FRAME_USER);
	dt_asm_movi(a, BPF_REG_2, loads[op].bytes);
	dt_asm_call(a, BPF_FUNC_probe_read_user);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, t->tr_env->be_fail);
	dt_asm_ldx(a, loads[op].size, BPF_REG_1, BPF_REG_10, DT_FRAME_USER);
	if (loads[op].bits != 0) {
		dt_asm_alui(a, BPF_LSH, BPF_REG_1, loads[op].bits);
		dt_asm_alui(a, BPF_ARSH, BPF_REG_1, loads[op].bits);
	}
	put(t, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

static bool emit_alu(struct dt_bpf_trans *t, uint32_t insn)
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
	struct dt_asm *a = t->tr_asm;
	unsigned op = DIF_I_OP(insn);

	if (op == DIF_OP_ADD && emit_member(t, insn))
		return true;
	if (op >= DIF_NOPS || !ops[op].ok || !dt_bpf_is_number(t, DIF_I_R1(insn)) ||
		!dt_bpf_is_number(t, DIF_I_R2(insn)))
		return false;
	dt_bpf_get(t, BPF_REG_1, DIF_I_R1(insn));
	dt_bpf_get(t, BPF_REG_2, DIF_I_R2(insn));
	if (ops[op].shift)
		dt_asm_alui(a, BPF_AND, BPF_REG_2, 63);
	if (ops[op].div)
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_2, 0, t->tr_env->be_fail);
	if (ops[op].sign)
		signed_div(t, ops[op].op);
	else
		dt_asm_alu(a, ops[op].op, BPF_REG_1, BPF_REG_2);
	put(t, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

static bool emit_move(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned from = DIF_I_R1(insn);
	uint8_t kind = from == 0 ? DT_BPF_NUMBER : t->tr_now.st_kinds[from];

	if (kind == DT_BPF_TAINT || (kind != DT_BPF_NUMBER && DIF_I_OP(insn) == DIF_OP_NOT))
		return false;
	dt_bpf_get(t, BPF_REG_1, from);
	if (DIF_I_OP(insn) == DIF_OP_NOT)
		dt_asm_alui(t->tr_asm, BPF_XOR, BPF_REG_1, -1);
	dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, kind, from == 0 ? 0 : t->tr_now.st_strs[from]);
	return true;
}

/* r1 = the number, or, of a string of the thread, whether it isn't NULL. */
static bool get_operand(struct dt_bpf_trans *t, uint8_t bpf, unsigned dif)
{
	if (dt_bpf_is_number(t, dif))
		dt_bpf_get(t, bpf, dif);
	else if (t->tr_now.st_kinds[dif] == DT_BPF_THREAD &&
		t->tr_now.st_strs[dif] != DT_BPF_UNKNOWN)
		dt_kvar_load(t->tr_asm, t->tr_now.st_strs[dif], bpf);
	else
		return false;
	return true;
}

static bool emit_cmp(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned a = DIF_I_R1(insn), b = DIF_I_OP(insn) == DIF_OP_TST ? 0 : DIF_I_R2(insn);

	if (!get_operand(t, BPF_REG_1, a) || !get_operand(t, BPF_REG_2, b))
		return false;
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, BPF_REG_1);
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_CMPB, BPF_REG_2);
	return true;
}

static bool emit_push(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned rd = DIF_I_RD(insn);

	if (!t->tr_env->be_clause || DIF_I_OP(insn) != DIF_OP_PUSHTV || t->tr_pushed > 1 ||
		!dt_bpf_is_number(t, rd))
		return false;
	if (t->tr_pushed++ == 1) {
		t->tr_second = t->tr_now.st_value[rd];
		return t->tr_now.st_known[rd];
	}
	dt_bpf_get(t, BPF_REG_1, DIF_I_RD(insn));
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_1);
	return true;
}

static void merge(struct dt_bpf_state *to, const struct dt_bpf_state *from)
{
	if (!to->st_reached) {
		*to = *from;
		return;
	}
	for (unsigned i = 0; i < DIF_NREGS; i++) {
		if (to->st_kinds[i] != from->st_kinds[i])
			to->st_kinds[i] = DT_BPF_TAINT;
		if (to->st_strs[i] != from->st_strs[i])
			to->st_strs[i] = DT_BPF_UNKNOWN;
		to->st_known[i] &= from->st_known[i] && to->st_value[i] == from->st_value[i];
	}
}

static bool emit_branch(struct dt_bpf_trans *t, uint32_t insn, uint32_t base)
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
	struct dt_asm *a = t->tr_asm;
	unsigned op = DIF_I_OP(insn);
	uint32_t label = base + DIF_I_LABEL(insn);

	if (DIF_I_LABEL(insn) >= t->tr_obj->do_len)
		return false;
	if (op == DIF_OP_BA) {
		merge(&t->tr_at[DIF_I_LABEL(insn)], &t->tr_now);
		t->tr_now.st_reached = false;
		dt_asm_ja(a, label);
		return true;
	}
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_CMPA);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, DT_FRAME_CMPB);
	dt_asm_jmp(a, jumps[op], BPF_REG_1, BPF_REG_2, label);
	merge(&t->tr_at[DIF_I_LABEL(insn)], &t->tr_now);
	return true;
}

static bool emit_ldgs(struct dt_bpf_trans *t, uint32_t insn)
{
	uint32_t var = DIF_I_WIDE(insn);
	bool probe = var >= DIF_VAR_PROBEPROV && var <= DIF_VAR_PROBENAME;

	if (var == DIF_VAR_EXECNAME || probe) {
		dt_asm_movi(t->tr_asm, BPF_REG_1, probe ? (int32_t)(var - DIF_VAR_PROBEPROV) : 0);
		dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, probe ? DT_BPF_PROBE : DT_BPF_EXECNAME,
			probe ? var - DIF_VAR_PROBEPROV : 0);
		return true;
	}
	if (var == DIF_VAR_CURCPU && t->tr_env->be_clause) {
		dt_asm_movi(t->tr_asm, BPF_REG_1, 0);
		dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, DT_BPF_CURCPU, 0);
		return true;
	}
	if (var >= DIF_VAR_OTHER_UMIN) {
		int number = dt_place_global(t->tr_env->be_places, var);

		if (number < 0 || !t->tr_env->be_clause)
			return false;
		t->tr_env->be_global(t->tr_asm, t->tr_env->be_arg, (unsigned)number);
		put(t, DIF_I_RD(insn), BPF_REG_0);
		return true;
	}
	if (!t->tr_env->be_load(t->tr_asm, t->tr_env->be_arg, var))
		return false;
	put(t, DIF_I_RD(insn), BPF_REG_0);
	return true;
}

static bool emit_const(struct dt_bpf_trans *t, uint32_t insn)
{
	uint32_t ix = DIF_I_WIDE(insn);

	if (DIF_I_OP(insn) == DIF_OP_SETS) {
		dt_asm_movi(t->tr_asm, BPF_REG_1, (int32_t)ix);
		dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, DT_BPF_CONST, ix);
		return ix < t->tr_obj->do_strlen;
	}
	if (ix >= t->tr_obj->do_nints)
		return false;
	dt_asm_imm64(t->tr_asm, BPF_REG_1, t->tr_obj->do_ints[ix]);
	put(t, DIF_I_RD(insn), BPF_REG_1);
	t->tr_now.st_known[DIF_I_RD(insn)] = DIF_I_RD(insn) != 0;
	t->tr_now.st_value[DIF_I_RD(insn)] = t->tr_obj->do_ints[ix];
	return true;
}

/*
 * Variables of clauses.  They keep what they are assigned as in the DIF machine: all of it if they
 * are signed, or cut to their size.
 */
static void emit_kept(struct dt_bpf_trans *t, unsigned scope, uint32_t id)
{
	int bits = 0;

	for (uint32_t i = 0; i < t->tr_obj->do_nvars; i++) {
		const struct dif_varinfo *dv = &t->tr_obj->do_vars[i];

		if (dv->dv_id == id && dv->dv_scope == scope &&
			!(dv->dv_type.dt_flags & DIF_TF_SIGNED))
			bits = 64 - 8 * (int)dv->dv_type.dt_size;
	}
	if (bits <= 0 || bits >= 64)
		return;
	dt_asm_alui(t->tr_asm, BPF_LSH, BPF_REG_1, bits);
	dt_asm_alui(t->tr_asm, BPF_RSH, BPF_REG_1, bits);
}

static bool emit_local(struct dt_bpf_trans *t, uint32_t insn)
{
	uint32_t id = DIF_I_WIDE(insn);
	int text = dt_place_localtext(t->tr_env->be_places, id);

	if (!t->tr_env->be_clause || id >= DT_PLACE_MAXLOCALS)
		return false;
	if (text >= 0 && DIF_I_OP(insn) == DIF_OP_STLS)
		return dt_bpf_local_text(t, DIF_I_RD(insn), id);
	if (text >= 0) { /* to read NULL is a fault */
		dt_asm_ldx(t->tr_asm, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_LOCAL(id));
		dt_asm_jmpi(t->tr_asm, BPF_JEQ, BPF_REG_1, 0, t->tr_env->be_fail);
		dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, DT_BPF_LOCAL, (uint32_t)text);
		return true;
	}
	if (DIF_I_OP(insn) == DIF_OP_LDLS) {
		dt_asm_ldx(t->tr_asm, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_LOCAL(id));
		put(t, DIF_I_RD(insn), BPF_REG_1);
		return true;
	}
	if (!dt_bpf_is_number(t, DIF_I_RD(insn)))
		return false;
	dt_bpf_get(t, BPF_REG_1, DIF_I_RD(insn));
	emit_kept(t, DIF_SCOPE_LOCAL, id);
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_LOCAL(id), BPF_REG_1);
	return true;
}

static bool emit_thread(struct dt_bpf_trans *t, uint32_t insn)
{
	int number = dt_place_var(t->tr_env->be_places, DIF_I_WIDE(insn));
	bool text = number >= 0 && dt_place_text(t->tr_env->be_places, (unsigned)number) >= 0;

	if (number < 0 || (text && !t->tr_env->be_clause))
		return false;
	if (text && DIF_I_OP(insn) == DIF_OP_STTS)
		return dt_bpf_thread_text(t, DIF_I_RD(insn), (unsigned)number);
	if (text) {
		dt_asm_movi(t->tr_asm, BPF_REG_1, 0);
		dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, DT_BPF_THREAD, (uint32_t)number);
		return true;
	}
	if (DIF_I_OP(insn) == DIF_OP_LDTS) {
		dt_kvar_load(t->tr_asm, (unsigned)number, BPF_REG_1);
		put(t, DIF_I_RD(insn), BPF_REG_1);
		return true;
	}
	if (!t->tr_env->be_clause || !dt_bpf_is_number(t, DIF_I_RD(insn)))
		return false;
	dt_bpf_get(t, BPF_REG_1, DIF_I_RD(insn));
	emit_kept(t, DIF_SCOPE_THREAD, DIF_I_WIDE(insn));
	dt_asm_stx(t->tr_asm, BPF_DW, BPF_REG_10, DT_FRAME_VALUE, BPF_REG_1);
	t->tr_env->be_store(t->tr_asm, t->tr_env->be_arg, (unsigned)number);
	return true;
}

static bool emit_ret(struct dt_bpf_trans *t, uint32_t insn)
{
	unsigned rd = DIF_I_RD(insn);
	struct dt_bpf_value v = { DT_BPF_NUMBER, 0 };

	if (rd != 0)
		v = (struct dt_bpf_value){ (enum dt_bpf_kind)t->tr_now.st_kinds[rd],
			t->tr_now.st_strs[rd] };
	if (v.bv_kind == DT_BPF_TAINT || (t->tr_returned && t->tr_value.bv_kind != v.bv_kind))
		return false;
	if (t->tr_returned && t->tr_value.bv_str != v.bv_str)
		v.bv_str = DT_BPF_UNKNOWN;
	t->tr_value = v;
	t->tr_returned = true;
	dt_bpf_get(t, BPF_REG_0, rd);
	dt_asm_ja(t->tr_asm, t->tr_done);
	t->tr_now.st_reached = false;
	return true;
}

/* The number of the CPU is the first member of its record. */
static bool emit_cpu(struct dt_bpf_trans *t, uint32_t insn)
{
	if (t->tr_now.st_kinds[DIF_I_R1(insn)] != DT_BPF_CURCPU)
		return false;
	dt_asm_ldx(t->tr_asm, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_CPU);
	put(t, DIF_I_RD(insn), BPF_REG_1);
	return true;
}

static bool emit_insn(struct dt_bpf_trans *t, uint32_t insn, uint32_t base)
{
	switch (DIF_I_OP(insn)) {
	case DIF_OP_NOP: return true;
	case DIF_OP_FLUSHTS: t->tr_pushed = 0; return true;
	case DIF_OP_PUSHTV: return emit_push(t, insn);
	case DIF_OP_CALL: return dt_bpf_copyin(t, insn);
	case DIF_OP_MOV:
	case DIF_OP_NOT: return emit_move(t, insn);
	case DIF_OP_CMP:
	case DIF_OP_TST: return emit_cmp(t, insn);
	case DIF_OP_SCMP: return dt_bpf_scmp(t, insn);
	case DIF_OP_LDGS: return emit_ldgs(t, insn);
	case DIF_OP_LDLS:
	case DIF_OP_STLS: return emit_local(t, insn);
	case DIF_OP_LDTS:
	case DIF_OP_STTS: return emit_thread(t, insn);
	case DIF_OP_SETX:
	case DIF_OP_SETS: return emit_const(t, insn);
	case DIF_OP_RET: return emit_ret(t, insn);
	case DIF_OP_LDGA: return emit_args(t, insn);
	case DIF_OP_LDSW: return emit_cpu(t, insn) || emit_load(t, insn);
	case DIF_OP_LDSB:
	case DIF_OP_LDSH:
	case DIF_OP_LDUB:
	case DIF_OP_LDUH:
	case DIF_OP_LDUW:
	case DIF_OP_LDX: return emit_load(t, insn);
	case DIF_OP_ULDSB:
	case DIF_OP_ULDSH:
	case DIF_OP_ULDSW:
	case DIF_OP_ULDUB:
	case DIF_OP_ULDUH:
	case DIF_OP_ULDUW:
	case DIF_OP_ULDX: return emit_user_load(t, insn);
	default:
		if (DIF_I_OP(insn) >= DIF_OP_BA && DIF_I_OP(insn) <= DIF_OP_BLEU)
			return emit_branch(t, insn, base);
		return emit_alu(t, insn);
	}
}

/* Whether the instruction has three register fields; the others have an index or a label. */
static bool has_registers(unsigned op)
{
	switch (op) {
	case DIF_OP_SETX:
	case DIF_OP_SETS:
	case DIF_OP_CALL:
	case DIF_OP_LDGS:
	case DIF_OP_LDLS:
	case DIF_OP_STLS:
	case DIF_OP_LDTS:
	case DIF_OP_STTS: return false;
	default: return true;
	}
}

static bool is_wellformed(uint32_t insn)
{
	unsigned op = DIF_I_OP(insn);

	if (op >= DIF_OP_BA && op <= DIF_OP_BLEU)
		return true;
	return DIF_I_RD(insn) < DIF_NREGS &&
		(!has_registers(op) || (DIF_I_R1(insn) < DIF_NREGS && DIF_I_R2(insn) < DIF_NREGS));
}

/* Translates the reachable instructions. */
static void emit_text(struct dt_bpf_trans *t, uint32_t base)
{
	struct dt_asm *a = t->tr_asm;

	for (uint32_t i = 0; i < t->tr_obj->do_len; i++) {
		uint32_t insn = t->tr_obj->do_text[i];

		if (t->tr_at[i].st_reached) {
			if (t->tr_now.st_reached)
				merge(&t->tr_at[i], &t->tr_now);
			t->tr_now = t->tr_at[i];
		}
		dt_asm_bind(a, base + i);
		if (!t->tr_now.st_reached)
			continue;
		t->tr_next = i + 1 < t->tr_obj->do_len ? DIF_I_OP(t->tr_obj->do_text[i + 1]) :
							 DIF_OP_NOP;
		if (!is_wellformed(insn) || !emit_insn(t, insn, base)) {
			dt_asm_ja(a, t->tr_env->be_fail);
			t->tr_now.st_reached = false;
			t->tr_whole = false;
		}
	}
	dt_asm_ja(a, t->tr_env->be_fail);
}

bool dt_bpf_object(struct dt_asm *a, const struct dt_bpf_env *env, struct dt_bpf_value *v)
{
	struct dt_bpf_trans t = { .tr_asm = a,
		.tr_env = env,
		.tr_obj = env->be_obj,
		.tr_whole = true,
		.tr_now = { .st_reached = true } };
	uint32_t base = a->as_nlabels;

	t.tr_at = base_calloc(t.tr_obj->do_len + 1, sizeof(*t.tr_at));
	if (!t.tr_at) {
		dt_asm_ja(a, env->be_fail);
		return false;
	}
	for (uint32_t i = 0; i < t.tr_obj->do_len; i++)
		dt_asm_label(a);
	t.tr_done = dt_asm_label(a);
	for (int off = DT_FRAME_CMPB; off < DT_FRAME_REG(DIF_NREGS); off += 8)
		dt_asm_sti(a, BPF_DW, BPF_REG_10, (int16_t)off, 0);
	emit_text(&t, base);
	dt_asm_bind(a, t.tr_done);
	*v = t.tr_returned ? t.tr_value : (struct dt_bpf_value){ DT_BPF_TAINT, 0 };
	free(t.tr_at);
	return t.tr_whole && t.tr_returned;
}

/* Where values come from makes no difference to the kinds: dt_bpf_result() lets all be had. */
static bool any_load(struct dt_asm *a, void *arg, uint32_t var)
{
	(void)a, (void)arg, (void)var;
	return true;
}

static bool any_execname(struct dt_asm *a, void *arg, int16_t off)
{
	(void)a, (void)arg, (void)off;
	return true;
}

static void any_variable(struct dt_asm *a, void *arg, unsigned number)
{
	(void)a, (void)arg, (void)number;
}

enum dt_bpf_kind dt_bpf_result(const struct dif_object *o, const struct dt_places *places)
{
	struct dt_asm a = { 0 }; /* its code isn't wanted */
	struct dt_bpf_value v;
	bool whole = dt_bpf_object(&a,
		&(struct dt_bpf_env){ .be_obj = o,
			.be_places = places,
			.be_clause = true,
			.be_strsize = DT_NAMELEN,
			.be_record = DT_LX_RECORDARG + 1,
			.be_fail = dt_asm_label(&a),
			.be_load = any_load,
			.be_execname = any_execname,
			.be_store = any_variable,
			.be_global = any_variable },
		&v);

	dt_asm_fini(&a);
	return whole ? v.bv_kind : DT_BPF_TAINT;
}

void dt_bpf_pred(struct dt_asm *a, const struct dt_bpf_env *env, uint32_t no)
{
	struct dt_bpf_value v;

	dt_bpf_object(a, env, &v);
	if (v.bv_kind == DT_BPF_NUMBER)
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, no);
	dt_asm_ja(a, env->be_fail);
}
