/*
 * What the files of the Linux feed share. linux.h says which file does what.
 *
 * A record is a struct dt_rec, then the fixed part (8-byte slots at the variant's offsets), then
 * the varlen fields: stacks, user memory and others. A length slot holds the length of each, which
 * is padded to 8.
 *
 * Ownership: the feed owns its sources, a source owns its binds and variants; paths and strings are
 * copied.
 */
#ifndef DT_LINUX_LX_H
#define DT_LINUX_LX_H

#include "linux.h"
#include "bpfasm.h"
#include "bpfcall.h"
#include "index.h"
#include "mapped.h"
#include "frame.h"
#include "path.h"
#include "place.h"

#define DT_LX_VIEWS 8
#define DT_LX_FIELDS 24
#define DT_LX_SLOTS 96
#define DT_LX_VARIANTS 48
#define DT_LX_MEMSIZE 4096 /* bytes of one captured piece of user memory */
#define DT_LX_STRING 257   /* of a captured string, at least: strsize by default, and the NUL */
#define DT_LX_COMPUTED 128
#define DT_LX_MAXMEM (DT_PLAN_MAXMEM + DT_PLAN_MAXREADS + 64)
#define DT_LX_VARLENS (DT_PLAN_MAXMEM + DT_PLAN_MAXREADS + 3 + 2 * (5 + DT_PLAN_MAXFILES))
#define DT_LX_FRAMES 127 /* the kernel's limit on a stack */

struct dt_rec {
	uint64_t re_time;
	uint16_t re_source, re_variant;
	uint32_t re_select; /* or, of a source of the system table, DT_SWITCH_EARLY or 0 */
};

struct dt_varlen;
struct dt_lx_source;
struct dt_lx_event;

struct dt_syscallpath { /* "task->@syscall" */
	struct dt_path sp_task, sp_mm;
	int sp_off;
};

struct dt_slot {
	char sl_text[80];
	bool sl_syscall;
	union {
		struct dt_path sl_path;
		struct dt_syscallpath sl_sys;
	};
	uint16_t sl_off;
};

/* A kind of varlen field; a new one is a row like this and the code that adds it to a layout. */
struct dt_varlen_kind {
	/*
	 * Emits what puts the bytes at r8 + r9 and their number into slot vl_lenoff; r9 grows by
	 * the number, rounded up to 8.
	 */
	void (*vk_emit)(struct dt_asm *, struct dt_lx_source *, const struct dt_varlen *);
	/* What the bytes add to a firing of the field's view; NULL: nothing. */
	void (*vk_decode)(const struct dt_lx_event *, const struct dt_varlen *, const uint8_t *data,
		uint32_t len, struct dt_firing *);
	/* The stack that they are; NULL: none.  Valid until the next one. */
	struct dt_stack (*vk_stack)(const struct dt_lx_event *, const struct dt_varlen *,
		const uint8_t *data, uint32_t len);
};

struct dt_varlen {
	const struct dt_varlen_kind *vl_kind;
	uint16_t vl_lenoff; /* slot of the length in bytes; negative: the kernel couldn't read it */
	uint32_t vl_max;
	uint16_t vl_addr; /* MEM: slot of the address */
	uint16_t vl_size; /* MEM: slot of the size, cut to vl_max; 0: vl_max; RANGE: slot of the
			     end; UCOPY: of the process id */
	bool vl_string;
	bool vl_kernel; /* MEM: kernel memory */
	uint8_t vl_view;
	int32_t vl_fd;	   /* FILE: the descriptor, if vl_size is 0 */
	uint16_t vl_limit; /* FILE: slot of the descriptor table's size */
};

/*
 * Clauses in the kernel: kclause.c, kagg.c, kvar.c, kdrain.c.
 */
enum dt_kpart_kind {
	DT_KPART_NUMBER,
	DT_KPART_NAME,
	DT_KPART_CONST,
	DT_KPART_PROBE,
	DT_KPART_STRING, /* strsize bytes */
	DT_KPART_STACK,
	DT_KPART_USTACK, /* the process, then frames */
	DT_KPART_UADDR	 /* the address, then the process */
};
/* The scratch memory of a source, for each CPU: a string, then a key that the frame can't hold. */
#define DT_SCRATCH_ROOM(strsize) (((strsize) + 1 + 7) & ~7u)
/* Strings in scratch memory: what copyinstr() has read, those of clauses, "". The key follows. */
#define DT_SCRATCH_LOCAL 1
#define DT_SCRATCH_EMPTY(places) (DT_SCRATCH_LOCAL + (places)->pc_ntexts)
#define DT_SCRATCH_KEY(f) \
	(DT_SCRATCH_ROOM((f)->lf_strsize) * (DT_SCRATCH_EMPTY((f)->lf_places) + 1))
struct dt_kpart { /* of a key, as the kernel has it */
	uint8_t kp_kind;
	uint16_t kp_off, kp_size;
	uint64_t kp_value; /* of a fixed key */
};
struct dt_kagg { /* one place of the program that aggregates */
	const struct dt_action *ka_action;
	const struct dt_aggdesc *ka_desc;
	struct dt_kpart ka_parts[8];
	uint32_t ka_keysize;
	bool ka_scratch; /* the key is made in scratch memory */
	uint32_t ka_words;
	uint32_t ka_number; /* of its generation */
	/* cells, of one view: a row for each selector */
	struct dt_lx_source *ka_source;
	unsigned ka_view;
	uint32_t ka_cell, ka_rows; /* offset; rows 0: a hash */
	uint64_t *ka_was;	   /* at the last drain */
	int ka_fd, ka_outerfd;	   /* the present hash, and the map that has it */
	uint32_t ka_entries;
	struct base_index ka_seen; /* struct kseen */
	struct dt_kagg *ka_next;
	struct dt_kagg *ka_mate; /* in so_kaggs, if it has cells, or in lf_keyed */
};

/*
 * The shared area: a generation for each aggregation, the number of threads that have variables,
 * the global variables; then for each CPU (lf_areastride bytes) two counters of drops and cells.
 */
#define DT_KAREA_AGGDROPS 0
#define DT_KAREA_DYNDROPS 8
#define DT_KAREA_CELLS 16

/* What the code of a view's clauses is made with. */
struct dt_kclause {
	struct dt_asm *kc_asm;
	struct dt_lx_source *kc_source;
	unsigned kc_view;
	bool kc_notown; /* its thread isn't dtrace's own */
	const struct dt_plan *kc_plan;
	struct dt_path kc_task;
	uint32_t kc_fail; /* label, of the clause */
	void *kc_arg;	  /* of these two, as in struct dt_bpf_env */
	bool (*kc_load)(struct dt_asm *, void *, uint32_t var);
	bool (*kc_execname)(struct dt_asm *, void *, int16_t off);
};

#define DT_LX_NVARS 0x40 /* numbers of built-in scalar variables: 0x100 to 0x13f */
#define DT_LX_CAPTURED 8 /* variables of a firing that have no member in struct dt_firing */

/* Where in the record the parts of a view's firing are; 0: not captured. */
struct dt_viewmap {
	bool vm_used;
	uint16_t vm_vars_at[DT_LX_NVARS]; /* built-in variables by number - 0x100 */
	uint16_t vm_retval;
	struct dt_capturedvar {
		uint8_t cv_var;	       /* number - 0x100 */
		bool cv_optional;      /* value 0 means unknown */
	} vm_captured[DT_LX_CAPTURED]; /* what goes into fi_captured */
	unsigned vm_ncaptured;
	uint16_t vm_args[DT_MAXARGS];
	const struct dt_plan *vm_plan; /* of clauses in the kernel, or NULL */
	uint16_t vm_left;	       /* clauses left to the DIF machine */
	uint16_t vm_crossed;	       /* the thread's count of system calls */
	uint16_t vm_seen[DT_PLACE_MAXSEEN];
	uint8_t vm_firstseen; /* in the frame */
	uint32_t vm_vars;     /* DT_PLAN_* of the probes that use the view */
	bool vm_passall;      /* some enabling has no predicate */
};

/* An expression of a view's plan, in the order in which they are computed. */
struct dt_computed {
	struct dt_expr cp_expr;
	uint16_t cp_off;     /* its slot; 0: can't be computed in the kernel */
	uint16_t cp_a, cp_b; /* slots of its operands */
	uint8_t cp_view;
	uint8_t cp_bit; /* LOAD: the bit of va_status that is set if the read failed */
};

struct dt_predset {
	unsigned ps_view, ps_npreds;
	const struct dif_object *const *ps_preds;
};

struct dt_variant {
	struct dt_slot *va_slots; /* at most DT_LX_SLOTS */
	unsigned va_nslots;
	uint16_t va_fixed; /* bytes before the varlen fields */
	uint32_t va_max;   /* bytes with the longest varlen fields */
	struct dt_varlen va_varlens[DT_LX_VARLENS];
	unsigned va_nvarlens;
	struct dt_viewmap va_views[DT_LX_VIEWS];
	uint16_t va_fields[DT_LX_FIELDS];
	uint16_t va_facts[DT_LX_TASKS][DT_NFACTS]; /* of ls_tasks */
	struct dt_computed va_computed[DT_LX_COMPUTED];
	unsigned va_ncomputed, va_nloads;
	uint16_t va_status; /* slot */
	struct dt_predset va_preds[DT_LX_VIEWS];
	unsigned va_npreds;
	bool va_kernel; /* clauses run in the kernel */
	bool va_timed;	/* they read the time; nseen: of all views */
	unsigned va_nseen;
	bool va_passall; /* some enabling has no predicate, or every event is needed */
	bool va_offcpu;	 /* some view wants the stacks of threads that come back */
	const struct dt_plan *va_plan; /* of the first bind */
	unsigned va_view;
};

struct dt_lx_bind {
	struct dt_probe *bi_probe;
	const struct dt_plan *bi_plan; /* never NULL */
	unsigned bi_view;
	uint32_t bi_select;
	uint16_t bi_variant; /* from 1 */
};

/*
 * User memory that wasn't resident: the capture program passes dt_refault_wanted to the second
 * program, which passes what it read on to us, under dt_refault_key.
 */
#define DT_AGAIN_MAX 4 /* pieces of one event */
#define DT_AGAIN_STRING (1u << 31)
struct dt_refault_wanted { /* map key: the thread, tgid << 32 | tid */
	uint64_t aw_time, aw_mm;
	uint64_t aw_addr[DT_AGAIN_MAX]; /* 0: nothing to read */
	uint32_t aw_size[DT_AGAIN_MAX]; /* | DT_AGAIN_STRING */
};
struct dt_refault_key {
	uint64_t ak_time, ak_thread;
};
/* The map's value: int64_t lengths[DT_AGAIN_MAX], then the pieces, so_refaultsize bytes each. */

/* Layout of a tracepoint's record. Locations are its __data_loc and __rel_loc fields. */
#define DT_LX_LOCS 16
struct dt_tracefs_format {
	uint32_t tf_id;
	uint32_t tf_size; /* without the data that its locations point to */
	uint32_t tf_nlocs;
	struct {
		uint16_t lo_off;
		bool lo_relative; /* the offset counts from the end of the location itself */
	} tf_locs[DT_LX_LOCS];
};
const struct dt_tracefs_format *dt_tracefs_format(struct dt_engine *, const char *system,
	const char *event); /* NULL: can't be read */
#define DT_LX_RECORD 4096

struct dt_lx_source {
	const struct dt_linux_source *so_def;
	struct dt_linux_feed *so_feed;
	unsigned so_index;
	struct dt_lx_bind *so_binds;
	unsigned so_nbinds;
	struct dt_variant *so_variants;
	unsigned so_nvariants;
	uint32_t so_nselect;	     /* numbers in so_table and so_probes */
	uint8_t *so_table;	     /* selector -> variant, 0: not wanted */
	struct dt_probe **so_probes; /* view * so_nselect + selector -> probe */
	uint64_t *so_periods;	     /* DT_LX_CLOCK: by selector */
	uint64_t *so_due;	     /* DT_LX_CLOCK: last due time, by selector and CPU */
	uint32_t so_cell;	     /* its first in sh_lost */
	unsigned so_nviews;	     /* that have cells */
	uint64_t so_misses;	     /* dt_bpf_misses() when tracing began */
	unsigned so_state; /* DT_LX_STATE_* that it maintains; not 0: no event may be dropped */
	uint32_t so_btf_id;
	uint32_t so_types; /* BTF id of the prototype of ls_args; 0: they are plain numbers */
	int so_btf_fd;	   /* for a function of a module */
	bool so_records; /* its events may leave records, not only those of a clause that faults */
	bool so_dead;	 /* a function that can't be traced */
	bool so_raw;	 /* its program doesn't know the arguments' types */
	bool so_perf;	 /* attached by a perf event, because the tracepoint's record is wanted */
	const struct dt_tracefs_format *so_format; /* EVENT */
	int so_prog, so_tablefd, so_stagefd;
	int so_scratchfd;	 /* -1: its clauses need none */
	uint32_t so_scratchsize; /* 0 likewise */
	uint32_t so_refaultsize; /* longest piece; 0: nothing is read again */
	int so_wantedfd, so_foundfd, so_refaultstagefd, so_refaultprog;
	int so_touchfd, so_touchprog;
	uint8_t *so_refaultbuf; /* the last value found; so_refaultkey is its key */
	struct dt_refault_key so_refaultkey;
	int *so_links;
	unsigned so_nlinks;
	struct dt_kagg *so_kaggs;
	/* that has awaited it, and has the cells of its losses; NULL: it is one of the first */
	const struct dt_lx_source *so_awaited;
	struct dt_lx_source *so_next;
};

/* One ring's records, read a little ahead and sorted by time. */
#define DT_HEADS 16
struct dt_head {
	uint64_t hd_time;
	const uint8_t *hd_rec;
	uint32_t hd_len;
	uint64_t hd_start, hd_end; /* ring positions */
};
struct dt_reader {
	struct dt_ring rd_ring;
	struct dt_head rd_heads[DT_HEADS];
	unsigned rd_first, rd_nheads; /* in rd_heads */
	uint64_t rd_pos;	      /* end of the last record read */
	uint64_t rd_seen;	      /* latest time read */
	bool rd_busy;
};

struct dt_taskbuf { /* task context of one firing */
	struct dt_taskctx tb_ctx;
	uint64_t tb_uregs[DT_UREGNAMES];
	struct dt_captured tb_captured[DT_LX_CAPTURED], tb_kvars[DT_PLACE_MAXSEEN];
	size_t tb_used; /* bytes used in tb_text */
	char tb_text[32768];
};

/*
 * Memory that all programs share with us.
 *
 * Every capture program tests the switch first. It is turned on when all are attached and off
 * before the first is detached, so tracing begins and ends for all probes at once, and what is
 * captured or lost meanwhile is what counts. While /proc is read, before that, it is at
 * DT_SWITCH_EARLY: sources that maintain the system table leave records, which fire nothing.
 */
enum { DT_SWITCH_OFF, DT_SWITCH_ON, DT_SWITCH_EARLY = INT32_MIN };
struct dt_lx_shared {
	uint32_t sh_switch;
	/*
	 * [cpu][cell]: firings for whose records there was no room. Cell 0 changes with any other;
	 * a source has one for each view and selector, and then one for events that only the system
	 * table needed.
	 */
	volatile uint64_t sh_lost[] __attribute__((aligned(64)));
};

#define DT_OFFCPU_BUCKETS 1024

struct dt_loading { /* loading.c */
	bool ld_opened, ld_looked;
	struct dt_ring ld_ring;
	int ld_unloadingfd;
	struct dt_loadinglink {
		int ll_fd;
		uint32_t ll_pid;
	} * ld_links;
	unsigned ld_nlinks;
	pid_t ld_keeper; /* 0: none */
	int ld_keeperfd;
};
struct dt_loadingnote {
	uint32_t nt_pid;  /* that is stopped */
	uint32_t nt_root; /* the traced process that it is, or that has forked it */
};

struct dt_linux_feed {
	struct dt_feed lf_feed; /* first */
	struct dt_engine *lf_engine;
	struct dt_system *lf_sys;
	size_t lf_bufsize;
	int lf_cpu;
	uint32_t lf_tgid;   /* our own */
	int64_t lf_walloff; /* wall = stream time + this */
	struct dt_btf lf_btf;
	struct dt_taskbuf lf_where;
	/* a tracepoint's record, of one firing; dtrace's header is in the 4 bytes before it */
	uint8_t lf_record[8 + DT_LX_RECORD] __attribute__((aligned(8)));
	uint64_t lf_begin; /* when the switch was turned on; without sources, when BEGIN fired */
	bool lf_polled;
	struct dt_lx_source *lf_sources, **lf_byindex;
	unsigned lf_nsources;
	uint32_t lf_vars;    /* DT_PLAN_* of all plans */
	uint32_t lf_ncpu;    /* CPU numbers are below this */
	uint32_t lf_cpumask; /* of all CPU numbers: a power of 2, less 1 */
	struct dt_reader *lf_readers;
	unsigned lf_nreaders;
	int lf_outerfd, lf_sharedfd;
	struct dt_lx_shared *lf_shared;
	size_t lf_sharedsize;
	uint32_t lf_ncells;    /* in sh_lost, of each CPU */
	uint64_t *lf_reported; /* what of sh_lost was reported */
	uint64_t lf_unkept;    /* lost records that were no firings */
	struct dt_offcpu *lf_offcpu[DT_OFFCPU_BUCKETS];
	/* clauses in the kernel */
	const struct dt_places *lf_places; /* NULL: nothing runs in the kernel */
	struct dt_kagg *lf_kaggs, *lf_keyed;
	uint32_t lf_nkaggs, lf_nkvars, lf_cellsize;
	uint32_t lf_areahead, lf_areastride; /* bytes */
	int lf_areafd, lf_zerofd, lf_kvarfd; /* -1: not needed */
	uint64_t *lf_area;
	size_t lf_areasize, lf_keymax;
	uint32_t lf_strsize;
	uint64_t lf_aggdrops, lf_dyndrops; /* reported so far */
	uint32_t lf_threadsmax;		   /* that may have variables in the kernel */
	int lf_freeprog, lf_freelink;
	uint64_t *lf_words, *lf_worddiff;
	uint8_t *lf_keybuf, *lf_batchkeys, *lf_batchvalues;
	bool lf_idle;	     /* hardly any records come: it looks seldom */
	bool lf_refused;     /* the kernel has refused a program with clauses */
	bool lf_multi;	     /* the kernel has multi-uprobe links */
	bool lf_usyms;	     /* some plan records user addresses */
	bool lf_crosswanted; /* some plan reads memory later */
	int lf_crossfd, lf_crossprog, lf_crosslinks[2];
	int lf_followfd, lf_followlinks[2]; /* -1: forks aren't followed */
	struct dt_loading lf_loading;
	const uint64_t *lf_crossings; /* by thread; NULL: not counted */
	struct dt_mapped_feed lf_mapped;
	bool lf_unwind;		      /* user stacks are copied */
	const uint8_t *lf_unwoundrec; /* the record whose user stack is in lf_unwound */
	uint64_t lf_unwoundtime;
	unsigned lf_nunwound;
	uint64_t lf_unwound[DT_LX_FRAMES];
#define DT_WCHAN_BOUNDS 4
	uint64_t lf_wchan[DT_WCHAN_BOUNDS]; /* of the scheduler's functions: wchan.c */
	uint64_t lf_last;		    /* time of the last delivery */
	bool lf_running;
	struct base_table lf_notes;
};

struct dt_lx_event {
	struct dt_lx_source *ev_source;
	const struct dt_variant *ev_variant;
	const uint8_t *ev_rec;
	uint32_t ev_len;
	uint64_t ev_time;
	uint32_t ev_cpu;
	/* for dt_lx_firing(): buffers that the firing points to */
	struct dt_mem *ev_mem; /* DT_LX_MAXMEM */
	struct dt_taskbuf *ev_taskbuf;
};

/* variant.c */
struct dt_layout {
	struct dt_lx_source *ly_source;
	struct dt_variant *ly_variant;
	int ly_rc;
};
uint16_t dt_layout_slot(struct dt_layout *, const char *path, bool optional);
uint16_t dt_layout_var(struct dt_layout *, const struct dt_linux_view *, uint32_t var);
uint16_t dt_layout_entryarg(struct dt_layout *, const struct dt_linux_view *, unsigned n);
/* The slot of a variable of the kernel; 0: none. */
uint16_t dt_layout_kvar(const struct dt_layout *, unsigned view, unsigned number);
int dt_variants_make(struct dt_lx_source *); /* -1 after dt_fail() */
bool dt_view_path(const struct dt_linux_view *, uint32_t var, char *buf, size_t size);
/* writes the path of a built-in variable (enum dif_var); false: it has no plain path */
/* facts.c */
uint16_t dt_fact_slot(struct dt_layout *, const char *task, unsigned fact); /* 0: unknown here */
void dt_facts_layout(struct dt_layout *);
/* Sets the member of a thread that `runs`, or doesn't, from the value at the fact's path. */
void dt_fact_set(thread_t *, unsigned fact, uint64_t value, bool runs);
bool dt_syscall_path(struct dt_btf *, uint32_t types, const char *names, const char *text,
	struct dt_syscallpath *);
void dt_syscall_emit(struct dt_asm *, const struct dt_syscallpath *, int16_t to);
/* wchan.c */
void dt_wchan_open(struct dt_linux_feed *);
unsigned dt_wchan_frames(const struct dt_lx_source *); /* of the kernel's stack; 0: none */
/* varlen.c */
extern const struct dt_varlen_kind dt_varlen_mem;
/* Adds a field, or makes an equal one longer; if there is no room, it isn't captured. */
void dt_varlen_add(struct dt_layout *, struct dt_varlen);
void dt_varlen_layout(struct dt_layout *, const struct dt_plan *, unsigned view);
void dt_varlen_range(struct dt_layout *);
uint32_t dt_varlen_string(const struct dt_linux_feed *); /* most bytes of a captured string */
void dt_varlen_wchan(struct dt_layout *);
/* Emits reg = the size in bytes of a piece of memory. */
void dt_varlen_size(struct dt_asm *, const struct dt_varlen *, uint8_t reg);
/*
 * Emits r9 += reg, rounded up to 8, which skips what was just recorded. The mask gives the kernel's
 * verifier an upper bound.
 */
void dt_varlen_skip(struct dt_asm *, uint8_t reg, int32_t mask);
unsigned dt_kstack_skip(const struct dt_lx_source *); /* innermost frames that are the tracing's */
/*
 * Emits a walk of the user's stack into `size` bytes at [base + off]; r0 = bytes, or negative. At
 * the entry of a function, frames don't have its caller yet: it is added, unless the kernel does;
 * and the innermost is the function's start. Changes r0 to r5.
 */
void dt_ustack_walk(struct dt_asm *, const struct dt_lx_source *, uint8_t base, int16_t off,
	uint32_t size);
/* Emits a jump to `no` unless r1 is a frame of the kernel's loop over programs; changes r2. */
void dt_iterator_emit(struct dt_asm *, struct dt_lx_source *, uint32_t no);
#define DT_LX_VARLENMASK 0x1fff8
#define DT_LX_RECORDMASK 0x1ff8
/* The stacks of the running thread, whichever view wants them. */
void dt_varlen_stacks(const struct dt_lx_event *, struct dt_stack *k, struct dt_stack *u);
void dt_varlen_decode(const struct dt_lx_event *, unsigned view, struct dt_firing *);
/* denied.c */
bool dt_lx_is_denial(int err);
const char *dt_lx_missing(void); /* "CAP_BPF is missing", or NULL if nothing is missing */
int dt_lx_denied(struct dt_linux_feed *, const char *what, const char *name);
/* returns -1 after dt_fail(), which reports errno, what tracing requires and what is missing */
/* capture.c */
int dt_capture_load(struct dt_lx_source *); /* sets so_prog; -1 after dt_fail() */
/* touch.c: sets so_touchprog, unless it isn't needed or the kernel has no such programs */
void dt_touch_load(struct dt_lx_source *);
void dt_touch_fini(struct dt_lx_source *);
/* refault.c */
int dt_refault_prepare(struct dt_lx_source *); /* makes the maps, before the capture program */
int dt_refault_load(struct dt_lx_source *);    /* sets so_refaultprog */
void dt_refault_ask(struct dt_asm *, const struct dt_lx_source *, const struct dt_variant *);
/* in the capture program, after the record is sent; r8 is the staged record */
void dt_refault_fini(struct dt_lx_source *);
/*
 * Piece `ix` of the event's memory, or NULL if the second program hasn't run yet for the thread, or
 * couldn't read it either.
 */
const uint8_t *dt_refault_find(struct dt_lx_source *, uint64_t time, uint64_t thread, unsigned ix,
	uint32_t *len);
/* compute.c */
void dt_compute_layout(struct dt_layout *, const struct dt_plan *, unsigned view);
void dt_compute_emit(struct dt_asm *, const struct dt_variant *);
void dt_compute_firing(const struct dt_lx_event *, unsigned view, struct dt_firing *);
uint64_t dt_event_slot(const struct dt_lx_event *, uint16_t off);    /* event.c */
uint64_t dt_event_thread(const struct dt_lx_event *, unsigned view); /* tgid << 32 | tid */
/* event.c: adds a piece of memory to a firing, if there is room */
void dt_event_mem(const struct dt_lx_event *, struct dt_firing *, struct dt_mem);
uint16_t dt_layout_room(struct dt_variant *, uint32_t bytes); /* variant.c */
/* taskwalk.c */
struct dt_layout;
void dt_taskctx_layout(struct dt_layout *, const struct dt_plan *, unsigned view);
/* ucopy.c: a copy of the user registers and stack as a varlen field */
#define DT_UCOPY_SIZE (16u << 10) /* of the stack */
#define DT_UCOPY_MAX (DT_UREGS * 8 + DT_UCOPY_SIZE)
extern const struct dt_varlen_kind dt_varlen_ucopy;
/* offcpu.c */
void dt_offcpu_keep(struct dt_linux_feed *, uint32_t tid, const struct dt_stack *k,
	const struct dt_stack *u);
bool dt_offcpu_find(const struct dt_linux_feed *, uint32_t tid, struct dt_stack *k,
	struct dt_stack *u);
void dt_offcpu_drop(struct dt_linux_feed *, uint32_t tid);
void dt_offcpu_fini(struct dt_linux_feed *);
/* difbpf.c */
enum dt_bpf_kind {
	DT_BPF_NUMBER,
	DT_BPF_CONST,
	DT_BPF_PROBE,
	DT_BPF_EXECNAME,
	DT_BPF_COPY /* in scratch memory */,
	DT_BPF_COPYIN,
	DT_BPF_LOCAL,
	DT_BPF_THREAD,
	DT_BPF_CURCPU,
	DT_BPF_RECORD,
	DT_BPF_TAINT
};
struct dt_bpf_value {
	enum dt_bpf_kind bv_kind;
	uint32_t bv_str; /* LOCAL: the number among strings; THREAD: of the variable */
};
struct dt_bpf_env {
	const struct dif_object *be_obj;
	const struct dt_places *be_places; /* thread-local variables; may be NULL */
	uint32_t be_strsize;
	uint8_t be_record; /* as re_record */
	bool be_clause;	   /* variables may be assigned, clause-local ones read */
	uint32_t be_fail;  /* label */
	/* of the capture program, for the names of its probes */
	const struct dt_lx_source *be_source;
	unsigned be_view;
	void *be_arg;
	/*
	 * Emits a load of the variable into r0 (changes r0-r5). Returns false, and emits nothing,
	 * if it can't.
	 */
	bool (*be_load)(struct dt_asm *, void *, uint32_t var);
	/* Emits a copy of the 16 bytes of execname to [r10 + off]. */
	bool (*be_execname)(struct dt_asm *, void *, int16_t off);
	/* be_clause: emits the assignment of the value in the frame to the kernel's variable */
	void (*be_store)(struct dt_asm *, void *, unsigned number);
	/* be_clause: emits r0 = the global variable of that number */
	void (*be_global)(struct dt_asm *, void *, unsigned number);
};
/* The result is in r0. Returns false if something has no translation. */
bool dt_bpf_object(struct dt_asm *, const struct dt_bpf_env *, struct dt_bpf_value *);
/*
 * bpftext.c: makes a string in memory readable at [reg + *off]; NULL goes to be_fail. Changes r1
 * and r2.
 */
bool dt_bpf_text(struct dt_asm *, const struct dt_bpf_env *, struct dt_bpf_value, uint8_t reg,
	int16_t *off);
/* The provider (0), module, function or name (3) of a probe. */
const char *dt_probe_text(const struct dt_probe *, uint64_t which);
/* What kind of result the object of a clause has; TAINT: it has no translation. */
enum dt_bpf_kind dt_bpf_result(const struct dif_object *, const struct dt_places *);
/* Goes to `no` if the object certainly returns 0, else to be_fail. */
void dt_bpf_pred(struct dt_asm *, const struct dt_bpf_env *, uint32_t no);
static inline bool dt_lx_in_process(const struct dt_lx_source *so)
{
	enum dt_linux_kind kind = so->so_def->ls_kind;

	return kind == DT_LX_UENTRY || kind == DT_LX_URETURN || kind == DT_LX_UCODE ||
		kind == DT_LX_ULEAVE;
}
/* Adds, loads and attaches the sources of what the provider has found meanwhile. */
void dt_feed_more(struct dt_linux_feed *, const struct dt_provider *);
/* Keeps the link with the source; -1 if the link is -1, or there is no memory. */
int dt_source_link(struct dt_lx_source *, int fd);
/* A site's cookie is the selector, and from these bits on: */
#define DT_SITE_MARK 32	  /* 8 bits: how far after the function's start the site is */
#define DT_SITE_WALKED 40 /* the kernel's walk from there has the caller */
/* usites.c: attaches the program; -1 after dt_fail() */
int dt_sites_attach(struct dt_lx_source *);
/* follow.c */
int dt_follow_open(struct dt_linux_feed *); /* before the capture programs; -1 after dt_fail() */
void dt_follow_close(struct dt_linux_feed *);
/* Emits a jump to `no` unless the running process belongs to the source's; changes r0 to r5. */
void dt_follow_emit(struct dt_asm *, const struct dt_lx_source *, uint32_t no);
/* loading.c */
int dt_loading_open(struct dt_linux_feed *); /* when all is attached; -1 after dt_fail() */
void dt_loading_poll(struct dt_linux_feed *);
void dt_loading_nap(const struct dt_linux_feed *, uint64_t ns); /* ends when there is something */
void dt_loading_close(struct dt_linux_feed *);
bool dt_loading_admin(const struct dt_feed *); /* fo_admin */
/* keeper.c: -1 with errno */
int dt_keeper_start(struct dt_loading *);
void dt_keeper_continue(const struct dt_loading *, uint32_t pid); /* lets the process go on */
void dt_keeper_end(struct dt_loading *); /* when no process is stopped any more */
/* capture.c: whether its events have a selector, which is in the frame. */
bool dt_capture_selects(const struct dt_lx_source *);
/* kclause.c */
bool dt_kclause_timed(const struct dt_plan *); /* whether its clauses read the time */
bool dt_kclause_object(struct dt_kclause *, const struct dif_object *, struct dt_bpf_value *);
/* As dt_bpf_text(). */
bool dt_kclause_text(struct dt_kclause *, struct dt_bpf_value, uint8_t reg, int16_t *off);
/*
 * Emits the clauses of a view. wanted: it always wants a record. Returns false if
 * something has no translation.
 */
bool dt_kclause_view(struct dt_kclause *, unsigned firstseen, bool wanted);
/* kagg.c */
int dt_kagg_source(struct dt_lx_source *); /* notes what its clauses aggregate */
int dt_kagg_open(struct dt_linux_feed *);
int dt_kagg_renew(struct dt_kagg *); /* an empty hash; returns the old one, or -1 */
bool dt_kagg_emit(struct dt_kclause *, const struct dt_action *);
/* Emits the counting of a drop (DT_KAREA_*). */
void dt_karea_count(struct dt_asm *, const struct dt_linux_feed *, uint32_t what, uint32_t fail);
/* kvar.c */
/* Where the text of a string is in a thread's storage. */
uint32_t dt_kvar_text(const struct dt_places *, unsigned number, uint32_t strsize);
bool dt_kvar_wanted(struct dt_linux_feed *);  /* sets lf_nkvars */
void dt_kvar_globals(struct dt_linux_feed *); /* sets the global variables */
int dt_kvar_open(struct dt_linux_feed *);
void dt_kvar_close(struct dt_linux_feed *);
/* Emits r0 and the frame's storage = that of the task; false: the kernel doesn't trust the path. */
bool dt_kvar_find(struct dt_asm *, const struct dt_linux_feed *, const struct dt_path *task,
	bool create);
void dt_kvar_load(struct dt_asm *, unsigned number, uint8_t dst);
void dt_kvar_store(struct dt_asm *, const struct dt_linux_feed *, const struct dt_path *task,
	unsigned number);
/* kdrain.c */
int dt_karea_open(struct dt_linux_feed *); /* all memory of aggregations and variables */
void dt_karea_close(struct dt_linux_feed *);
void dt_kdrain(struct dt_feed *);
void dt_kforget(struct dt_feed *, uint32_t aggid);
/* crossing.c */
bool dt_crossing_wanted(const struct dt_plan *); /* or NULL */
void dt_crossing_open(struct dt_linux_feed *);	 /* before the layouts; counts from here on */
void dt_crossing_close(struct dt_linux_feed *);
void dt_crossing_layout(struct dt_layout *, const struct dt_plan *, unsigned view);
/* In the capture program; r8 is the record. */
void dt_crossing_emit(struct dt_asm *, const struct dt_linux_feed *, const struct dt_variant *);
bool dt_crossing_still(struct dt_feed *, const struct dt_firing *); /* fo_still */
/* reach.c */
void dt_linux_reach(struct dt_engine *, const struct dt_probe *, struct dt_reach *);
/* when.c: emits a jump to `no` unless the view fires; r6, r7 as in path.h, changes r1 and r2 */
void dt_when_emit(struct dt_asm *, struct dt_lx_source *, unsigned view, uint32_t no);
/*
 * loss.c.  dt_loss_early() lets the system table's sources run, dt_loss_begin() all, and sets
 * lf_begin; after dt_loss_end() no program runs any more, unless exit() was recorded: then it
 * doesn't matter.
 */
void dt_loss_early(struct dt_linux_feed *);
void dt_loss_place(struct dt_lx_source *); /* gives it its cells in sh_lost */
int dt_loss_open(struct dt_linux_feed *);
void dt_loss_close(struct dt_linux_feed *);
void dt_loss_begin(struct dt_linux_feed *);
void dt_loss_pause(struct dt_linux_feed *); /* nothing counts any more */
void dt_loss_end(struct dt_linux_feed *);
void dt_loss_report(struct dt_linux_feed *); /* reports what was lost since the last time */
void dt_loss_last(struct dt_linux_feed *);   /* and what is only known at the end */
/* order.c: delivers the records up to and including time `upto`, in order; returns how many */
void dt_reader_fill(struct dt_reader *);
unsigned dt_merge_deliver(struct dt_linux_feed *, uint64_t upto);
/* event.c */
void dt_event_deliver(struct dt_linux_feed *, const struct dt_reader *, const struct dt_head *);

#endif
