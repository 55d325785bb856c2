/*
 * Strings in the kernel's programs: comparison, copyinstr(), and variables.
 *
 * A string in memory has zeros after it, up to the end of its room: so words are compared, and keys
 * copied as they are.  Scratch memory has a room for what copyinstr() has read (one at a time:
 * others are gone), one for each clause-local string, and an empty one, which stands for the NULL
 * of a thread that has no string.  The thread's own are in its storage (kvar.c).
 */
#include "difbpf.h"
#include <string.h>

struct text {
	uint8_t te_reg; /* te_size bytes at [te_reg + te_off] */
	int16_t te_off;
	uint32_t te_size;
	const char *te_const; /* not NULL: a constant of te_size - 1 characters */
};

static int16_t room(const struct dt_bpf_env *env, unsigned slot)
{
	return (int16_t)(DT_SCRATCH_ROOM(env->be_strsize) * slot);
}

/* reg = the string of the thread. NULL goes to `null`, or, without it, is the empty string. */
static void thread_text(struct dt_asm *a, const struct dt_bpf_env *env, unsigned number,
	uint8_t reg, const uint32_t *null)
{
	uint32_t empty = dt_asm_label(a), done = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, reg, BPF_REG_10, DT_FRAME_STORAGE);
	dt_asm_jmpi(a, BPF_JEQ, reg, 0, empty);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, reg, (int16_t)(8 * number));
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, empty);
	dt_asm_alui(a, BPF_ADD, reg,
		(int32_t)dt_kvar_text(env->be_places, number, env->be_strsize));
	dt_asm_ja(a, done);
	dt_asm_bind(a, empty);
	if (null) {
		dt_asm_ja(a, *null);
	} else {
		dt_asm_ldx(a, BPF_DW, reg, BPF_REG_10, DT_FRAME_SCRATCH);
		dt_asm_alui(a, BPF_ADD, reg, room(env, DT_SCRATCH_EMPTY(env->be_places)));
	}
	dt_asm_bind(a, done);
}

/* Makes a string in memory readable. */
static bool memory_text(struct dt_asm *a, const struct dt_bpf_env *env, struct dt_bpf_value v,
	uint8_t reg, const uint32_t *null, struct text *te)
{
	*te = (struct text){ .te_reg = reg, .te_size = DT_SCRATCH_ROOM(env->be_strsize) };
	if (v.bv_str == DT_BPF_UNKNOWN)
		return false;
	if (v.bv_kind == DT_BPF_THREAD) {
		thread_text(a, env, v.bv_str, reg, null);
		return true;
	}
	dt_asm_ldx(a, BPF_DW, reg, BPF_REG_10, DT_FRAME_SCRATCH);
	te->te_off = v.bv_kind == DT_BPF_LOCAL ? room(env, DT_SCRATCH_LOCAL + v.bv_str) : 0;
	return true;
}

bool dt_bpf_text(struct dt_asm *a, const struct dt_bpf_env *env, struct dt_bpf_value v, uint8_t reg,
	int16_t *off)
{
	struct text te;

	if (!memory_text(a, env, v, reg, &env->be_fail, &te))
		return false;
	*off = te.te_off;
	return true;
}

static bool const_text(const struct dt_bpf_trans *t, uint32_t off, struct text *te)
{
	size_t most;

	if (off >= t->tr_obj->do_strlen)
		return false;
	most = t->tr_obj->do_strlen - off;
	if (most > t->tr_env->be_strsize)
		most = t->tr_env->be_strsize;
	te->te_const = t->tr_obj->do_strs + off;
	te->te_size = (uint32_t)strnlen(te->te_const, most) + 1;
	return true;
}

/* The string of the register; its address, if it needs one, goes to `reg`. Changes r0 to r2. */
static bool text_of(struct dt_bpf_trans *t, unsigned dif, uint8_t reg, struct text *te)
{
	const struct dt_bpf_env *env = t->tr_env;
	struct dt_bpf_value v = { (enum dt_bpf_kind)t->tr_now.st_kinds[dif],
		t->tr_now.st_strs[dif] };

	switch (v.bv_kind) {
	case DT_BPF_CONST: *te = (struct text){ 0 }; return const_text(t, v.bv_str, te);
	case DT_BPF_EXECNAME:
		*te = (struct text){ BPF_REG_10, DT_FRAME_NAME, DT_NAMELEN, NULL };
		return env->be_strsize >= DT_NAMELEN &&
			env->be_execname(t->tr_asm, env->be_arg, DT_FRAME_NAME);
	case DT_BPF_COPY:
	case DT_BPF_LOCAL:
	case DT_BPF_THREAD: return memory_text(t->tr_asm, env, v, reg, NULL, te);
	default: return false;
	}
}

/* Word i of a constant; returns the mask of those of its bytes that the constant has. */
static uint64_t const_word(const struct text *te, uint32_t i, uint64_t *word)
{
	uint32_t chars = te->te_size - 1, have = te->te_size - i;
	uint64_t mask = 0;

	*word = 0;
	if (i < chars)
		memcpy(word, te->te_const + i, chars - i < 8 ? chars - i : 8);
	memset(&mask, 0xff, have < 8 ? have : 8);
	return mask;
}

static uint64_t emit_word(struct dt_asm *a, const struct text *te, uint32_t i, uint8_t reg)
{
	uint64_t word, mask;

	if (!te->te_const) {
		dt_asm_ldx(a, BPF_DW, reg, te->te_reg, (int16_t)(te->te_off + (int)i));
		return UINT64_MAX;
	}
	mask = const_word(te, i, &word);
	dt_asm_imm64(a, reg, word);
	return mask;
}

/* Of the first words that differ, the bytes decide in their order, as of big-endian numbers. */
static void emit_differ(struct dt_asm *a, uint32_t done)
{
	uint32_t less = dt_asm_label(a);

	dt_asm_emit(a, BPF_ALU | BPF_END | BPF_TO_BE, BPF_REG_1, 0, 0, 64);
	dt_asm_emit(a, BPF_ALU | BPF_END | BPF_TO_BE, BPF_REG_2, 0, 0, 64);
	dt_asm_jmp(a, BPF_JLT, BPF_REG_1, BPF_REG_2, less);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, 1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, less);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPB, 1);
}

/* Both operands; execname first, for its copy is a call, which changes registers. */
static bool texts_of(struct dt_bpf_trans *t, uint32_t insn, struct text *l, struct text *r)
{
	unsigned a = DIF_I_R1(insn), b = DIF_I_R2(insn);

	if (t->tr_now.st_kinds[b] == DT_BPF_EXECNAME)
		return text_of(t, b, BPF_REG_4, r) && text_of(t, a, BPF_REG_3, l);
	return text_of(t, a, BPF_REG_3, l) && text_of(t, b, BPF_REG_4, r);
}

/* The shorter room is enough: its string's end is in it. */
static bool texts_scmp(struct dt_bpf_trans *t, uint32_t insn)
{
	struct dt_asm *a = t->tr_asm;
	uint32_t differ = dt_asm_label(a), done = dt_asm_label(a), size;
	struct text l, r;

	if (!texts_of(t, insn, &l, &r))
		return false;
	size = l.te_size < r.te_size ? l.te_size : r.te_size;
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, 0);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPB, 0);
	for (uint32_t i = 0; i < size; i += 8) {
		uint64_t mask = emit_word(a, &l, i, BPF_REG_1) & emit_word(a, &r, i, BPF_REG_2);

		if (mask != UINT64_MAX) {
			dt_asm_imm64(a, BPF_REG_5, mask);
			dt_asm_alu(a, BPF_AND, BPF_REG_1, BPF_REG_5);
			dt_asm_alu(a, BPF_AND, BPF_REG_2, BPF_REG_5);
		}
		dt_asm_jmp(a, BPF_JNE, BPF_REG_1, BPF_REG_2, differ);
	}
	dt_asm_ja(a, done);
	dt_asm_bind(a, differ);
	emit_differ(a, done);
	dt_asm_bind(a, done);
	return true;
}

/* Goes to `equal` at the source's probes, of this view, of which that is the text. */
static bool emit_probes(struct dt_bpf_trans *t, uint64_t which, const struct text *te,
	uint32_t equal)
{
	const struct dt_lx_source *so = t->tr_env->be_source;
	unsigned all = 0, same = 0;

	for (int pass = 0; so && pass < 2; pass++) {
		for (unsigned i = 0; i < so->so_nbinds; i++) {
			const struct dt_lx_bind *b = &so->so_binds[i];
			const char *s = dt_probe_text(b->bi_probe, which);
			size_t len = strnlen(s, t->tr_env->be_strsize);

			if (b->bi_view != t->tr_env->be_view)
				continue;
			all += pass == 0;
			if (len != te->te_size - 1 || memcmp(s, te->te_const, len) != 0)
				continue;
			same += pass == 0;
			if (pass == 1)
				dt_asm_jmpi(t->tr_asm, BPF_JEQ, BPF_REG_1, (int32_t)b->bi_select,
					equal);
		}
		if (same == 0)
			return true;
		if (same == all) {
			dt_asm_ja(t->tr_asm, equal);
			return true;
		}
		if (pass == 0 && !dt_capture_selects(so))
			return false;
		dt_asm_ldx(t->tr_asm, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
	}
	return true; /* without a source, as of dt_bpf_result(), the code isn't wanted */
}

/* probefunc and its like: only whether they are equal is known. */
static bool probe_scmp(struct dt_bpf_trans *t, unsigned probe, unsigned other)
{
	struct dt_asm *a = t->tr_asm;
	uint32_t equal = dt_asm_label(a);
	struct text te = { 0 };

	if (t->tr_now.st_kinds[other] != DT_BPF_CONST ||
		t->tr_now.st_strs[probe] == DT_BPF_UNKNOWN ||
		(t->tr_next != DIF_OP_BE && t->tr_next != DIF_OP_BNE) ||
		!const_text(t, t->tr_now.st_strs[other], &te))
		return false;
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, 0);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPB, 0);
	if (!emit_probes(t, t->tr_now.st_strs[probe], &te, equal))
		return false;
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, 1);
	dt_asm_bind(a, equal);
	return true;
}

bool dt_bpf_scmp(struct dt_bpf_trans *t, uint32_t insn)
{
	if (t->tr_now.st_kinds[DIF_I_R1(insn)] == DT_BPF_PROBE)
		return probe_scmp(t, DIF_I_R1(insn), DIF_I_R2(insn));
	if (t->tr_now.st_kinds[DIF_I_R2(insn)] == DT_BPF_PROBE)
		return probe_scmp(t, DIF_I_R2(insn), DIF_I_R1(insn));
	return texts_scmp(t, insn);
}

/* Reads `size` bytes, or a string of as many, from the address in the frame; room: of a string. */
static void emit_read(struct dt_bpf_trans *t, bool string, uint32_t size, uint32_t room)
{
	struct dt_asm *a = t->tr_asm;

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_SCRATCH);
	for (uint32_t i = 0; string && i < room; i += 8)
		dt_asm_sti(a, BPF_DW, BPF_REG_1, (int16_t)i, 0);
	dt_asm_movi(a, BPF_REG_2, (int32_t)size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, DT_FRAME_TEMP);
	dt_asm_call(a, string ? BPF_FUNC_probe_read_user_str : BPF_FUNC_probe_read_user);
	dt_asm_jmpi(a, BPF_JSLT, BPF_REG_0, 0, t->tr_env->be_fail);
}

bool dt_bpf_copyin(struct dt_bpf_trans *t, uint32_t insn)
{
	const struct dt_bpf_env *env = t->tr_env;
	bool limited = t->tr_pushed == 2;
	bool string = DIF_I_WIDE(insn) == DIF_SUBR_COPYINSTR && (t->tr_pushed == 1 || limited);
	bool memory = DIF_I_WIDE(insn) == DIF_SUBR_COPYIN && limited;
	uint32_t room = env->be_strsize + 1,
		 size = string && (!limited || t->tr_second > room) ? room : (uint32_t)t->tr_second;

	if ((!string && !memory) || size > DT_SCRATCH_ROOM(env->be_strsize) || size > UINT16_MAX)
		return false;
	for (unsigned i = 0; i < DIF_NREGS; i++)
		if (t->tr_now.st_kinds[i] == DT_BPF_COPY || t->tr_now.st_kinds[i] == DT_BPF_COPYIN)
			t->tr_now.st_kinds[i] = DT_BPF_TAINT;
	emit_read(t, string, size, room);
	dt_asm_movi(t->tr_asm, BPF_REG_1, 0);
	dt_bpf_put(t, DIF_I_RD(insn), BPF_REG_1, string ? DT_BPF_COPY : DT_BPF_COPYIN,
		string ? 0 : size << 16);
	return true;
}

/* Copies the string to [reg + off], and zeros to the end of the room. Changes r1. */
static void emit_copy(struct dt_bpf_trans *t, const struct text *te, uint8_t reg, int16_t off)
{
	struct dt_asm *a = t->tr_asm;
	uint32_t size = DT_SCRATCH_ROOM(t->tr_env->be_strsize);

	for (uint32_t i = 0; i < size; i += 8) {
		if (i >= te->te_size) {
			dt_asm_sti(a, BPF_DW, reg, (int16_t)(off + (int)i), 0);
			continue;
		}
		emit_word(a, te, i, BPF_REG_1);
		dt_asm_stx(a, BPF_DW, reg, (int16_t)(off + (int)i), BPF_REG_1);
	}
}

bool dt_bpf_local_text(struct dt_bpf_trans *t, unsigned dif, uint32_t id)
{
	struct dt_asm *a = t->tr_asm;
	int number = dt_place_localtext(t->tr_env->be_places, id);
	struct text te;

	if (dt_bpf_is_number(t, dif)) {
		dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_LOCAL(id), 0);
		return true;
	}
	if (number < 0 || t->tr_now.st_kinds[dif] == DT_BPF_THREAD ||
		!text_of(t, dif, BPF_REG_3, &te))
		return false;
	dt_asm_ldx(a, BPF_DW, BPF_REG_4, BPF_REG_10, DT_FRAME_SCRATCH);
	emit_copy(t, &te, BPF_REG_4, room(t->tr_env, DT_SCRATCH_LOCAL + (unsigned)number));
	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_LOCAL(id), 1);
	return true;
}

/* The variable's own 8 bytes say whether it is a string or NULL. */
bool dt_bpf_thread_text(struct dt_bpf_trans *t, unsigned dif, unsigned number)
{
	const struct dt_bpf_env *env = t->tr_env;
	bool null = dt_bpf_is_number(t, dif), copy = t->tr_now.st_kinds[dif] == DT_BPF_THREAD;
	struct dt_asm *a = t->tr_asm;
	uint32_t done = dt_asm_label(a);
	struct text te;

	if (!env->be_clause || (copy && t->tr_now.st_strs[dif] == DT_BPF_UNKNOWN))
		return false;
	dt_asm_movi(a, BPF_REG_1, null ? 0 : 1);
	if (!null && copy)
		dt_kvar_load(a, t->tr_now.st_strs[dif], BPF_REG_1);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_VALUE, BPF_REG_1);
	env->be_store(a, env->be_arg, number);
	if (null)
		return true;
	if (!text_of(t, dif, BPF_REG_3, &te))
		return false;
	dt_asm_ldx(a, BPF_DW, BPF_REG_4, BPF_REG_10, DT_FRAME_STORAGE);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_4, 0, done);
	emit_copy(t, &te, BPF_REG_4,
		(int16_t)dt_kvar_text(env->be_places, number, env->be_strsize));
	dt_asm_bind(a, done);
	return true;
}
