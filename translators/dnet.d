/*
 * Constants of the .NET runtime.  The types of args[0] of dnet's probes (netgc_t and the others)
 * are native records.
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
inline uint32_t NET_GC_FOREGROUND = 2;		/* blocking, during a background collection */

/* gc_reason of a suspension */
inline uint32_t NET_SUSPEND_OTHER = 0;
inline uint32_t NET_SUSPEND_GC = 1;
inline uint32_t NET_SUSPEND_APPDOMAIN = 2;
inline uint32_t NET_SUSPEND_CODEPITCHING = 3;
inline uint32_t NET_SUSPEND_SHUTDOWN = 4;
inline uint32_t NET_SUSPEND_DEBUGGER = 5;
inline uint32_t NET_SUSPEND_GCPREP = 6;

/* sg_type and al_kind: the kind of heap */
inline uint32_t NET_HEAP_SMALL = 0;
inline uint32_t NET_HEAP_LARGE = 1;
inline uint32_t NET_HEAP_READONLY = 2;		/* sg_type only */
inline uint32_t NET_HEAP_PINNED = 3;

/* mt_flags */
inline uint32_t NET_METHOD_DYNAMIC = 0x1;
inline uint32_t NET_METHOD_GENERIC = 0x2;
inline uint32_t NET_METHOD_SHARED = 0x4;	/* its generic code is shared */
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
