/*
 * etw_clr_types.h - records of .NET runtime events. Events with the same data share a struct. D
 * scripts see them as args[0] of dnet's probes; etw_decode_record() fills them.
 *
 * The file has only plain declarations, because the D compiler parses it, too. To D, a char pointer
 * is a string. Texts are UTF-8 and never NULL; GUIDs are text. Members that the event's version
 * doesn't have are 0 or "". *_instance distinguishes several runtimes in one process.
 */
#ifndef ETW_CLR_TYPES_H
#define ETW_CLR_TYPES_H

#include <stdint.h>

typedef struct netrt {
	uint32_t ri_instance;
	uint32_t ri_sku; /* NET_SKU_* */
	char *ri_bcl;	 /* version of the class library */
	char *ri_vm;	 /* version of the virtual machine */
	uint32_t ri_flags;
	uint32_t ri_mode; /* started by: 1 a managed program, 2 a host, 4 C++, 8 COM, 16 other */
	char *ri_command;
	char *ri_path; /* of the runtime's DLL */
	char *ri_com;  /* GUID of the object, if COM started it */
} netrt_t;

typedef struct netexcp {
	uint32_t ex_instance;
	char *ex_type;
	char *ex_message;
	uint32_t ex_hresult;
	uint32_t ex_flags; /* NET_EXCP_* */
	uint64_t ex_pc;
} netexcp_t;

typedef struct netlck {
	uint32_t lk_instance;
	uint32_t lk_flags; /* NET_LOCK_* */
	uint64_t lk_lock;  /* start of a wait: this and the next two; v2+ */
	uint64_t lk_object;
	uint64_t lk_owner;    /* thread */
	uint64_t lk_duration; /* end of a wait: ns; v1+ */
} netlck_t;

typedef struct netthrinfo {
	uint32_t ti_instance;
	uint32_t ti_active; /* threads of the pool */
	uint32_t ti_retired;
} netthrinfo_t;

typedef struct netadj { /* all values except threads, reason and magnitude are thousandths */
	uint32_t ad_instance;
	int64_t ad_throughput; /* items per second: a sample, the average, the current value */
	uint32_t ad_threads;   /* new number of workers */
	uint32_t ad_reason;
	int64_t ad_duration;
	int64_t ad_threadwave;
	int64_t ad_throughputwave;
	int64_t ad_error;
	int64_t ad_averageerror;
	int64_t ad_ratio;
	int64_t ad_confidence;
	int64_t ad_control;
	uint32_t ad_magnitude;
} netadj_t;

typedef struct netmethod {
	uint32_t mt_instance;
	char *mt_namespace; /* with the class; "" in the static probes */
	char *mt_name;
	char *mt_signature;
	uint64_t mt_id;
	uint64_t mt_module;
	uint64_t mt_start; /* address of its code; 0 before it is compiled */
	uint32_t mt_size;  /* of its code; of its IL before it is compiled */
	uint32_t mt_token;
	uint32_t mt_flags; /* NET_METHOD_* */
	uint64_t mt_rejit;
} netmethod_t;

typedef struct netcall { /* a call that was, or wasn't, inlined or replaced by a jump */
	uint32_t ca_instance;
	char *ca_namespace; /* the method being compiled */
	char *ca_name;
	char *ca_signature;
	char *ca_caller_namespace;
	char *ca_caller;
	char *ca_caller_signature;
	char *ca_callee_namespace;
	char *ca_callee;
	char *ca_callee_signature;
	uint32_t ca_always; /* inline-fail: never inlined; tailcall: it has the tail prefix */
	uint32_t ca_type;   /* tailcall-success: 0 optimized, 1 recursive, 2 by a helper */
	char *ca_reason;    /* of a failure */
} netcall_t;

typedef struct netirop {
	uint32_t sb_instance;
	uint64_t sb_module;
	uint64_t sb_method; /* the stub */
	uint32_t sb_flags;
	uint32_t sb_token;
	char *sb_namespace; /* the managed method */
	char *sb_name;
	char *sb_signature;
	char *sb_native; /* stub-gen: signature of the native method */
	char *sb_stub;	 /* stub-gen: signature of the stub */
	char *sb_code;	 /* stub-gen: code of the stub */
} netirop_t;

typedef struct netthr {
	uint32_t th_instance;
	uint64_t th_id; /* the runtime's own id */
	uint64_t th_domain;
	uint32_t th_flags; /* thr-create: NET_THREAD_* */
	uint32_t th_index; /* thr-create */
	uint32_t th_tid;   /* thr-create: the system's thread id */
} netthr_t;

typedef struct netmem {
	uint32_t me_instance;
	uint64_t me_domain;
	uint64_t me_bytes;   /* allocated so far; mem-survive: survived the last collection */
	uint64_t me_process; /* mem-survive: the same for all domains */
} netmem_t;

typedef struct netsig {
	uint32_t sn_instance;
	uint32_t sn_flags;
	uint32_t sn_error; /* HRESULT */
	char *sn_name;	   /* of the assembly; authcode: of the file */
} netsig_t;

typedef struct netappdom {
	uint32_t ap_instance;
	uint64_t ap_id;
	uint32_t ap_flags; /* 1 default, 2 executable, 4 shared */
	uint32_t ap_index;
	char *ap_name;
} netappdom_t;

typedef struct netassm {
	uint32_t as_instance;
	uint64_t as_id;
	uint64_t as_domain;
	uint64_t as_binding;
	uint32_t as_flags; /* 1 domain neutral, 2 dynamic, 4 native, 8 collectible */
	char *as_name;	   /* fully qualified */
} netassm_t;

typedef struct netmodule {
	uint32_t md_instance;
	uint64_t md_id;
	uint64_t md_assembly;
	uint32_t md_flags; /* 1 domain neutral, 2 native, 4 dynamic, 8 manifest */
	char *md_ilpath;
	char *md_nativepath;
	char *md_pdb; /* GUID of its symbols; followed by age and path; v2+ */
	uint32_t md_pdbage;
	char *md_pdbpath;
	char *md_nativepdb;
	uint32_t md_nativepdbage;
	char *md_nativepdbpath;
} netmodule_t;

typedef struct netrange {
	uint32_t rg_instance;
	uint64_t rg_module;
	uint32_t rg_begin; /* offset in the module's image */
	uint32_t rg_size;
	uint32_t rg_type;
} netrange_t;

typedef struct netgc {
	uint32_t gc_instance;
	uint32_t gc_count;	/* gc-start, gc-end, suspend-start: number of the collection;
			      finalizer-end: finalizers that ran */
	uint32_t gc_generation; /* gc-start, gc-end */
	uint32_t gc_reason;	/* gc-start: NET_GC_*; suspend-start: NET_SUSPEND_* */
	uint32_t gc_type;	/* gc-start: NET_GC_BLOCKING ... */
	uint64_t gc_sequence;	/* gc-start: number given by the requester */
} netgc_t;

typedef struct netgcheapstat { /* bytes, after a collection */
	uint32_t hs_instance;
	uint64_t hs_gen0;
	uint64_t hs_gen1;
	uint64_t hs_gen2;
	uint64_t hs_large;
	uint64_t hs_pinned; /* v2+ */
	uint64_t hs_promoted0;
	uint64_t hs_promoted1;
	uint64_t hs_promoted2;
	uint64_t hs_promoted_large;
	uint64_t hs_promoted_pinned;
	uint64_t hs_final_size; /* ready for finalization */
	uint64_t hs_final_count;
	uint32_t hs_pins; /* pinned objects */
	uint32_t hs_syncblocks;
	uint32_t hs_handles;
} netgcheapstat_t;

typedef struct netgcseg {
	uint32_t sg_instance;
	uint64_t sg_addr;
	uint64_t sg_size; /* seg-create */
	uint32_t sg_type; /* seg-create: NET_HEAP_* */
} netgcseg_t;

typedef struct netgcalloctick { /* after about every 100 KB of allocations */
	uint32_t al_instance;
	uint64_t al_amount; /* bytes since the previous event */
	uint32_t al_kind;   /* NET_HEAP_SMALL or _LARGE, 2 for pinned objects */
	char *al_type;	    /* of the object that completed the amount; this and below v2+ */
	uint64_t al_typeid;
	uint32_t al_heap;
	uint64_t al_addr; /* v3+ */
	uint64_t al_size; /* v4+ */
} netgcalloctick_t;

#endif
