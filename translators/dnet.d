/*
 * The .NET runtime as scripts see it: args[0] of dnet's probes, made from the records of its events.  What an event's
 * version does not say is 0 or "".  *_instance tells the runtimes of one process apart.
 */
#pragma D depends_on library types.d

/* gc_reason of a collection */
inline uint32_t NET_GC_SMALL = 0;		/* small objects were allocated */
inline uint32_t NET_GC_INDUCED = 1;		/* the program asked for it */
inline uint32_t NET_GC_LOWMEMORY = 2;
inline uint32_t NET_GC_EMPTY = 3;
inline uint32_t NET_GC_LARGE = 4;		/* large objects were allocated */
inline uint32_t NET_GC_NOSPACE = 5;		/* for small objects */
inline uint32_t NET_GC_NOSPACE_LARGE = 6;
inline uint32_t NET_GC_INDUCED_NOFORCE = 7;

/* gc_type */
inline uint32_t NET_GC_BLOCKING = 0;
inline uint32_t NET_GC_BACKGROUND = 1;
inline uint32_t NET_GC_FOREGROUND = 2;		/* blocking, during one in the background */

/* gc_reason of a suspension */
inline uint32_t NET_SUSPEND_OTHER = 0;
inline uint32_t NET_SUSPEND_GC = 1;
inline uint32_t NET_SUSPEND_APPDOMAIN = 2;
inline uint32_t NET_SUSPEND_CODEPITCHING = 3;
inline uint32_t NET_SUSPEND_SHUTDOWN = 4;
inline uint32_t NET_SUSPEND_DEBUGGER = 5;
inline uint32_t NET_SUSPEND_GCPREP = 6;

/* sg_type and al_kind: where objects are */
inline uint32_t NET_HEAP_SMALL = 0;
inline uint32_t NET_HEAP_LARGE = 1;
inline uint32_t NET_HEAP_READONLY = 2;		/* a segment's */
inline uint32_t NET_HEAP_PINNED = 3;

/* mt_flags */
inline uint32_t NET_METHOD_DYNAMIC = 0x1;
inline uint32_t NET_METHOD_GENERIC = 0x2;
inline uint32_t NET_METHOD_SHARED = 0x4;	/* has generic code that others use, too */
inline uint32_t NET_METHOD_JITTED = 0x8;

/* ex_flags */
inline uint32_t NET_EXCP_INNER = 0x1;
inline uint32_t NET_EXCP_NESTED = 0x2;
inline uint32_t NET_EXCP_RETHROWN = 0x4;
inline uint32_t NET_EXCP_CORRUPTED = 0x8;
inline uint32_t NET_EXCP_CLS = 0x10;

/* th_flags */
inline uint32_t NET_THREAD_GC = 0x1;
inline uint32_t NET_THREAD_FINALIZER = 0x2;
inline uint32_t NET_THREAD_POOL = 0x4;

/* lk_flags */
inline uint32_t NET_LOCK_MANAGED = 0;
inline uint32_t NET_LOCK_NATIVE = 1;

/* ri_sku */
inline uint32_t NET_SKU_DESKTOP = 1;
inline uint32_t NET_SKU_CORE = 2;

typedef struct netrt {
	uint32_t ri_instance;
	uint32_t ri_sku;		/* NET_SKU_* */
	string ri_bcl;			/* versions: of the class library, of the machine */
	string ri_vm;
	uint32_t ri_flags;
	uint32_t ri_mode;		/* 1 a managed program, 2 hosted, 4 C++, 8 by COM, 16 other */
	string ri_command;
	string ri_path;			/* of the runtime's DLL */
	string ri_com;			/* the object's GUID, if COM started it */
} netrt_t;

translator netrt_t < clr_runtime_t *R > {
	ri_instance = R->ri_instance;
	ri_sku = R->ri_sku;
	ri_bcl = strjoin(strjoin(strjoin(lltostr(R->ri_bcl[0]), "."), strjoin(lltostr(R->ri_bcl[1]), ".")),
		strjoin(strjoin(lltostr(R->ri_bcl[2]), "."), lltostr(R->ri_bcl[3])));
	ri_vm = strjoin(strjoin(strjoin(lltostr(R->ri_vm[0]), "."), strjoin(lltostr(R->ri_vm[1]), ".")),
		strjoin(strjoin(lltostr(R->ri_vm[2]), "."), lltostr(R->ri_vm[3])));
	ri_flags = R->ri_flags;
	ri_mode = R->ri_mode;
	ri_command = stringof(R->ri_command);
	ri_path = stringof(R->ri_path);
	ri_com = stringof(R->ri_com);
};

typedef struct netexcp {
	uint32_t ex_instance;
	string ex_type;
	string ex_message;
	uint32_t ex_hresult;
	uint32_t ex_flags;		/* NET_EXCP_* */
	uint64_t ex_pc;
} netexcp_t;

translator netexcp_t < clr_exception_t *E > {
	ex_instance = E->ex_instance;
	ex_type = stringof(E->ex_type);
	ex_message = stringof(E->ex_message);
	ex_hresult = E->ex_hresult;
	ex_flags = E->ex_flags;
	ex_pc = E->ex_pc;
};

typedef struct netlck {
	uint32_t lk_instance;
	uint32_t lk_flags;		/* NET_LOCK_* */
	uint64_t lk_lock;		/* when waiting begins, from version 2 on */
	uint64_t lk_object;
	uint64_t lk_owner;		/* thread */
	uint64_t lk_duration;		/* ns; when it ends, from version 1 on */
} netlck_t;

translator netlck_t < clr_lock_t *L > {
	lk_instance = L->lk_instance;
	lk_flags = L->lk_flags;
	lk_lock = L->lk_lock;
	lk_object = L->lk_object;
	lk_owner = L->lk_owner;
	lk_duration = L->lk_duration;
};

typedef struct netthrinfo {
	uint32_t ti_instance;
	uint32_t ti_active;		/* threads of the pool */
	uint32_t ti_retired;
} netthrinfo_t;

translator netthrinfo_t < clr_pool_t *P > {
	ti_instance = P->po_instance;
	ti_active = P->po_active;
	ti_retired = P->po_retired;
};

typedef struct netadj {			/* all but threads, reason and magnitude in thousandths */
	uint32_t ad_instance;
	int64_t ad_throughput;		/* items a second: a sample, the average, now */
	uint32_t ad_threads;		/* workers from now on */
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

translator netadj_t < clr_adjust_t *A > {
	ad_instance = A->ad_instance;
	ad_throughput = A->ad_throughput;
	ad_threads = A->ad_threads;
	ad_reason = A->ad_reason;
	ad_duration = A->ad_duration;
	ad_threadwave = A->ad_threadwave;
	ad_throughputwave = A->ad_throughputwave;
	ad_error = A->ad_error;
	ad_averageerror = A->ad_averageerror;
	ad_ratio = A->ad_ratio;
	ad_confidence = A->ad_confidence;
	ad_control = A->ad_control;
	ad_magnitude = A->ad_magnitude;
};

typedef struct netmethod {
	uint32_t mt_instance;
	string mt_namespace;		/* and class; "" in the static probes */
	string mt_name;
	string mt_signature;
	uint64_t mt_id;
	uint64_t mt_module;
	uint64_t mt_start;		/* its code; 0 before it is compiled */
	uint32_t mt_size;		/* of its code; of its IL before */
	uint32_t mt_token;
	uint32_t mt_flags;		/* NET_METHOD_* */
	uint64_t mt_rejit;
} netmethod_t;

translator netmethod_t < clr_method_t *M > {
	mt_instance = M->mt_instance;
	mt_namespace = stringof(M->mt_namespace);
	mt_name = stringof(M->mt_name);
	mt_signature = stringof(M->mt_signature);
	mt_id = M->mt_id;
	mt_module = M->mt_module;
	mt_start = M->mt_start;
	mt_size = M->mt_size;
	mt_token = M->mt_token;
	mt_flags = M->mt_flags;
	mt_rejit = M->mt_rejit;
};

typedef struct netcall {		/* a call that was, or was not, inlined or made a jump */
	uint32_t ca_instance;
	string ca_namespace;		/* the method being compiled */
	string ca_name;
	string ca_signature;
	string ca_caller_namespace;
	string ca_caller;
	string ca_caller_signature;
	string ca_callee_namespace;
	string ca_callee;
	string ca_callee_signature;
	uint32_t ca_always;		/* inline-fail: it never will be; tailcall: it has the prefix */
	uint32_t ca_type;		/* tailcall-success: 0 optimized, 1 recursive, 2 by a helper */
	string ca_reason;		/* of a failure */
} netcall_t;

translator netcall_t < clr_call_t *C > {
	ca_instance = C->ca_instance;
	ca_namespace = stringof(C->ca_method[0]);
	ca_name = stringof(C->ca_method[1]);
	ca_signature = stringof(C->ca_method[2]);
	ca_caller_namespace = stringof(C->ca_caller[0]);
	ca_caller = stringof(C->ca_caller[1]);
	ca_caller_signature = stringof(C->ca_caller[2]);
	ca_callee_namespace = stringof(C->ca_callee[0]);
	ca_callee = stringof(C->ca_callee[1]);
	ca_callee_signature = stringof(C->ca_callee[2]);
	ca_always = C->ca_always;
	ca_type = C->ca_type;
	ca_reason = stringof(C->ca_reason);
};

typedef struct netirop {
	uint32_t sb_instance;
	uint64_t sb_module;
	uint64_t sb_method;		/* the stub */
	uint32_t sb_flags;
	uint32_t sb_token;
	string sb_namespace;		/* the managed method */
	string sb_name;
	string sb_signature;
	string sb_native;		/* stub-gen: signatures of the native method, of the stub; the stub's code */
	string sb_stub;
	string sb_code;
} netirop_t;

translator netirop_t < clr_stub_t *S > {
	sb_instance = S->sb_instance;
	sb_module = S->sb_module;
	sb_method = S->sb_method;
	sb_flags = S->sb_flags;
	sb_token = S->sb_token;
	sb_namespace = stringof(S->sb_namespace);
	sb_name = stringof(S->sb_name);
	sb_signature = stringof(S->sb_signature);
	sb_native = stringof(S->sb_native);
	sb_stub = stringof(S->sb_stub);
	sb_code = stringof(S->sb_code);
};

typedef struct netthr {
	uint32_t th_instance;
	uint64_t th_id;			/* the runtime's own */
	uint64_t th_domain;
	uint32_t th_flags;		/* NET_THREAD_*; thr-create, as the next two */
	uint32_t th_index;
	uint32_t th_tid;		/* the system's */
} netthr_t;

translator netthr_t < clr_thread_t *T > {
	th_instance = T->th_instance;
	th_id = T->th_id;
	th_domain = T->th_domain;
	th_flags = T->th_flags;
	th_index = T->th_index;
	th_tid = T->th_tid;
};

typedef struct netmem {
	uint32_t me_instance;
	uint64_t me_domain;
	uint64_t me_bytes;		/* allocated so far; survived the last collection */
	uint64_t me_process;		/* mem-survive: of all domains */
} netmem_t;

translator netmem_t < clr_memory_t *M > {
	me_instance = M->me_instance;
	me_domain = M->me_domain;
	me_bytes = M->me_bytes;
	me_process = M->me_process;
};

typedef struct netsig {
	uint32_t sn_instance;
	uint32_t sn_flags;
	uint32_t sn_error;		/* HRESULT */
	string sn_name;			/* of the assembly; authcode: of the file */
} netsig_t;

translator netsig_t < clr_signature_t *S > {
	sn_instance = S->sn_instance;
	sn_flags = S->sn_flags;
	sn_error = S->sn_error;
	sn_name = stringof(S->sn_name);
};

typedef struct netappdom {
	uint32_t ap_instance;
	uint64_t ap_id;
	uint32_t ap_flags;		/* 1 default, 2 executable, 4 shared */
	uint32_t ap_index;
	string ap_name;
} netappdom_t;

translator netappdom_t < clr_appdomain_t *A > {
	ap_instance = A->ap_instance;
	ap_id = A->ap_id;
	ap_flags = A->ap_flags;
	ap_index = A->ap_index;
	ap_name = stringof(A->ap_name);
};

typedef struct netassm {
	uint32_t as_instance;
	uint64_t as_id;
	uint64_t as_domain;
	uint64_t as_binding;
	uint32_t as_flags;		/* 1 domain neutral, 2 dynamic, 4 native, 8 collectible */
	string as_name;			/* fully qualified */
} netassm_t;

translator netassm_t < clr_assembly_t *A > {
	as_instance = A->as_instance;
	as_id = A->as_id;
	as_domain = A->as_domain;
	as_binding = A->as_binding;
	as_flags = A->as_flags;
	as_name = stringof(A->as_name);
};

typedef struct netmodule {
	uint32_t md_instance;
	uint64_t md_id;
	uint64_t md_assembly;
	uint32_t md_flags;		/* 1 domain neutral, 2 native, 4 dynamic, 8 manifest */
	string md_ilpath;
	string md_nativepath;
	string md_pdb;			/* GUID, age and path of its symbols, from version 2 on */
	uint32_t md_pdbage;
	string md_pdbpath;
	string md_nativepdb;
	uint32_t md_nativepdbage;
	string md_nativepdbpath;
} netmodule_t;

translator netmodule_t < clr_module_t *M > {
	md_instance = M->md_instance;
	md_id = M->md_id;
	md_assembly = M->md_assembly;
	md_flags = M->md_flags;
	md_ilpath = stringof(M->md_ilpath);
	md_nativepath = stringof(M->md_nativepath);
	md_pdb = stringof(M->md_pdb);
	md_pdbage = M->md_pdbage;
	md_pdbpath = stringof(M->md_pdbpath);
	md_nativepdb = stringof(M->md_nativepdb);
	md_nativepdbage = M->md_nativepdbage;
	md_nativepdbpath = stringof(M->md_nativepdbpath);
};

typedef struct netrange {
	uint32_t rg_instance;
	uint64_t rg_module;
	uint32_t rg_begin;		/* in the module's image */
	uint32_t rg_size;
	uint32_t rg_type;
} netrange_t;

translator netrange_t < clr_range_t *R > {
	rg_instance = R->rg_instance;
	rg_module = R->rg_module;
	rg_begin = R->rg_begin;
	rg_size = R->rg_size;
	rg_type = R->rg_type;
};

typedef struct netgc {
	uint32_t gc_instance;
	uint32_t gc_count;		/* gc-start, gc-end, suspend-start: which one; finalizer-end: how many ran */
	uint32_t gc_generation;		/* gc-start, gc-end */
	uint32_t gc_reason;		/* gc-start: NET_GC_*; suspend-start: NET_SUSPEND_* */
	uint32_t gc_type;		/* gc-start: NET_GC_BLOCKING ... */
	uint64_t gc_sequence;		/* gc-start: number given by who asked for it */
} netgc_t;

translator netgc_t < clr_gc_t *G > {
	gc_instance = G->gc_instance;
	gc_count = G->gc_count;
	gc_generation = G->gc_generation;
	gc_reason = G->gc_reason;
	gc_type = G->gc_type;
	gc_sequence = G->gc_seq;
};

typedef struct netgcheapstat {		/* bytes, after a collection */
	uint32_t hs_instance;
	uint64_t hs_gen0;
	uint64_t hs_gen1;
	uint64_t hs_gen2;
	uint64_t hs_large;
	uint64_t hs_pinned;		/* version 2 */
	uint64_t hs_promoted0;
	uint64_t hs_promoted1;
	uint64_t hs_promoted2;
	uint64_t hs_promoted_large;
	uint64_t hs_promoted_pinned;
	uint64_t hs_final_size;		/* ready for finalization */
	uint64_t hs_final_count;
	uint32_t hs_pins;		/* objects that may not be moved */
	uint32_t hs_syncblocks;
	uint32_t hs_handles;
} netgcheapstat_t;

translator netgcheapstat_t < clr_heap_t *H > {
	hs_instance = H->hp_instance;
	hs_gen0 = H->hp_size[0];
	hs_gen1 = H->hp_size[1];
	hs_gen2 = H->hp_size[2];
	hs_large = H->hp_size[3];
	hs_pinned = H->hp_size[4];
	hs_promoted0 = H->hp_promoted[0];
	hs_promoted1 = H->hp_promoted[1];
	hs_promoted2 = H->hp_promoted[2];
	hs_promoted_large = H->hp_promoted[3];
	hs_promoted_pinned = H->hp_promoted[4];
	hs_final_size = H->hp_finalsize;
	hs_final_count = H->hp_finalcount;
	hs_pins = H->hp_pinned;
	hs_syncblocks = H->hp_syncblocks;
	hs_handles = H->hp_handles;
};

typedef struct netgcseg {
	uint32_t sg_instance;
	uint64_t sg_addr;
	uint64_t sg_size;		/* seg-create, as the next */
	uint32_t sg_type;		/* NET_HEAP_* */
} netgcseg_t;

translator netgcseg_t < clr_segment_t *S > {
	sg_instance = S->sg_instance;
	sg_addr = S->sg_addr;
	sg_size = S->sg_size;
	sg_type = S->sg_type;
};

typedef struct netgcalloctick {		/* every 100 KB or so */
	uint32_t al_instance;
	uint64_t al_amount;		/* bytes since the last one */
	uint32_t al_kind;		/* NET_HEAP_SMALL or _LARGE, 2 for pinned objects */
	string al_type;			/* the object that crossed the mark: from version 2 on */
	uint64_t al_typeid;
	uint32_t al_heap;
	uint64_t al_addr;		/* from version 3 on */
	uint64_t al_size;		/* version 4 */
} netgcalloctick_t;

translator netgcalloctick_t < clr_alloc_t *A > {
	al_instance = A->al_instance;
	al_amount = A->al_amount;
	al_kind = A->al_kind;
	al_type = stringof(A->al_type);
	al_typeid = A->al_typeid;
	al_heap = A->al_heap;
	al_addr = A->al_addr;
	al_size = A->al_size;
};
