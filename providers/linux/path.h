/* Field paths in the kernel's type data.  The data is opened for the first path. */
#ifndef DT_LINUX_PATH_H
#define DT_LINUX_PATH_H

#include "bpfasm.h"
#include "btf.h"
#include <stddef.h>

#define DT_PATH_STEPS 6
#define DT_PATH_CURRENT 0xff
#define DT_PATH_REGS 0xfe  /* a user register: a member of the context */
#define DT_PATH_CONST 0xfd /* no load: the value is pt_value */
#define DT_PATH_USER 0xfc  /* user memory at base + index * scale + pt_value */
#define DT_PATH_NOREG UINT16_MAX

struct dt_path {
	uint8_t pt_root;   /* argument number, or DT_PATH_* */
	uint8_t pt_nsteps; /* loads after the root's; 0: the argument itself */
	uint32_t pt_off[DT_PATH_STEPS];
	uint8_t pt_size; /* of the value: 1 2 4 8 */
	bool pt_signed;
	uint32_t pt_chars; /* an array of char of that many bytes; else 0 */
	int64_t pt_value;
	uint16_t pt_base, pt_index; /* USER: members of the context, or DT_PATH_NOREG */
	uint8_t pt_scale;
};

struct dt_btf {
	struct base_btf bt_btf;
	char bt_err[256];
};
int dt_btf_open(struct dt_btf *); /* idempotent */
void dt_btf_close(struct dt_btf *);
/*
 * Type id of a tracepoint's prototype for attaching, 0 if the kernel has no such tracepoint;
 * *nargs: its arguments.
 */
uint32_t dt_btf_tracepoint(struct dt_btf *, const char *name, unsigned *nargs);
/* The function that calls the tracepoint's programs if there are several; 0: unknown. */
uint32_t dt_btf_iterator(struct dt_btf *, const char *name);
/*
 * Resolves text, whose root is one of the blank-separated names, "current", or, of programs in
 * processes, "regs"; these have operands (operand.c), too. tp 0: the arguments are plain u64.
 */
int dt_btf_path(struct dt_btf *, uint32_t tp, const char *names, const char *text,
	struct dt_path *);

/* Offset of a member such as "d_name.name"; -1: this kernel doesn't have it. */
int dt_btf_size(struct dt_btf *, const char *type); /* of a struct, or -1 */
int dt_btf_offset(struct dt_btf *, const char *type, const char *member);

/* operand.c: whether text is an operand rather than a path of names; its path, or false. */
bool dt_operand_is(const char *text);
bool dt_operand_path(const char *text, struct dt_path *);
/* Whether it is in user memory, but not on the stack, which is resident. */
bool dt_operand_elsewhere(const struct dt_path *);

/*
 * Loads the value into register dst, and changes no other, but r0 to r5 if it is in user memory;
 * memory that can't be read is 0. r6 holds the context, r7 the running task. pt_chars: the array's
 * address isn't a value; use dt_path_chars().
 */
void dt_path_load(struct dt_asm *, const struct dt_path *, uint8_t dst);
/* Copies the first `bytes` (a multiple of 8) of the array to [base + off]; changes `tmp` and r0. */
void dt_path_chars(struct dt_asm *, const struct dt_path *, uint8_t base, int16_t off,
	uint32_t bytes, uint8_t tmp);

#endif
