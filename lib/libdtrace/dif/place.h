/*
 * Where clauses run: in the kernel when their probe fires, or in this process afterwards.
 *
 * A clause is kernel-complete if all that it reads is known at the probe and all that it does is
 * assign thread-local or clause-local scalars and strings, aggregate, or send a signal.  A
 * thread-local scalar is the kernel's if the kernel can do each of its assignments; a clause that
 * does more (prints) is then split: the kernel does the assignments, and the rest runs here.  A
 * thread-local string is the kernel's if all clauses that use it are kernel-complete.
 *
 * The kernel and the DIF machine must give the same answers.  Whatever could differ stays here.
 */
#ifndef DT_PLACE_H
#define DT_PLACE_H

#include "program.h"

enum dt_place { DT_PLACE_HERE, DT_PLACE_SPLIT, DT_PLACE_KERNEL };

/* What a program in the kernel can read when a probe fires. */
struct dt_reach {
	const char *re_why; /* not NULL: no clause runs there, because it (the probe) ... */
	bool re_begin;	    /* BEGIN: it has fired before any event */
	bool re_own;	/* dtrace's own thread fires it, which has its own thread-local variables */
	bool re_thread; /* the thread is known in the kernel, and with it its variables */
	bool re_signal; /* signals can be sent to the process */
	uint32_t re_user; /* bytes of the process's memory that are read at once; 0: none */
	bool re_repeats;  /* what of it isn't resident is read later: copyinstr() may yet succeed */
	uint8_t re_record; /* 1 + the number in args[] of a record that the program is given */
	bool re_stack, re_ustack; /* the stacks of the thread */
	uint64_t re_vars;	  /* bit n: the value of built-in variable 0x100 + n */
};

/* A clause at the probes that have the same reach. */
struct dt_site {
	const struct dt_clause *si_clause;
	struct dt_reach si_reach;
	enum dt_place si_place;
	uint64_t si_parts; /* SPLIT: bit n: the kernel does action n, or finds whether it faults */
	bool si_signals;   /* SPLIT: some of them send signals */
	bool si_faults;	   /* KERNEL: the kernel may hand the clause over, before any effect */
	char si_why[128];  /* not KERNEL: why, as in "runs here: prints" */
};

#define DT_PLACE_MAXVARS 32
#define DT_PLACE_MAXLOCALS 8
#define DT_PLACE_MAXGLOBALS 16
#define DT_PLACE_MAXTEXTS 4 /* strings of threads; as many of clauses */
#define DT_PLACE_MAXSEEN 8  /* variables of the kernel that the clauses of a probe read here */
struct dt_places {
	struct dt_site *pc_sites;
	unsigned pc_nsites;
	/* thread-local variables of the sites; those with kv_here are the DIF machine's */
	struct dt_kvar {
		uint32_t kv_id;
		struct dif_type kv_type;
		bool kv_here;
	} pc_vars[DT_PLACE_MAXVARS];
	unsigned pc_nvars;
	/* global scalars that the kernel reads; only BEGIN assigns them */
	uint32_t pc_globals[DT_PLACE_MAXGLOBALS];
	unsigned pc_nglobals;
	/* clause-local strings that the kernel keeps */
	uint32_t pc_texts[DT_PLACE_MAXTEXTS];
	unsigned pc_ntexts;
	bool pc_scalars; /* strings of threads are the DIF machine's */
};

/* Sets si_place, si_why and the variables. */
void dt_place(struct dt_places *);
/* Whether the object has an instruction `op` whose wide index is from `from` to `to`. */
bool dt_object_has(const struct dif_object *, unsigned op, uint32_t from, uint32_t to);
bool dt_clause_has(const struct dt_clause *, unsigned op, uint32_t from, uint32_t to);
/* Whether the clause reads (op LDTS, LDLS) or assigns (STTS, STLS) the variable. */
bool dt_clause_uses(const struct dt_clause *, unsigned op, uint32_t id);
/* The number of the variable among the kernel's, or -1: it is the DIF machine's. */
int dt_place_var(const struct dt_places *, uint32_t id);
/* Whether the clause reads or assigns a string of the thread that the kernel keeps. */
bool dt_place_uses_text(const struct dt_places *, const struct dt_clause *);
/* Of a variable of the kernel: its number among the strings, or -1: it is a scalar. */
int dt_place_text(const struct dt_places *, unsigned number);
/* The number of a clause-local string among the kernel's, or -1. */
int dt_place_localtext(const struct dt_places *, uint32_t id);
/* The number of the global variable among those that the kernel reads, or -1. */
int dt_place_global(const struct dt_places *, uint32_t id);

#endif
