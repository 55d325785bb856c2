/*
 * etw_clr.h - the events of the .NET runtime (CLR): Microsoft-Windows-DotNETRuntime and the
 * rundown that goes with it.
 *
 * clr_layout.c says what stands in a payload, event by event and version by version; clr.c reads
 * and writes any of them by that table. An event decodes into struct etw_clr: cl_kind says which
 * member of the union is filled. A field that the event's version does not have is 0, or a text
 * with tx_s NULL.
 *
 * Texts and lists point into the payload and live as long as the event.
 */
#ifndef ETW_CLR_H
#define ETW_CLR_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct etw_guid etw_clr_runtime; /* e13c0d23-ccbc-4e12-931b-d9cc2eee27e4 */
extern const struct etw_guid etw_clr_rundown; /* a669021c-c450-4609-a035-5af59af4df18 */

struct etw_text {
	const uint8_t *tx_s; /* UTF-16LE, or 8-bit if tx_ansi; not terminated; NULL: none */
	uint32_t tx_len;     /* units, or bytes */
	uint32_t tx_ansi;
};

struct etw_list { /* elements as they stand in the payload */
	const uint8_t *ls_data;
	uint32_t ls_count, ls_bytes;
};

enum etw_clr_kind {
	ETW_CLR_NONE,	   /* not an event that the table knows */
	ETW_CLR_GC,	   /* 1 start 2 end 3 restarted 7 restart 8 suspended 9 suspend
			      11 12 threads 13 finalized 14 finalize 35 triggered */
	ETW_CLR_HEAP,	   /* 4 */
	ETW_CLR_SEGMENT,   /* 5 create 6 free */
	ETW_CLR_ALLOC,	   /* 10 */
	ETW_CLR_POOL,	   /* 44-47 I/O threads, 50-53 worker threads */
	ETW_CLR_ADJUST,	   /* 54 sample 55 adjustment 56 statistics of the thread pool */
	ETW_CLR_EXCEPTION, /* 80 */
	ETW_CLR_LOCK,	   /* 81 contention 91 its end */
	ETW_CLR_STACK,	   /* 82 */
	ETW_CLR_MEMORY,	   /* 83 allocated 84 survived, by application domain */
	ETW_CLR_THREAD,	   /* 85 created 86 terminated 87 enters a domain; rundown 159 */
	ETW_CLR_STUB,	   /* 88 made 89 found */
	ETW_CLR_METHOD,	   /* 137-144, 145 is to be compiled; rundown 141-144 */
	ETW_CLR_MODULE,	   /* 149-153; rundown 151-154 */
	ETW_CLR_ASSEMBLY,  /* 154 155; rundown 155 156 */
	ETW_CLR_APPDOMAIN, /* 156 157; rundown 157 158 */
	ETW_CLR_RANGE,	   /* 158; rundown 160 161 */
	ETW_CLR_SIGNATURE, /* 181-184 */
	ETW_CLR_CALL,	   /* 185 186 192 inlining, 188 189 191 tail calls */
	ETW_CLR_RUNTIME,   /* 187 */
	ETW_CLR_OTHER	   /* the rest: numbers in the order of the fields */
};

struct etw_clr_gc {
	uint32_t gc_count;	/* which collection; how many finalizers (13) */
	uint32_t gc_generation; /* 1, 2 */
	uint32_t gc_reason;	/* 1, 9, 35: why */
	uint32_t gc_type;	/* 1: 0 blocking 1 background 2 blocking during background */
	uint64_t gc_seq;	/* 1, v2+: of whoever asked for it */
};

struct etw_clr_heap { /* by generation; 3 large objects, 4 pinned objects */
	uint64_t hp_size[5], hp_promoted[5];
	uint64_t hp_finalsize, hp_finalcount;
	uint32_t hp_pinned, hp_syncblocks, hp_handles;
};

struct etw_clr_segment {
	uint64_t sg_addr, sg_size;
	uint32_t sg_type; /* 0 small 1 large 2 read-only 3 pinned objects */
};

struct etw_clr_alloc {
	uint64_t al_amount;	 /* bytes since the last tick */
	uint32_t al_kind;	 /* 0 small 1 large 2 pinned */
	uint32_t al_heap;	 /* v2+ */
	uint64_t al_typeid;	 /* v2+ */
	uint64_t al_addr;	 /* v3+ */
	uint64_t al_size;	 /* of the object; v4 */
	struct etw_text al_type; /* v2+ */
	uint32_t al_amount32;	 /* as it stands first in the payload */
};

struct etw_clr_pool {
	uint32_t po_active, po_retired;
};

struct etw_clr_adjust {
	double ad_throughput; /* 54 sample, 55 average, 56 now */
	uint32_t ad_threads;  /* 55: new number of workers */
	uint32_t ad_reason;   /* 55 */
	double ad_duration, ad_threadwave, ad_throughputwave, ad_error, ad_averageerror, ad_ratio,
		ad_confidence, ad_control; /* 56 */
	uint32_t ad_magnitude;		   /* 56 */
};

struct etw_clr_exception { /* v1; v0 says nothing */
	struct etw_text ex_type, ex_message;
	uint64_t ex_pc;
	uint32_t ex_hresult;
	uint32_t ex_flags; /* 1 has inner 2 nested 4 rethrown 8 corrupted state 16 CLS compliant */
};

struct etw_clr_lock {
	uint32_t lk_flags;		       /* 0 managed 1 native */
	uint64_t lk_lock, lk_object, lk_owner; /* 81 v2 */
	double lk_duration;		       /* ns; 91 v1 */
};

struct etw_clr_stack {
	struct etw_list st_frames; /* pointers, leaf first */
};

struct etw_clr_memory {
	uint64_t me_domain, me_bytes;
	uint64_t me_process; /* 84: survived in the whole process */
};

struct etw_clr_thread {
	uint64_t th_id, th_domain;
	uint32_t th_flags;	   /* 85: 1 GC 2 finalizer 4 pool worker */
	uint32_t th_index, th_tid; /* 85 */
};

struct etw_clr_stub {
	uint64_t sb_module, sb_method;
	uint32_t sb_flags; /* 88 */
	uint32_t sb_token;
	struct etw_text sb_namespace, sb_name, sb_signature;
	struct etw_text sb_native, sb_stub, sb_code; /* 88 */
};

struct etw_clr_method {
	uint64_t mt_id, mt_module;
	uint64_t mt_start; /* of its code; not 145 */
	uint32_t mt_size;  /* of its code; 145: of its IL */
	uint32_t mt_token;
	uint32_t mt_flags; /* 1 dynamic 2 generic 4 generic code 8 jitted; not 145 */
	struct etw_text mt_namespace, mt_name, mt_signature; /* verbose ones, and 145 */
	uint64_t mt_rejit;				     /* v2+ */
};

struct etw_clr_module {
	uint64_t md_id, md_assembly;
	uint64_t md_domain; /* of a domain module */
	uint32_t md_flags;  /* 1 domain neutral 2 native 4 dynamic 8 manifest */
	uint32_t md_reserved;
	struct etw_text md_ilpath, md_nativepath;
	struct etw_guid md_pdb, md_nativepdb; /* v2 */
	uint32_t md_pdbage, md_nativepdbage;
	struct etw_text md_pdbpath, md_nativepdbpath;
};

struct etw_clr_assembly {
	uint64_t as_id, as_domain;
	uint64_t as_binding; /* v1 */
	uint32_t as_flags;   /* 1 domain neutral 2 dynamic 4 native 8 collectible */
	struct etw_text as_name;
};

struct etw_clr_appdomain {
	uint64_t ap_id;
	uint32_t ap_flags; /* 1 default 2 executable 4 shared */
	uint32_t ap_index; /* v1 */
	struct etw_text ap_name;
};

struct etw_clr_range {
	uint64_t rg_module;
	uint32_t rg_begin, rg_size; /* relative to the module's image */
	uint32_t rg_type;	    /* 4 cold */
};

struct etw_clr_signature {
	uint32_t sn_flags, sn_error;
	struct etw_text sn_name; /* of an assembly, of a module's file */
};

struct etw_clr_call {
	struct etw_text ca_method[3]; /* being compiled: namespace, name, signature */
	struct etw_text ca_caller[3];
	struct etw_text ca_callee[3];
	uint32_t ca_always;	   /* inlining: never will be; tail call: has the prefix */
	uint32_t ca_type;	   /* 188: 0 optimized 1 recursive 2 helper */
	struct etw_text ca_reason; /* of a failure */
};

struct etw_clr_info {
	uint16_t ri_sku; /* 1 desktop 2 core */
	uint16_t ri_bcl[4], ri_vm[4];
	uint32_t ri_flags;
	uint32_t ri_mode; /* 1 managed program 2 hosted 4 C++ 8 COM activated 16 other */
	struct etw_text ri_command, ri_path;
	struct etw_guid ri_com;
};

#define ETW_CLR_NUMBERS 16

struct etw_clr_other {
	uint64_t ot_num[ETW_CLR_NUMBERS];
	struct etw_text ot_name;
	struct etw_list ot_list[2];
};

struct etw_clr {
	enum etw_clr_kind cl_kind;
	uint32_t cl_instance; /* which runtime of the process */
	uint32_t cl_left;     /* bytes of the payload that the table does not explain */
	union {
		struct etw_clr_gc cl_gc;
		struct etw_clr_heap cl_heap;
		struct etw_clr_segment cl_segment;
		struct etw_clr_alloc cl_alloc;
		struct etw_clr_pool cl_pool;
		struct etw_clr_adjust cl_adjust;
		struct etw_clr_exception cl_exception;
		struct etw_clr_lock cl_lock;
		struct etw_clr_stack cl_stack;
		struct etw_clr_memory cl_memory;
		struct etw_clr_thread cl_thread;
		struct etw_clr_stub cl_stub;
		struct etw_clr_method cl_method;
		struct etw_clr_module cl_module;
		struct etw_clr_assembly cl_assembly;
		struct etw_clr_appdomain cl_appdomain;
		struct etw_clr_range cl_range;
		struct etw_clr_signature cl_signature;
		struct etw_clr_call cl_call;
		struct etw_clr_info cl_info;
		struct etw_clr_other cl_other;
	};
};

/*
 * What a runtime or rundown event says. 0; or -1 and etw_decode_error(). An event that the table
 * does not know, or of another provider, is ETW_CLR_NONE, and no error.
 */
int etw_decode_clr(const struct etw_event *ev, struct etw_clr *out);
/* Appends the event ev_id of ev_provider (one of the two), in ev_version and ev_ptrsize. */
int etw_write_clr(struct etw_writer *w, struct etw_event *ev, const struct etw_clr *cl);
/* A frame of ETW_CLR_STACK. */
uint64_t etw_clr_frame(const struct etw_event *ev, const struct etw_clr_stack *st, uint32_t i);

#ifdef __cplusplus
}
#endif
#endif
