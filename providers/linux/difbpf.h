/* What difbpf.c and bpftext.c share: the translation of one DIF object. */
#ifndef DT_LINUX_DIFBPF_H
#define DT_LINUX_DIFBPF_H

#include "lx.h"

#define DT_BPF_UNKNOWN UINT32_MAX /* one constant or another, or one variable or another */

/* The state when an instruction is reached. */
struct dt_bpf_state {
	bool st_reached;
	uint8_t st_kinds[DIF_NREGS]; /* enum dt_bpf_kind */
	/* DT_BPF_CONST: offset in do_strs; RECORD: in the record; LOCAL, THREAD: the variable's
	   number among the strings, and among all; PROBE: which part;
	   COPYIN: the size << 16 | the offset */
	uint32_t st_strs[DIF_NREGS];
	bool st_known[DIF_NREGS]; /* a number that is st_value */
	uint64_t st_value[DIF_NREGS];
};

struct dt_bpf_trans {
	struct dt_asm *tr_asm;
	const struct dt_bpf_env *tr_env;
	const struct dif_object *tr_obj;
	struct dt_bpf_state tr_now;
	struct dt_bpf_state *tr_at; /* by instruction: the state of branches to it */
	unsigned tr_pushed;	    /* arguments of a call; the first is in the frame */
	uint64_t tr_second;	    /* the second one */
	uint32_t tr_done;	    /* label */
	bool tr_returned, tr_whole;
	unsigned tr_next;	      /* the next instruction's operation */
	struct dt_bpf_value tr_value; /* the result */
};

/* Loads the DIF register into the BPF register, and the other way round. */
void dt_bpf_get(struct dt_bpf_trans *, uint8_t bpf, unsigned dif);
void dt_bpf_put(struct dt_bpf_trans *, unsigned dif, uint8_t bpf, uint8_t kind, uint32_t str);
bool dt_bpf_is_number(const struct dt_bpf_trans *, unsigned dif);
/* bpftext.c. Each returns false if it can't. */
bool dt_bpf_scmp(struct dt_bpf_trans *, uint32_t insn);
bool dt_bpf_copyin(struct dt_bpf_trans *, uint32_t insn); /* and copyinstr() */
/* Assigns the register's string, or NULL, to the clause's string of that number. */
bool dt_bpf_local_text(struct dt_bpf_trans *, unsigned dif, uint32_t id);
/* The same, of the thread's variable. */
bool dt_bpf_thread_text(struct dt_bpf_trans *, unsigned dif, unsigned number);

#endif
