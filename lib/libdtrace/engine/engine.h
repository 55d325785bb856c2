/*
 * The engine: from an event to a record.
 *
 *   probe.c      registers providers; creates probes, finds them and matches them with descriptions
 *   enable.c     clauses become enabled clauses (ECBs) at the probes they match; variables get
 *                storage; each probe gets its capture plan
 *   enablelater.c the same for probes that a provider makes while tracing
 *   system.c     processes, threads and CPUs, as the feed's events report them (pool.c: their
 *                memory; procfs.c: from /proc)
 *   tap.c        what a recording sees
 *   timer.c      ticks on the stream's clock
 *   placement.c  which clauses run in the kernel
 *   fire.c       a firing: predicates and actions run, records are written, faults fire ERROR
 *   variables.c  built-in variables that the machine has no fast path for; the live process's
 *                memory
 *   argrecord.c  arguments that are records
 *   taskctx.c    the task context: registers, directories, control group, descriptors
 *   kernelfacts.c what a program reads as variables of the kernel
 *   destruct.c   stop(), raise(), chill()
 *   buffer.c     the principal buffer
 *   speculate.c  speculations
 *   agg.c        aggregations; agglayout.c their keys
 *   provider_state.c memory of providers, which keep none of their own
 *   census.c     which probes a trace fires
 *
 * Everything runs on one thread, so nothing is locked, and the consumer can be called whenever the
 * buffer is full or a record must be seen before the next event (printa, clear, ...). So nothing is
 * dropped here, and a printa prints exactly what was aggregated before it. Live, losses happen in
 * the kernel's rings and are counted there.
 *
 * The engine owns probes, ECBs, variables and the memory of records. Programs belong to the handle
 * and outlive the engine.
 */
#ifndef DT_ENGINE_H
#define DT_ENGINE_H

#include <signal.h>
#include "dtrace_provider.h"
#include "mach.h"
#include "program.h"
#include "options.h"
#include "index.h"
#include "agg.h"
#include "place.h"
#include "pool.h"
#include "record.h"

struct dt_ecb {
	struct dt_epdesc ec_desc;
	bool ec_sync;		 /* its record must be consumed at once */
	bool ec_locals;		 /* touches clause-local variables */
	bool ec_speculates;	 /* its record goes to a speculation */
	bool ec_logged;		 /* only what it reads is recorded */
	struct dt_site *ec_site; /* where it runs; NULL: here */
	bool ec_shadow;	   /* runs in the kernel; others read here what it assigns, so that it is
			   repeated for its assignments */
	uint8_t ec_number; /* among the probe's clauses that run in the kernel */
	struct dt_ecb *ec_next; /* at the same probe, in program order */
};

struct dt_probe {
	uint32_t pr_id;
	const struct dt_provider *pr_provider;
	char *pr_prov, *pr_mod, *pr_func, *pr_name; /* in the pool */
	struct dt_arg pr_args[DT_MAXARGS];
	unsigned pr_nargs;
	struct dif_argrecord *pr_records; /* DT_MAXARGS of them; NULL: no argument is a record */
	int pr_tag;
	struct dt_ecb *pr_ecbs, **pr_tail;
	const struct dt_tap *pr_tap; /* or NULL */
	bool pr_locals;
	bool pr_census, pr_fired; /* census: nothing is enabled, only pr_fired is set */
	struct dt_plan *pr_plan;  /* NULL until it is enabled and the engine prepared */
	struct base_link pr_link; /* of en_byname */
};

struct dt_timer {
	uint64_t tm_due, tm_period;
	dt_timer_fn *tm_fn;
	void *tm_arg;
};

/* Callbacks into the consumer. */
struct dt_engine_ops {
	void (*eo_drain)(void *); /* consume all records now */
	/* A clause faulted. action 0 is its predicate; offset is -1 if it is unknown. */
	void (*eo_fault)(void *, const struct dt_ecb *, unsigned action, int64_t offset, int fault,
		uint64_t addr);
	void (*eo_warn)(void *, const char *line);
	void (*eo_progress)(void *, uint64_t done, uint64_t total); /* may be NULL */
	void (*eo_image_load)(void *, uint32_t pid, uint64_t base, uint64_t size, uint64_t fileoff,
		const char *path, uint64_t now);
	void (*eo_image_known)(void *, uint32_t pid, uint64_t base, uint64_t size,
		const char *path);
	void (*eo_image_pdb)(void *, uint32_t pid, uint64_t base, const uint8_t guid[16],
		uint32_t age, const char *pdb);
	void (*eo_method)(void *, uint32_t pid, uint64_t start, uint64_t size, uint64_t module,
		const char *name);
	void (*eo_module)(void *, uint32_t pid, uint64_t module, const char *path);
	/*
	 * A record will contain user addresses of the process, which may have exited when they are
	 * printed. May be NULL.
	 */
	void (*eo_userpcs)(void *, uint32_t pid);
	void (*eo_image_unload)(void *, uint32_t pid, uint64_t base, uint64_t now);
	void (*eo_mapping)(void *, const struct dt_mapping *); /* may be NULL */
	bool (*eo_symbol)(void *, uint32_t pid, uint64_t pc, struct dt_symbol_at *); /* likewise */
	void (*eo_carried)(void *, const struct dt_symbol_at *, uint64_t size);
	/* dt_user_functions(); may be NULL */
	int (*eo_functions)(void *, uint32_t pid, const struct dt_userfuncs *);
	/* dt_user_linker(); may be NULL */
	bool (*eo_linker)(void *, uint32_t pid, struct dt_userlinker *);
	/* Whether the pattern is of the function, or of what its name demangles to. */
	bool (*eo_function_is)(const char *pattern, const char *name);
	/* dt_user_probes(); may be NULL */
	void (*eo_probes)(void *, uint32_t pid, const struct dt_userprobes *);
	/* may be NULL: no frames */
	unsigned (*eo_unwind)(void *, uint32_t pid, const struct dt_ustack *, uint64_t *pcs,
		unsigned max);
};

struct dt_buffer {
	uint8_t *bf_data;
	size_t bf_size, bf_used;  /* bytes of memory */
	size_t bf_room, bf_taken; /* what records count for: all there is, and what is taken */
	size_t bf_head, bf_end;	  /* ring: see reserve_ring() */
	bool bf_wrapped, bf_full;
};

enum dt_state {
	DT_IDLE,
	DT_ACTIVE,
	DT_STOPPING /* by exit(), or by the command */,
	DT_ENDING /* END runs */,
	DT_STOPPED
};

struct dt_drop_counts {
	uint64_t dc_dblerror, dc_spec, dc_specunavail;
};

struct dt_loss {
	const struct dt_probe *lo_probe; /* NULL: unknown */
	uint32_t lo_cpu;		 /* DT_NOID: not tied to a CPU */
	uint64_t lo_count;		 /* since it was last reported */
};

struct dt_engine {
	struct dt_ownstate *en_states; /* dt_engine_state() */
	const struct dt_engine_ops *en_ops;
	const struct dt_feed_ops *en_feedops;
	void (*en_maptap)(void *, const struct dt_mapping *); /* or NULL */
	void *en_maparg;
	bool (*en_logs)(const struct dt_probe *); /* clauses of such probes are only recorded */
	bool en_logged;				  /* there are some */
	uint64_t en_recording;			  /* dt_recording() */
	struct dt_feed *en_livefeed; /* to be told of exit(), and asked about threads; or NULL */
	void *en_arg;
	struct dt_options *en_opts;
	bool en_live;
	char en_error[512];

	struct dif_blocks en_pool;
	struct dt_system *en_sys;

	const struct dt_provider **en_added; /* dt_provider_add() */
	unsigned en_nadded;
	struct dt_feed *en_feed;
	struct dt_probe **en_probes; /* by id - 1 */
	uint32_t en_nprobes;
	struct base_index en_byname; /* struct dt_probe */
	struct dt_probe **en_models; /* dt_probe_model() */
	unsigned en_nmodels;
	struct dt_program **en_programs; /* that are enabled */
	unsigned en_nprograms;
	struct dt_probe *en_begin, *en_end, *en_errorprobe;

	struct dt_ecb **en_ecbs; /* by epid - 1 */
	uint32_t en_necbs;
	struct dt_places *en_places; /* NULL: everything runs here */

	uint32_t *en_created; /* the processes of -c */
	unsigned en_ncreated;

	struct dif_mach en_mach;
	kernel_t en_kernel; /* what doesn't change; hz 0: not read yet */
	struct dif_region en_regions[4];
	uint8_t *en_vars; /* storage of by-reference scalars */
	size_t en_varsize;
	bool en_inerror;

	struct dt_speculation *en_specs; /* by id - 1 */
	uint32_t en_nspecs, en_specrecsize;
	size_t en_specroom;  /* what the records of a CPU in one of them may count for */
	uint8_t *en_specrec; /* the record of the clause that speculates */
	uint64_t en_chillstart, en_chilled;
	uint64_t en_clausechill;      /* ns, in this clause */
	struct dt_buffer en_buf;      /* bufpolicy=switch */
	struct dt_buffer *en_cpubufs; /* fill and ring */
	uint32_t en_ncpubufs;
	int en_policy;
	uint32_t en_seq;   /* of the next record */
	size_t en_endroom; /* fill: reserved for END's records */
	bool en_filled;	   /* a fill buffer is full */
	struct dt_aggs *en_aggs;
	uint8_t *en_keybuf; /* the key of an aggregation, while it is being made */
	size_t en_keymax;

	struct dt_timer *en_timers;
	unsigned en_ntimers;
	uint64_t en_nextdue, en_now;
	int64_t en_wall;

	enum dt_state en_state;
	int en_exit;
	bool en_exited; /* exit() was seen */
	bool en_defer;	/* nobody has said yet where to print: records wait that have ec_sync */
	volatile sig_atomic_t en_interrupt; /* feeds return early */

	struct dt_drop_counts en_drops;
	struct dt_loss *en_losses;
	unsigned en_nlosses;
	unsigned en_nextloss; /* where a loss is sought first */
};

struct dt_engine *dt_engine_create(const struct dt_engine_ops *, void *arg, struct dt_options *,
	bool live);
void dt_engine_destroy(struct dt_engine *);

/* probe.c */
/*
 * Calls pv_provide, then fn for each match, in id order, until it returns non-zero. Returns how
 * many matches were seen.
 */
unsigned dt_probe_match(struct dt_engine *, const char *const field[4], uint32_t id,
	int (*fn)(struct dt_probe *, void *), void *);
const char *dt_probe_missing(struct dt_engine *,
	const char *prov); /* returns why the provider has no probes here, or NULL */
/* Whether the description means the probe. */
bool dt_probe_is(const struct dt_engine *, const struct dt_probe *, const char *const field[4]);

/* argrecord.c: sets pr_records; -1 with en_error */
int dt_argrecords_init(struct dt_engine *, struct dt_probe *);

/* enable.c */
/* -1 with en_error */
int dt_engine_enable(struct dt_engine *, struct dt_program *, unsigned *matched);
/*
 * Sets up variables, buffers and plans, and calls pv_enable for each enabled probe. Returns -1 with
 * en_error on failure.
 */
int dt_engine_prepare(struct dt_engine *);
/* These two: -1 with en_error. */
int dt_ecb_add(struct dt_engine *, struct dt_probe *, struct dt_clause *);
int dt_plan_probe(struct dt_engine *, struct dt_probe *);

/* enablelater.c: keeps the program, whose clauses may be enabled at later probes, too */
int dt_program_keep(struct dt_engine *, struct dt_program *);
/* As dt_probe_match(), of models. */
unsigned dt_models_match(struct dt_engine *, const char *const field[4],
	int (*fn)(struct dt_probe *, void *), void *arg);

/* placement.c */
/*
 * Sets ec_site of all ECBs. Returns -1 with en_error, also if option kernel=yes is set and a clause
 * has to run here.
 */
int dt_placement(struct dt_engine *);
void dt_placement_fini(struct dt_engine *);
/*
 * Sets ec_site of the ECBs of a probe that is new while tracing, as was decided for its model.
 * Returns -1 with en_error if it wasn't.
 */
int dt_placement_later(struct dt_engine *, struct dt_probe *);
int dt_placement_plan(struct dt_engine *, struct dt_probe *); /* pl_placed and what belongs to it */
/* The kernel's variables that clauses before this one assign, as bits of their numbers. */
uint32_t dt_placement_before(const struct dt_engine *, const struct dt_probe *,
	const struct dt_ecb *);
/* Whether the kernel changes what the clause's predicate reads, at the same event and before it. */
bool dt_placement_changes(const struct dt_engine *, const struct dt_probe *, const struct dt_ecb *);
/* Sites of a list of programs' clauses at the probes that they match; the caller frees pc_sites. */
int dt_placement_look(struct dt_engine *, const struct dt_program *, struct dt_places *);
static inline bool dt_runs_in_kernel(const struct dt_ecb *ec)
{
	return ec->ec_site && ec->ec_site->si_place == DT_PLACE_KERNEL;
}

void dt_variables_fini(struct dt_engine *);

/* procfs.c: what /proc says of dtrace itself; the thread is that of BEGIN, END and timers */
void dt_sys_read_own(struct dt_system *, thread_t *);

/* timer.c */
void dt_timers_start(struct dt_engine *, uint64_t now);

/* fire.c */
void dt_fire_dtrace(struct dt_engine *, struct dt_probe *); /* BEGIN, END */

/* buffer.c */
/*
 * Lowers a size to what there is memory for, and says so, or fails, as bufresize says. fits:
 * whether there is memory for the size; what is used later may be allocated as it is needed.
 */
typedef bool dt_fits_fn(struct dt_engine *, size_t size);
int dt_size_fit(struct dt_engine *, enum dt_option, const char *what, size_t least, size_t *size,
	dt_fits_fn *);
bool dt_fits(struct dt_engine *, size_t size); /* now */
/* A size option rounded down to what a buffer holds; -1 with en_error if that is nothing. */
int dt_room_option(struct dt_engine *, enum dt_option, const char *name, size_t *room);
int dt_buffers_init(struct dt_engine *); /* as the options say; -1 with en_error */
void dt_buffers_fini(struct dt_engine *);
/*
 * Space for a record, or NULL if there is none. It must be committed or forgotten before the next
 * one; a full switch buffer is drained first.
 */
void *dt_buffer_reserve(struct dt_engine *, uint32_t cpu, const struct dt_epdesc *);
void dt_buffer_commit(struct dt_engine *, struct dt_record *);
/* An enabled clause by its number, from 1. */
static inline struct dt_ecb *dt_engine_ecb(const struct dt_engine *en, uint32_t epid)
{
	return en->en_ecbs[epid - 1];
}

/* provider_state.c */
void dt_states_fini(struct dt_engine *);

/* census.c: from now on every probe notes whether it fires */
void dt_census_begin(struct dt_engine *);

/*
 * buffer.c: delivers and empties the buffers; those of fill and ring only after tracing has
 * stopped.
 */
void dt_buffer_walk(struct dt_engine *, void (*fn)(const struct dt_record *, void *), void *);
void dt_size_text(char *out, size_t len, uint64_t size); /* "1m", "10 bytes" */

/* speculate.c: to commit or discard an id that is not in use has no effect */
int dt_speculations_init(struct dt_engine *);
void dt_speculations_fini(struct dt_engine *);
uint32_t dt_speculation_new(struct dt_engine *); /* 0: none is free */
/*
 * Whether the speculation is in use and has room for a record of that size; lack of room is counted
 * as a drop. dt_speculation_add() of such a record then can't fail.
 */
bool dt_speculation_room(struct dt_engine *, int64_t id, uint32_t cpu, const struct dt_epdesc *);
void dt_speculation_add(struct dt_engine *, int64_t id, const struct dt_record *);
bool dt_speculation_commit(struct dt_engine *,
	int64_t id); /* true: its records must be consumed at once */
void dt_speculation_discard(struct dt_engine *, int64_t id);

/*
 * Whether the action acts while the clause runs, and records nothing: speculate(), commit(),
 * discard(), stop(), raise(), chill(), relog().
 */
static inline bool dt_acts_at_once(const struct dt_action *ac)
{
	unsigned cls = DT_ACT_CLASS(ac->ac_kind);

	return cls == DT_ACTCLASS_KERNELDESTR || cls == DT_ACTCLASS_SPECULATION ||
		cls == DT_ACTCLASS_TRACE || ac->ac_kind == DT_ACT_STOP ||
		ac->ac_kind == DT_ACT_RAISE;
}

/* destruct.c; returns false after a fault */
bool dt_destruct(struct dt_engine *, struct dt_firing *, unsigned kind, int64_t value);

/* kernelfacts.c */
bool dt_kernel_knows(const char *name, bool live); /* whether kernel_t has it */
uint64_t dt_kernel_facts(struct dif_mach *);

/* taskctx.c */
bool dt_taskctx_builtin(struct dif_mach *, uint32_t var, uint64_t index,
	uint64_t *value); /* false if it is not a variable of taskctx.c */
uint64_t dt_taskctx_ofile(struct dif_mach *, int32_t fd);
/* variables.c */
extern const struct dif_mach_ops dt_mach_ops;

/* procfs.c */
int32_t dt_proc_ppid(int32_t pid); /* from /proc, as it is now; -1 if there is no such process */

/* system.c */
void dt_own_context(struct dt_engine *,
	struct dt_firing *); /* fills in dtrace's own thread, for BEGIN, END and timers */
struct dt_system *dt_system_create(struct dt_engine *);
void dt_system_bound(struct dt_system *, uint32_t procs,
	uint32_t threads); /* limits of living records; 0: no limit */
void dt_system_destroy(struct dt_system *);

#endif
