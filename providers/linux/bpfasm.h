/*
 * A BPF assembler: instructions appended in order, forward and backward jumps through labels.
 *
 * Errors (no memory, an unbound label, a jump beyond 16 bits) are remembered and reported by
 * dt_asm_finish(), so that emitting needs no checks.  The caller owns the struct; dt_asm_fini()
 * frees what it holds.
 */
#ifndef DT_LINUX_ASM_H
#define DT_LINUX_ASM_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stdint.h>

struct dt_asm {
	struct bpf_insn *as_insns;
	uint32_t as_len;
	int32_t *as_labels; /* label -> instruction, -1 while unbound */
	uint32_t as_nlabels;
	struct dt_asm_fix {
		uint32_t fx_insn, fx_label;
	} * as_fixes;
	uint32_t as_nfixes;
	bool as_failed;
	bool as_sleeps; /* the program may wait for user memory */
	bool as_typed;	/* follows pointers among the event's arguments: needs their types */
};

void dt_asm_fini(struct dt_asm *);
/* removes unreachable code and resolves the jumps; -1: see above */
int dt_asm_finish(struct dt_asm *);

uint32_t dt_asm_label(struct dt_asm *);
void dt_asm_bind(struct dt_asm *, uint32_t label);

void dt_asm_emit(struct dt_asm *, uint8_t code, uint8_t dst, uint8_t src, int16_t off, int32_t imm);
void dt_asm_mov(struct dt_asm *, uint8_t dst, uint8_t src);
void dt_asm_movi(struct dt_asm *, uint8_t dst, int32_t imm);
void dt_asm_imm64(struct dt_asm *, uint8_t dst, uint64_t imm);
void dt_asm_map(struct dt_asm *, uint8_t dst, int fd);
void dt_asm_mapval(struct dt_asm *, uint8_t dst, int fd,
	uint32_t off); /* address in the map's only value */
void dt_asm_func(struct dt_asm *, uint8_t dst, uint32_t btf_id);	/* address of a function */
void dt_asm_alu(struct dt_asm *, uint8_t op, uint8_t dst, uint8_t src); /* op: BPF_ADD ... */
void dt_asm_alui(struct dt_asm *, uint8_t op, uint8_t dst, int32_t imm);
void dt_asm_ldx(struct dt_asm *, uint8_t size, uint8_t dst, uint8_t src,
	int16_t off); /* size: BPF_B .. BPF_DW */
void dt_asm_stx(struct dt_asm *, uint8_t size, uint8_t dst, int16_t off, uint8_t src);
void dt_asm_sti(struct dt_asm *, uint8_t size, uint8_t dst, int16_t off, int32_t imm);
void dt_asm_ja(struct dt_asm *, uint32_t label);
void dt_asm_jmp(struct dt_asm *, uint8_t op, uint8_t dst, uint8_t src,
	uint32_t label); /* op: BPF_JEQ ... */
void dt_asm_jmpi(struct dt_asm *, uint8_t op, uint8_t dst, int32_t imm, uint32_t label);
void dt_asm_call(struct dt_asm *, int32_t helper);
/* The helper that reads user memory, and zeroes what it can't read. */
static inline int32_t dt_asm_read_user(const struct dt_asm *a)
{
	return a->as_sleeps ? BPF_FUNC_copy_from_user : BPF_FUNC_probe_read_user;
}
void dt_asm_exit(struct dt_asm *);
uint8_t dt_asm_size(uint32_t bytes); /* 1 2 4 8 -> BPF_B BPF_H BPF_W BPF_DW */

#endif
