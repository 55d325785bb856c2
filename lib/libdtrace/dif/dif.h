/*
 * The DIF machine: it verifies and runs the objects that the code generator emits. It does not know
 * the language.
 *
 *   program.h    a compiled program: clauses, actions, operands, capture plans
 *   object.c     objects: the instruction table, names of variables and subroutines, freeing
 *   verify.c     checks every object before it may run: a valid one can't index outside its tables
 *   place.c      decides which clauses run in the kernel: place.h; placeobj.c says which objects
 *                can, and place_impl.h is what the two share
 *   plan.c       finds what must be captured at the probe, because an object reads it
 *   disasm.c     -S
 *   exec.c       pre-decodes an object and interprets it (computed goto); mach.h is its environment
 *   mem.c        what a load or store may touch
 *   dyn.c        thread-local and associative variables; blocks.c is their allocator
 *   subr*.c      the subroutines: subr.h
 *
 * dif_impl.h declares what these files share.
 *
 * A register is 64 bits; %r0 is 0. Instructions are 32 bits, most significant byte first:
 *   op:8 r1:8 r2:8 rd:8 | op:8 index:16 rd:8 | op:8 label:24.
 * Branches only go forward, so every object ends.
 *
 * Strings and other by-reference values are addresses in registers. A global or clause-local scalar
 * of string or struct type has storage of its type's size; STGS and STLS copy into it, LDGS and
 * LDLS give its address. A string that was never assigned, or was assigned NULL, reads as NULL. A
 * struct always has its address, because its members are assigned one by one.
 *
 * The tuple stack holds array keys and call arguments, the first one pushed first. Only POPTS and
 * FLUSHTS remove anything, so one tuple serves a load and the store that follows it.
 *
 * After scmp, signed and unsigned branches give the same answer.
 */
#ifndef DT_DIF_H
#define DT_DIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dif_op {
#define DIF_OP(n, NAME, s, f) DIF_OP_##NAME = n,
#include "opcodes.def"
#undef DIF_OP
	DIF_NOPS = 81
};

#include "numbers.h"

#define DIF_NREGS 8
#define DIF_NTUPLE 8

#define DIF_INSTR_RRR(op, r1, r2, rd) \
	((uint32_t)(op) << 24 | (uint32_t)(r1) << 16 | (uint32_t)(r2) << 8 | (uint32_t)(rd))
#define DIF_INSTR_WIDE(op, ix, rd) ((uint32_t)(op) << 24 | (uint32_t)(ix) << 8 | (uint32_t)(rd))
#define DIF_INSTR_BR(op, label) ((uint32_t)(op) << 24 | (uint32_t)(label))
#define DIF_I_OP(i) ((i) >> 24)
#define DIF_I_R1(i) ((i) >> 16 & 0xff)
#define DIF_I_R2(i) ((i) >> 8 & 0xff)
#define DIF_I_RD(i) ((i)&0xff)
#define DIF_I_WIDE(i) ((i) >> 8 & 0xffff)
#define DIF_I_LABEL(i) ((i)&0xffffff)

/* types of PUSHTR / PUSHTV (in the index's low byte field r1) and of results */
enum { DIF_TYPE_CTF = 0, DIF_TYPE_STRING = 1 };
enum dif_ckind {
	DIF_CK_UNKNOWN,
	DIF_CK_INTEGER,
	DIF_CK_FLOAT,
	DIF_CK_POINTER,
	DIF_CK_ARRAY,
	DIF_CK_FUNCTION,
	DIF_CK_STRUCT,
	DIF_CK_UNION,
	DIF_CK_ENUM,
	DIF_CK_FORWARD,
	DIF_CK_TYPEDEF,
	DIF_CK_VOLATILE,
	DIF_CK_CONST,
	DIF_CK_RESTRICT
};

#define DIF_TF_BYREF 0x1  /* the value is an address of size bytes */
#define DIF_TF_BYUREF 0x2 /* an address in the traced process */
#define DIF_TF_SIGNED 0x4 /* integers: sign-extend on load */

/* The most bytes of a by-reference value: the compiler and the verifier refuse larger ones. */
#define DIF_MAX_VALUE (16u << 20)

struct dif_type {
	uint8_t dt_kind;     /* DIF_TYPE_* */
	uint8_t dt_ckind;    /* DIF_CK_* */
	uint8_t dt_flags;    /* DIF_TF_* */
	uint32_t dt_size;    /* bytes; a string's is strsize, without its NUL */
	const char *dt_name; /* D name of the type, for -S; never NULL in a finished object */
};

/* The bytes of a variable whose value is kept by reference: a string has room for its NUL. */
static inline size_t dif_store_size(const struct dif_type *dt)
{
	return dt->dt_size + (size_t)(dt->dt_kind == DIF_TYPE_STRING);
}

enum { DIF_SCOPE_GLOBAL, DIF_SCOPE_THREAD, DIF_SCOPE_LOCAL };
enum { DIF_KIND_ARRAY, DIF_KIND_SCALAR }; /* ARRAY: associative */
#define DIF_VF_READ 0x1
#define DIF_VF_WRITE 0x2

struct dif_varinfo {
	const char *dv_name;
	uint32_t dv_id; /* built-in number, or from DIF_VAR_OTHER_UMIN (global), from 0 (thread,
			   local) */
	uint8_t dv_kind, dv_scope, dv_flags;
	struct dif_type dv_type;
};

/* One DIF object: the code of one expression.  Immutable once verified; owned by its program. */
struct dif_object {
	uint32_t *do_text;
	uint32_t do_len; /* instructions */
	uint64_t *do_ints;
	uint32_t do_nints;
	char *do_strs; /* NUL-separated; SETS indexes bytes */
	uint32_t do_strlen;
	struct dif_varinfo *do_vars; /* every user and built-in variable that it uses */
	uint32_t do_nvars;
	struct dif_type do_type; /* of the result; dt_size 0: none */
	/* by instruction, for -S; NULL for instructions that push nothing */
	const struct dif_type **do_pushtypes;
	/* by instruction: the text of the expression that reads the process, or NULL; NULL: none */
	const char **do_reads;
	struct dif_code *do_code; /* pre-decoded, made by dif_prepare() */
};

/*
 * Frees the object and its tables, each of which is from malloc(). Names (dv_name, dt_name) and the
 * push types and texts belong to the compiler.
 */
void dif_object_free(struct dif_object *);

/*
 * Returns 0 if the object is well formed; otherwise -1, and a message that names the instruction.
 * No string may be larger than strsize.
 */
int dif_verify(const struct dif_object *, char *err, size_t errlen);

/* Whether it writes to the traced process. */
bool dif_is_destructive(const struct dif_object *);
/* Whether the instruction reads or writes the memory of the process, and not the probe's. */
bool dif_is_user_access(const struct dif_object *, uint32_t pc);
/* Whether it may read the process: its memory, or its open files. */
bool dif_reads_process(const struct dif_object *, uint32_t pc);

/* Prints the object to a stream, in the classic layout of -S. */
#include <stdio.h>
void dif_disasm(const struct dif_object *, FILE *);
const char *dif_op_name(unsigned op);
const char *dif_var_name(uint32_t id); /* NULL for user variables */
const char *dif_subr_name(unsigned subr);

/* Faults, numbered as the ERROR probe's arg4. */
enum dif_fault {
	DIF_FLT_UNKNOWN,
	DIF_FLT_BADADDR,
	DIF_FLT_BADALIGN,
	DIF_FLT_ILLOP,
	DIF_FLT_DIVZERO,
	DIF_FLT_NOSCRATCH,
	DIF_FLT_KPRIV,
	DIF_FLT_UPRIV,
	DIF_FLT_TUPOFLOW,
	DIF_FLT_BADSTACK,
	DIF_FLT_LIBRARY = 1000
};
const char *dif_fault_text(int fault); /* "invalid address" ... */

#endif
