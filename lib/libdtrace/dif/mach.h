/*
 * The interpreter's environment. The engine owns one struct dif_mach, points it at a firing and
 * runs objects.
 *
 * A load may touch only the object's strings, the storage of variables, scratch memory, the
 * firing's payload, captured memory and the native records. Anything else is a fault: the object
 * ends, and ma_fault says why.
 */
#ifndef DT_MACH_H
#define DT_MACH_H

#include "dif.h"
#include "dtrace_provider.h"

struct dif_mach;
struct dif_dyn; /* the dynamic variable store: dif/dyn.c */

struct dif_region {
	uintptr_t rg_base, rg_end;
};

struct dif_slot {	   /* a global or clause-local scalar */
	uint64_t sl_value; /* the value; for by-reference types: non-0 once assigned */
	uint8_t *sl_store; /* storage of by-reference types, sl_size bytes; NULL for plain values */
	uint32_t sl_size;
	uint8_t sl_flags; /* DIF_TF_*; values are kept truncated to sl_width and extended */
	uint8_t sl_width; /* bytes of a plain value: 1 2 4 8 */
	bool sl_string;
};

/*
 * Of an argument that is a record: to D, argN is the address of the kernel's object, which is at
 * rk_key in the record; args[] are the record itself.
 */
struct dif_argrecord {
	uint16_t rk_key, rk_size; /* rk_size 0: not a record */
};

/* callbacks of the engine for what isn't in the firing */
struct dif_mach_ops {
	/*
	 * variables without a fast path in exec.c; may set ma_fault; a string is an address in a
	 * readable region
	 */
	uint64_t (*mo_builtin)(struct dif_mach *, uint32_t var, uint64_t index);
	/*
	 * reads user memory of the live process that wasn't captured at the event; false: the
	 * caller sets ma_fault
	 */
	bool (*mo_copyin)(struct dif_mach *, uint64_t uaddr, void *dst, size_t len);
	bool (*mo_copyinstr)(struct dif_mach *, uint64_t uaddr, char *dst, size_t size);
	bool (*mo_copyout)(struct dif_mach *, uint64_t uaddr, const void *src, size_t len);
	/* the ofile_t of a descriptor of the firing's process, in scratch; 0 after a fault */
	uint64_t (*mo_ofile)(struct dif_mach *, int32_t fd);
	/* a kernel_t in scratch; 0 after a fault */
	uint64_t (*mo_kernel)(struct dif_mach *);
	/* whether the firing's process is pid or a descendant of it */
	bool (*mo_progenyof)(struct dif_mach *, int32_t pid);
	/* writes a text about the event (enum dt_word) to buf and returns its length */
	size_t (*mo_text)(struct dif_mach *, int word, const char *arg, char *buf, size_t size);
	int64_t (*mo_number)(struct dif_mach *, int word, const char *arg);
	/* the id of a new speculation; 0: none is free */
	uint32_t (*mo_speculation)(struct dif_mach *);
};

struct dif_mach {
	const struct dif_mach_ops *ma_ops;
	void *ma_arg; /* the ops' own */
	const struct dt_firing *ma_fi;
	const struct dif_argrecord *ma_argrecords; /* DT_MAXARGS of them, or NULL: there are none */
	uint32_t ma_epid, ma_probeid;
	const char *ma_probeprov, *ma_probemod, *ma_probefunc,
		*ma_probename; /* in readable regions */
	uint32_t ma_strsize;   /* characters of a string, without its NUL */

	struct dif_slot *ma_globals; /* index id - DIF_VAR_OTHER_UMIN */
	uint32_t ma_nglobals;
	struct dif_slot *ma_locals; /* index id */
	uint32_t ma_nlocals;
	struct dif_slot *ma_arrays; /* arrays of LDGA/STGA, index id - DIF_VAR_ARRAY_UMIN: sl_size /
				       sl_width elements */
	uint32_t ma_narrays;
	struct dif_dyn *ma_dyn; /* thread-local scalars and all associative arrays */

	uint8_t *ma_scratch, *ma_scratch_end;
	uint8_t *ma_scratch_cur; /* reset for every firing */

	struct dif_region *ma_regions; /* few, in any order; the engine keeps them current */
	uint32_t ma_nregions;
	struct dif_region *ma_strings; /* string constants of all objects */
	uint32_t ma_nstrings;
	/* the object that ran last, whose string constants are looked at first */
	const struct dif_object *ma_obj;

	/* outcome */
	uint16_t ma_fault;     /* 0 none, DIF_FLT_* */
	bool ma_faulted;       /* test this: DIF_FLT_UNKNOWN is 0 */
	uint64_t ma_faultaddr; /* address or illegal value */
	uint32_t ma_faultpc;   /* instruction */
	uint64_t ma_rand;      /* state of rand() */
	/* the string that strtok() splits, ma_strsize bytes; valid for one firing */
	char *ma_tok;
	uint32_t ma_toklen, ma_tokpos;
};

/* Decodes a verified object, so that it can run. Idempotent. Returns -1 if there is no memory. */
int dif_prepare(struct dif_object *);

void dif_unprepare(struct dif_object *);

/* Gives a thread-local scalar of the firing's thread a value. */
void dif_thread_set(struct dif_mach *, uint32_t id, uint64_t value);

/* Runs an object and returns its value; check ma_faulted. All registers start as 0. */
uint64_t dif_run(const struct dif_object *, struct dif_mach *);

/* Checked access for actions: true if [addr, addr+len) may be read. */
bool dif_readable(const struct dif_mach *, uint64_t addr, size_t len);
/*
 * Copies a string value to dst[size], zero-filling: its NUL is there only if it is shorter. Faults
 * when it isn't readable.
 */
bool dif_copy_string(struct dif_mach *, uint64_t addr, char *dst, size_t size);
bool dif_copy_bytes(struct dif_mach *, uint64_t addr, void *dst, size_t size);
/*
 * Allocates scratch memory, 8-aligned, which lasts until the end of the clause. NULL after an
 * out-of-scratch fault.
 */
void *dif_scratch(struct dif_mach *, uint64_t size);
/* Copies a string to scratch, cut to fit, and returns its address; 0 after a fault. */
uint64_t dif_put_text(struct dif_mach *, const char *, size_t);
void dif_set_fault(struct dif_mach *, enum dif_fault, uint64_t addr);

/* The key of a thread's variables in the dynamic store: for dif_dyn_thread_exit(). */
uint64_t dif_thread_key(const struct thread *, uint32_t cpu);

/*
 * Dynamic variables: thread-local scalars and associative arrays, in one table bounded by bytes
 * (dynvarsize). An element whose value becomes 0 (NULL) is freed.  Storage of by-reference values
 * is a readable region: the store is one reserved address range.
 */
struct dif_dyn *dif_dyn_create(size_t bytes, uint32_t strsize);
void dif_dyn_destroy(struct dif_dyn *);
struct dif_region dif_dyn_region(const struct dif_dyn *);
uint64_t dif_dyn_drops(struct dif_dyn *); /* since the last call */

struct dif_key {	   /* one component of a tuple */
	uint64_t ky_value; /* by value, or the address of ky_size bytes */
	uint32_t ky_size;  /* 0: by value (8 bytes) */
	bool ky_string;	   /* compare up to the NUL, at most ky_size */
};
/*
 * Finds an element's data (dsize bytes, 8-aligned); if create, makes it, zeroed. NULL: absent, or
 * dropped. A script's stores can write only to data of more than 8 bytes, so ask for more if the
 * script gets its address. id: the variable; thread: 0 for globals, otherwise a key that is unique
 * to the thread.
 */
void *dif_dyn_find(struct dif_dyn *, uint32_t id, uint64_t thread, const struct dif_key *,
	unsigned nkeys, size_t dsize, bool create);
void dif_dyn_remove(struct dif_dyn *, uint32_t id, uint64_t thread, const struct dif_key *,
	unsigned nkeys);
bool dif_dyn_writable(const struct dif_dyn *, uint64_t addr,
	size_t len); /* whether the range is inside one element's data */
void dif_dyn_thread_exit(struct dif_dyn *,
	uint64_t thread); /* frees all elements of a thread, now or later */

#endif
