/* The BPF assembler; see bpfasm.h. */
#include "bpfasm.h"
#include <stdlib.h>
#include <string.h>
#include "grow.h"

/* Makes room for one more element, or marks the program as failed. */
#define ASM_MORE(a, v, n) (base_more(v, n) || !((a)->as_failed = true))

void dt_asm_fini(struct dt_asm *a)
{
	free(a->as_insns);
	free(a->as_labels);
	free(a->as_fixes);
	memset(a, 0, sizeof(*a));
}

void dt_asm_emit(struct dt_asm *a, uint8_t code, uint8_t dst, uint8_t src, int16_t off, int32_t imm)
{
	if (!ASM_MORE(a, a->as_insns, a->as_len))
		return;
	a->as_insns[a->as_len++] = (struct bpf_insn){ .code = code,
		.dst_reg = dst,
		.src_reg = src,
		.off = off,
		.imm = imm };
}

uint32_t dt_asm_label(struct dt_asm *a)
{
	if (!ASM_MORE(a, a->as_labels, a->as_nlabels))
		return 0;
	a->as_labels[a->as_nlabels] = -1;
	return a->as_nlabels++;
}

void dt_asm_bind(struct dt_asm *a, uint32_t label)
{
	if (label < a->as_nlabels)
		a->as_labels[label] = (int32_t)a->as_len;
	else
		a->as_failed = true;
}

static void asm_fixup(struct dt_asm *a, uint32_t label)
{
	if (!ASM_MORE(a, a->as_fixes, a->as_nfixes))
		return;
	a->as_fixes[a->as_nfixes++] = (struct dt_asm_fix){ .fx_insn = a->as_len,
		.fx_label = label };
}

static int asm_resolve(struct dt_asm *a, const struct dt_asm_fix *f)
{
	if (f->fx_label >= a->as_nlabels || a->as_labels[f->fx_label] < 0 ||
		f->fx_insn >= a->as_len)
		return -1;
	int64_t off = (int64_t)a->as_labels[f->fx_label] - f->fx_insn - 1;

	if (off != (int16_t)off)
		return -1;
	a->as_insns[f->fx_insn].off = (int16_t)off;
	return 0;
}

static const struct dt_asm_fix *asm_jump_at(const struct dt_asm *a, const uint32_t *jumps,
	uint32_t at)
{
	return jumps[at] != 0 ? &a->as_fixes[jumps[at] - 1] : NULL;
}

/* Marks what can be reached from instruction `at`; jumps: instruction -> its fix + 1. */
static void asm_reach(const struct dt_asm *a, const uint32_t *jumps, uint8_t *seen, uint32_t *work)
{
	uint32_t n = 1;

	work[0] = 0;
	while (n > 0) {
		uint32_t at = work[--n];

		while (at < a->as_len && !seen[at]) {
			const struct bpf_insn *in = &a->as_insns[at];
			const struct dt_asm_fix *f = asm_jump_at(a, jumps, at);

			seen[at] = 1;
			if (f && a->as_labels[f->fx_label] >= 0)
				work[n++] = (uint32_t)a->as_labels[f->fx_label];
			if (in->code == (BPF_LD | BPF_DW | BPF_IMM) && at + 1 < a->as_len)
				seen[++at] = 1;
			if (in->code == (BPF_JMP | BPF_EXIT) || in->code == (BPF_JMP | BPF_JA))
				break;
			at++;
		}
	}
}

/* Removes what isn't seen; map: old instruction -> new. */
static void asm_compact(struct dt_asm *a, const uint8_t *seen, uint32_t *map)
{
	uint32_t n = 0, k = 0;

	for (uint32_t i = 0; i < a->as_len; i++) {
		map[i] = n;
		if (seen[i])
			a->as_insns[n++] = a->as_insns[i];
	}
	map[a->as_len] = n;
	for (uint32_t i = 0; i < a->as_nlabels; i++) {
		if (a->as_labels[i] >= 0)
			a->as_labels[i] = (int32_t)map[a->as_labels[i]];
	}
	for (uint32_t i = 0; i < a->as_nfixes; i++) {
		struct dt_asm_fix f = a->as_fixes[i];

		if (seen[f.fx_insn]) {
			f.fx_insn = map[f.fx_insn];
			a->as_fixes[k++] = f;
		}
	}
	a->as_nfixes = k;
	a->as_len = n;
}

/* Removes unreachable code, which the verifier refuses. */
static int asm_prune(struct dt_asm *a)
{
	uint8_t *seen = base_calloc(a->as_len + 1, 1);
	uint32_t *jumps = base_calloc(a->as_len + 1, sizeof(*jumps));
	uint32_t *work = base_calloc(a->as_len + a->as_nfixes + 1, sizeof(*work));
	int rc = seen && jumps && work ? 0 : -1;

	for (uint32_t i = 0; i < a->as_nfixes && rc == 0; i++) {
		if (a->as_fixes[i].fx_label >= a->as_nlabels || a->as_fixes[i].fx_insn >= a->as_len)
			rc = -1;
		else
			jumps[a->as_fixes[i].fx_insn] = i + 1;
	}
	if (rc == 0) {
		asm_reach(a, jumps, seen, work);
		asm_compact(a, seen, jumps);
	}
	free(seen);
	free(jumps);
	free(work);
	return rc;
}

int dt_asm_finish(struct dt_asm *a)
{
	if (!a->as_failed && asm_prune(a) != 0)
		a->as_failed = true;
	for (uint32_t i = 0; i < a->as_nfixes && !a->as_failed; i++) {
		if (asm_resolve(a, &a->as_fixes[i]) != 0)
			a->as_failed = true;
	}
	a->as_nfixes = 0;
	return a->as_failed ? -1 : 0;
}

void dt_asm_mov(struct dt_asm *a, uint8_t dst, uint8_t src)
{
	dt_asm_emit(a, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

void dt_asm_movi(struct dt_asm *a, uint8_t dst, int32_t imm)
{
	dt_asm_emit(a, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm);
}

static void asm_wide(struct dt_asm *a, uint8_t dst, uint8_t src, uint32_t lo, uint32_t hi)
{
	dt_asm_emit(a, BPF_LD | BPF_DW | BPF_IMM, dst, src, 0, (int32_t)lo);
	dt_asm_emit(a, 0, 0, 0, 0, (int32_t)hi);
}

void dt_asm_imm64(struct dt_asm *a, uint8_t dst, uint64_t imm)
{
	if ((int64_t)imm == (int32_t)imm)
		dt_asm_movi(a, dst, (int32_t)imm);
	else
		asm_wide(a, dst, 0, (uint32_t)imm, (uint32_t)(imm >> 32));
}

void dt_asm_map(struct dt_asm *a, uint8_t dst, int fd)
{
	asm_wide(a, dst, BPF_PSEUDO_MAP_FD, (uint32_t)fd, 0);
}

void dt_asm_mapval(struct dt_asm *a, uint8_t dst, int fd, uint32_t off)
{
	asm_wide(a, dst, BPF_PSEUDO_MAP_VALUE, (uint32_t)fd, off);
}

void dt_asm_func(struct dt_asm *a, uint8_t dst, uint32_t btf_id)
{
	asm_wide(a, dst, BPF_PSEUDO_BTF_ID, btf_id, 0);
}

void dt_asm_alu(struct dt_asm *a, uint8_t op, uint8_t dst, uint8_t src)
{
	dt_asm_emit(a, BPF_ALU64 | op | BPF_X, dst, src, 0, 0);
}

void dt_asm_alui(struct dt_asm *a, uint8_t op, uint8_t dst, int32_t imm)
{
	dt_asm_emit(a, BPF_ALU64 | op | BPF_K, dst, 0, 0, imm);
}

void dt_asm_ldx(struct dt_asm *a, uint8_t size, uint8_t dst, uint8_t src, int16_t off)
{
	dt_asm_emit(a, BPF_LDX | BPF_MEM | size, dst, src, off, 0);
}

void dt_asm_stx(struct dt_asm *a, uint8_t size, uint8_t dst, int16_t off, uint8_t src)
{
	dt_asm_emit(a, BPF_STX | BPF_MEM | size, dst, src, off, 0);
}

void dt_asm_sti(struct dt_asm *a, uint8_t size, uint8_t dst, int16_t off, int32_t imm)
{
	dt_asm_emit(a, BPF_ST | BPF_MEM | size, dst, 0, off, imm);
}

void dt_asm_ja(struct dt_asm *a, uint32_t label)
{
	asm_fixup(a, label);
	dt_asm_emit(a, BPF_JMP | BPF_JA, 0, 0, 0, 0);
}

void dt_asm_jmp(struct dt_asm *a, uint8_t op, uint8_t dst, uint8_t src, uint32_t label)
{
	asm_fixup(a, label);
	dt_asm_emit(a, BPF_JMP | op | BPF_X, dst, src, 0, 0);
}

void dt_asm_jmpi(struct dt_asm *a, uint8_t op, uint8_t dst, int32_t imm, uint32_t label)
{
	asm_fixup(a, label);
	dt_asm_emit(a, BPF_JMP | op | BPF_K, dst, 0, 0, imm);
}

void dt_asm_call(struct dt_asm *a, int32_t helper)
{
	dt_asm_emit(a, BPF_JMP | BPF_CALL, 0, 0, 0, helper);
}

void dt_asm_exit(struct dt_asm *a)
{
	dt_asm_emit(a, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

uint8_t dt_asm_size(uint32_t bytes)
{
	switch (bytes) {
	case 1: return BPF_B;
	case 2: return BPF_H;
	case 4: return BPF_W;
	default: return BPF_DW;
	}
}
