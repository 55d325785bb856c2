/*
 * What stands in the payloads of CLR events: one list of fields for each layout, and the events
 * that have it. Fields stand in the payload in this order; a field has the versions it is in. A
 * new event is a list here and a line in the table at the end.
 */
#include "clr.h"

#define AT(m) (uint16_t) offsetof(struct etw_clr, m), (uint16_t)sizeof(((struct etw_clr *)0)->m)
/* clang-format off */
#define F(type, name, m) {name, CLR_##type, 0, 0, AT(m), NULL}
#define SINCE(v, type, name, m) {name, CLR_##type, v, 0, AT(m), NULL}
#define ONLY(v, w, type, name, m) {name, CLR_##type, v, w, AT(m), NULL}
#define LIST(name, m, element) {name, CLR_LIST, 0, 0, AT(m), element}
#define E(type, name) {name, CLR_##type, 0, 0, CLR_NOWHERE, 0, NULL}
#define E_LIST(name, element) {name, CLR_LIST, 0, 0, CLR_NOWHERE, 0, element}
/* clang-format on */
#define INSTANCE(v) SINCE(v, U16, "ClrInstanceID", cl_instance)
/* clang-format off */
#define END {0}
/* clang-format on */

/* ---- garbage collection ---- */

static const struct clr_field gc_start[] = { F(U32, "Count", cl_gc.gc_count),
	SINCE(1, U32, "Depth", cl_gc.gc_generation), F(U32, "Reason", cl_gc.gc_reason),
	SINCE(1, U32, "Type", cl_gc.gc_type), INSTANCE(1),
	SINCE(2, U64, "ClientSequenceNumber", cl_gc.gc_seq), END };
static const struct clr_field gc_end_v0[] = { F(U32, "Count", cl_gc.gc_count),
	F(U16, "Depth", cl_gc.gc_generation), END };
static const struct clr_field gc_end[] = { F(U32, "Count", cl_gc.gc_count),
	F(U32, "Depth", cl_gc.gc_generation), INSTANCE(1), END };
static const struct clr_field gc_plain[] = { INSTANCE(1), END };
static const struct clr_field gc_suspend_v0[] = { F(U16, "Reason", cl_gc.gc_reason), END };
static const struct clr_field gc_suspend[] = { F(U32, "Reason", cl_gc.gc_reason),
	F(U32, "Count", cl_gc.gc_count), INSTANCE(1), END };
static const struct clr_field gc_finalized[] = { F(U32, "Count", cl_gc.gc_count), INSTANCE(1),
	END };
static const struct clr_field gc_triggered[] = { F(U32, "Reason", cl_gc.gc_reason), INSTANCE(0),
	END };
static const struct clr_field gc_heap[] = { F(U64, "GenerationSize0", cl_heap.hp_size[0]),
	F(U64, "TotalPromotedSize0", cl_heap.hp_promoted[0]),
	F(U64, "GenerationSize1", cl_heap.hp_size[1]),
	F(U64, "TotalPromotedSize1", cl_heap.hp_promoted[1]),
	F(U64, "GenerationSize2", cl_heap.hp_size[2]),
	F(U64, "TotalPromotedSize2", cl_heap.hp_promoted[2]),
	F(U64, "GenerationSize3", cl_heap.hp_size[3]),
	F(U64, "TotalPromotedSize3", cl_heap.hp_promoted[3]),
	F(U64, "FinalizationPromotedSize", cl_heap.hp_finalsize),
	F(U64, "FinalizationPromotedCount", cl_heap.hp_finalcount),
	F(U32, "PinnedObjectCount", cl_heap.hp_pinned),
	F(U32, "SinkBlockCount", cl_heap.hp_syncblocks),
	F(U32, "GCHandleCount", cl_heap.hp_handles), INSTANCE(1),
	SINCE(2, U64, "GenerationSize4", cl_heap.hp_size[4]),
	SINCE(2, U64, "TotalPromotedSize4", cl_heap.hp_promoted[4]), END };
static const struct clr_field gc_create[] = { F(U64, "Address", cl_segment.sg_addr),
	F(U64, "Size", cl_segment.sg_size), F(U32, "Type", cl_segment.sg_type), INSTANCE(1), END };
static const struct clr_field gc_free[] = { F(U64, "Address", cl_segment.sg_addr), INSTANCE(1),
	END };
static const struct clr_field gc_alloc[] = { F(U32, "AllocationAmount", cl_alloc.al_amount32),
	F(U32, "AllocationKind", cl_alloc.al_kind), INSTANCE(1),
	SINCE(2, U64, "AllocationAmount64", cl_alloc.al_amount),
	SINCE(2, PTR, "TypeID", cl_alloc.al_typeid), SINCE(2, UTF16, "TypeName", cl_alloc.al_type),
	SINCE(2, U32, "HeapIndex", cl_alloc.al_heap), SINCE(3, PTR, "Address", cl_alloc.al_addr),
	SINCE(4, U64, "ObjectSize", cl_alloc.al_size), END };

/* ---- threads, locks, exceptions ---- */

static const struct clr_field pool_io[] = { F(U32, "Count", cl_pool.po_active),
	F(U32, "NumRetired", cl_pool.po_retired), INSTANCE(1), END };
static const struct clr_field pool_worker[] = { F(U32, "ActiveWorkerThreadCount",
							cl_pool.po_active),
	F(U32, "RetiredWorkerThreadCount", cl_pool.po_retired), INSTANCE(0), END };
static const struct clr_field pool_sample[] = { F(U64, "Throughput", cl_adjust.ad_throughput),
	INSTANCE(0), END };
static const struct clr_field pool_adjust[] = { F(U64, "AverageThroughput",
							cl_adjust.ad_throughput),
	F(U32, "NewWorkerThreadCount", cl_adjust.ad_threads), F(U32, "Reason", cl_adjust.ad_reason),
	INSTANCE(0), END };
static const struct clr_field pool_stats[] = { F(U64, "Duration", cl_adjust.ad_duration),
	F(U64, "Throughput", cl_adjust.ad_throughput),
	F(U64, "ThreadWave", cl_adjust.ad_threadwave),
	F(U64, "ThroughputWave", cl_adjust.ad_throughputwave),
	F(U64, "ThroughputErrorEstimate", cl_adjust.ad_error),
	F(U64, "AverageThroughputErrorEstimate", cl_adjust.ad_averageerror),
	F(U64, "ThroughputRatio", cl_adjust.ad_ratio),
	F(U64, "Confidence", cl_adjust.ad_confidence),
	F(U64, "NewControlSetting", cl_adjust.ad_control),
	F(U16, "NewThreadWaveMagnitude", cl_adjust.ad_magnitude), INSTANCE(0), END };
static const struct clr_field exception[] = { SINCE(1, UTF16, "ExceptionType",
						      cl_exception.ex_type),
	SINCE(1, UTF16, "ExceptionMessage", cl_exception.ex_message),
	SINCE(1, PTR, "ExceptionEIP", cl_exception.ex_pc),
	SINCE(1, U32, "ExceptionHRESULT", cl_exception.ex_hresult),
	SINCE(1, U16, "ExceptionFlags", cl_exception.ex_flags), INSTANCE(1), END };
static const struct clr_field lock_wait[] = { SINCE(1, U8, "ContentionFlags", cl_lock.lk_flags),
	INSTANCE(1), SINCE(2, PTR, "LockID", cl_lock.lk_lock),
	SINCE(2, PTR, "AssociatedObjectID", cl_lock.lk_object),
	SINCE(2, U64, "LockOwnerThreadID", cl_lock.lk_owner), END };
static const struct clr_field lock_done[] = { F(U8, "ContentionFlags", cl_lock.lk_flags),
	INSTANCE(0), SINCE(1, U64, "DurationNs", cl_lock.lk_duration), END };
static const struct clr_field frame[] = { E(PTR, "frame"), END };
static const struct clr_field stack[] = { INSTANCE(0),
	{ "Reserved1", CLR_U8, 0, 0, CLR_NOWHERE, 0, NULL },
	{ "Reserved2", CLR_U8, 0, 0, CLR_NOWHERE, 0, NULL },
	F(COUNT32, "FrameCount", cl_stack.st_frames.ls_count),
	LIST("Stack", cl_stack.st_frames, frame), END };

/* ---- resources of application domains ---- */

static const struct clr_field mem_allocated[] = { F(U64, "AppDomainID", cl_memory.me_domain),
	F(U64, "Allocated", cl_memory.me_bytes), INSTANCE(0), END };
static const struct clr_field mem_survived[] = { F(U64, "AppDomainID", cl_memory.me_domain),
	F(U64, "Survived", cl_memory.me_bytes), F(U64, "ProcessSurvived", cl_memory.me_process),
	INSTANCE(0), END };
static const struct clr_field thread_created[] = { F(U64, "ManagedThreadID", cl_thread.th_id),
	F(U64, "AppDomainID", cl_thread.th_domain), F(U32, "Flags", cl_thread.th_flags),
	F(U32, "ManagedThreadIndex", cl_thread.th_index), F(U32, "OSThreadID", cl_thread.th_tid),
	INSTANCE(0), END };
static const struct clr_field thread_moved[] = { F(U64, "ManagedThreadID", cl_thread.th_id),
	F(U64, "AppDomainID", cl_thread.th_domain), INSTANCE(0), END };

/* ---- code ---- */

static const struct clr_field stub_made[] = { INSTANCE(0), F(U64, "ModuleID", cl_stub.sb_module),
	F(U64, "StubMethodID", cl_stub.sb_method), F(U32, "StubFlags", cl_stub.sb_flags),
	F(U32, "ManagedInteropMethodToken", cl_stub.sb_token),
	F(UTF16, "ManagedInteropMethodNamespace", cl_stub.sb_namespace),
	F(UTF16, "ManagedInteropMethodName", cl_stub.sb_name),
	F(UTF16, "ManagedInteropMethodSignature", cl_stub.sb_signature),
	F(UTF16, "NativeMethodSignature", cl_stub.sb_native),
	F(UTF16, "StubMethodSignature", cl_stub.sb_stub),
	F(UTF16, "StubMethodILCode", cl_stub.sb_code), END };
static const struct clr_field stub_hit[] = { INSTANCE(0), F(U64, "ModuleID", cl_stub.sb_module),
	F(U64, "StubMethodID", cl_stub.sb_method),
	F(U32, "ManagedInteropMethodToken", cl_stub.sb_token),
	F(UTF16, "ManagedInteropMethodNamespace", cl_stub.sb_namespace),
	F(UTF16, "ManagedInteropMethodName", cl_stub.sb_name),
	F(UTF16, "ManagedInteropMethodSignature", cl_stub.sb_signature), END };

#define METHOD_HEAD \
	F(U64, "MethodID", cl_method.mt_id), F(U64, "ModuleID", cl_method.mt_module), \
		F(U64, "MethodStartAddress", cl_method.mt_start), \
		F(U32, "MethodSize", cl_method.mt_size), \
		F(U32, "MethodToken", cl_method.mt_token), \
		F(U32, "MethodFlags", cl_method.mt_flags)
#define METHOD_NAMES \
	F(UTF16, "MethodNamespace", cl_method.mt_namespace), \
		F(UTF16, "MethodName", cl_method.mt_name), \
		F(UTF16, "MethodSignature", cl_method.mt_signature)

static const struct clr_field method[] = { METHOD_HEAD, INSTANCE(1),
	SINCE(2, U64, "ReJITID", cl_method.mt_rejit), END };
static const struct clr_field method_verbose[] = { METHOD_HEAD, METHOD_NAMES, INSTANCE(1),
	SINCE(2, U64, "ReJITID", cl_method.mt_rejit), END };
static const struct clr_field method_jit[] = { F(U64, "MethodID", cl_method.mt_id),
	F(U64, "ModuleID", cl_method.mt_module), F(U32, "MethodToken", cl_method.mt_token),
	F(U32, "MethodILSize", cl_method.mt_size), METHOD_NAMES, INSTANCE(1), END };

#define CALL_NAMES \
	F(UTF16, "MethodBeingCompiledNamespace", cl_call.ca_method[0]), \
		F(UTF16, "MethodBeingCompiledName", cl_call.ca_method[1]), \
		F(UTF16, "MethodBeingCompiledNameSignature", cl_call.ca_method[2]), \
		F(UTF16, "CallerNamespace", cl_call.ca_caller[0]), \
		F(UTF16, "CallerName", cl_call.ca_caller[1]), \
		F(UTF16, "CallerNameSignature", cl_call.ca_caller[2]), \
		F(UTF16, "CalleeNamespace", cl_call.ca_callee[0]), \
		F(UTF16, "CalleeName", cl_call.ca_callee[1]), \
		F(UTF16, "CalleeNameSignature", cl_call.ca_callee[2])

static const struct clr_field inlined[] = { CALL_NAMES, INSTANCE(0), END };
static const struct clr_field not_inlined_ansi[] = { CALL_NAMES,
	F(U32, "FailAlways", cl_call.ca_always), F(ANSI, "FailReason", cl_call.ca_reason),
	INSTANCE(0), END };
static const struct clr_field not_inlined[] = { CALL_NAMES, F(U32, "FailAlways", cl_call.ca_always),
	F(UTF16, "FailReason", cl_call.ca_reason), INSTANCE(0), END };
static const struct clr_field tail_called[] = { CALL_NAMES, F(U32, "TailPrefix", cl_call.ca_always),
	F(U32, "TailCallType", cl_call.ca_type), INSTANCE(0), END };

/* ---- what is loaded ---- */

static const struct clr_field domain_module[] = { F(U64, "ModuleID", cl_module.md_id),
	F(U64, "AssemblyID", cl_module.md_assembly), F(U64, "AppDomainID", cl_module.md_domain),
	F(U32, "ModuleFlags", cl_module.md_flags), F(U32, "Reserved1", cl_module.md_reserved),
	F(UTF16, "ModuleILPath", cl_module.md_ilpath),
	F(UTF16, "ModuleNativePath", cl_module.md_nativepath), INSTANCE(1), END };
static const struct clr_field module[] = { F(U64, "ModuleID", cl_module.md_id),
	F(U64, "AssemblyID", cl_module.md_assembly), F(U32, "ModuleFlags", cl_module.md_flags),
	F(U32, "Reserved1", cl_module.md_reserved), F(UTF16, "ModuleILPath", cl_module.md_ilpath),
	F(UTF16, "ModuleNativePath", cl_module.md_nativepath), INSTANCE(1),
	SINCE(2, GUID, "ManagedPdbSignature", cl_module.md_pdb),
	SINCE(2, U32, "ManagedPdbAge", cl_module.md_pdbage),
	SINCE(2, UTF16, "ManagedPdbBuildPath", cl_module.md_pdbpath),
	SINCE(2, GUID, "NativePdbSignature", cl_module.md_nativepdb),
	SINCE(2, U32, "NativePdbAge", cl_module.md_nativepdbage),
	SINCE(2, UTF16, "NativePdbBuildPath", cl_module.md_nativepdbpath), END };
static const struct clr_field assembly[] = { F(U64, "AssemblyID", cl_assembly.as_id),
	F(U64, "AppDomainID", cl_assembly.as_domain),
	SINCE(1, U64, "BindingID", cl_assembly.as_binding),
	F(U32, "AssemblyFlags", cl_assembly.as_flags),
	F(UTF16, "FullyQualifiedAssemblyName", cl_assembly.as_name), INSTANCE(1), END };
static const struct clr_field appdomain[] = { F(U64, "AppDomainID", cl_appdomain.ap_id),
	F(U32, "AppDomainFlags", cl_appdomain.ap_flags),
	F(UTF16, "AppDomainName", cl_appdomain.ap_name),
	SINCE(1, U32, "AppDomainIndex", cl_appdomain.ap_index), INSTANCE(1), END };
static const struct clr_field range[] = { INSTANCE(0), F(U64, "ModuleID", cl_range.rg_module),
	F(U32, "RangeBegin", cl_range.rg_begin), F(U32, "RangeSize", cl_range.rg_size),
	F(U8, "RangeType", cl_range.rg_type), END };
static const struct clr_field signature[] = { F(U32, "VerificationFlags", cl_signature.sn_flags),
	F(U32, "ErrorCode", cl_signature.sn_error), F(UTF16, "Name", cl_signature.sn_name),
	INSTANCE(1), END };
static const struct clr_field runtime[] = { INSTANCE(0), F(U16, "Sku", cl_info.ri_sku),
	F(U16, "BclMajorVersion", cl_info.ri_bcl[0]), F(U16, "BclMinorVersion", cl_info.ri_bcl[1]),
	F(U16, "BclBuildNumber", cl_info.ri_bcl[2]), F(U16, "BclQfeNumber", cl_info.ri_bcl[3]),
	F(U16, "VMMajorVersion", cl_info.ri_vm[0]), F(U16, "VMMinorVersion", cl_info.ri_vm[1]),
	F(U16, "VMBuildNumber", cl_info.ri_vm[2]), F(U16, "VMQfeNumber", cl_info.ri_vm[3]),
	F(U32, "StartupFlags", cl_info.ri_flags), F(U8, "StartupMode", cl_info.ri_mode),
	F(UTF16, "CommandLine", cl_info.ri_command), F(GUID, "ComObjectGuid", cl_info.ri_com),
	F(UTF16, "RuntimeDllPath", cl_info.ri_path), END };

/* ---- the rest ---- */

#define N(i) cl_other.ot_num[i]
#define COUNT(name) F(COUNT32, name, cl_other.ot_list[0].ls_count)
#define VALUES(element) LIST("Values", cl_other.ot_list[0], element)

static const struct clr_field number32[] = { E(U32, "value"), END };
static const struct clr_field number64[] = { E(U64, "value"), END };
static const struct clr_field bulk_type_value[] = { E(U64, "TypeID"), E(U64, "ModuleID"),
	E(U32, "TypeNameID"), E(U32, "Flags"), E(U8, "CorElementType"), E(UTF16, "Name"),
	E(COUNT32, "TypeParameterCount"), E_LIST("TypeParameters", number64), END };
static const struct clr_field bulk_type[] = { COUNT("Count"), INSTANCE(0), VALUES(bulk_type_value),
	END };

#define BULK(name, ...) \
	static const struct clr_field name##_value[] = { __VA_ARGS__, END }; \
	static const struct clr_field name[] = { F(U32, "Index", N(0)), COUNT("Count"), \
		INSTANCE(0), VALUES(name##_value), END }

BULK(root_edge, E(PTR, "RootedNodeAddress"), E(U8, "GCRootKind"), E(U32, "GCRootFlag"),
	E(PTR, "GCRootID"));
BULK(weak_edge, E(PTR, "GCKeyNodeID"), E(PTR, "GCValueNodeID"), E(PTR, "GCRootID"));
BULK(bulk_node, E(PTR, "Address"), E(U64, "Size"), E(U64, "TypeID"), E(U64, "EdgeCount"));
BULK(bulk_edge, E(PTR, "Value"), E(U32, "ReferencingFieldID"));
BULK(moved, E(PTR, "OldRangeBase"), E(PTR, "NewRangeBase"), E(U64, "RangeLength"));
BULK(surviving, E(PTR, "RangeBase"), E(U64, "RangeLength"));

static const struct clr_field sampled[] = { F(PTR, "Address", N(0)), F(PTR, "TypeID", N(1)),
	F(U32, "ObjectCountForTypeSample", N(2)), F(U64, "TotalSizeForTypeSample", N(3)),
	INSTANCE(0), END };
static const struct clr_field generation[] = { F(U8, "Generation", N(0)),
	F(PTR, "RangeStart", N(1)), F(U64, "RangeUsedLength", N(2)),
	F(U64, "RangeReservedLength", N(3)), INSTANCE(0), END };
static const struct clr_field marked[] = { F(U32, "HeapNum", N(0)), INSTANCE(0), END };
static const struct clr_field finalize_object[] = { F(PTR, "TypeID", N(0)),
	F(PTR, "ObjectID", N(1)), INSTANCE(0), END };
static const struct clr_field set_handle[] = { F(PTR, "HandleID", N(0)), F(PTR, "ObjectID", N(1)),
	F(U32, "Kind", N(2)), F(U32, "Generation", N(3)), F(U64, "AppDomainID", N(4)), INSTANCE(0),
	END };
static const struct clr_field destroy_handle[] = { F(PTR, "HandleID", N(0)), INSTANCE(0), END };
static const struct clr_field pinned[] = { F(PTR, "HandleID", N(0)), F(PTR, "ObjectID", N(1)),
	F(U64, "ObjectSize", N(2)), F(UTF16, "TypeName", cl_other.ot_name), INSTANCE(0), END };
static const struct clr_field ccw_value[] = { E(U64, "GCRootID"), E(U64, "ObjectID"),
	E(U64, "TypeID"), E(U64, "IUnknown"), E(U32, "RefCount"), E(U32, "PeggedRefCount"),
	E(U32, "Flags"), END };
static const struct clr_field root_ccw[] = { COUNT("Count"), INSTANCE(0), VALUES(ccw_value), END };
static const struct clr_field rcw_value[] = { E(U64, "ObjectID"), E(U64, "TypeID"),
	E(U64, "IUnknown"), E(U64, "VTable"), E(U32, "RefCount"), E(U32, "Flags"), END };
static const struct clr_field root_rcw[] = { COUNT("Count"), INSTANCE(0), VALUES(rcw_value), END };
static const struct clr_field static_value[] = { E(U64, "GCRootID"), E(U64, "ObjectID"),
	E(U64, "TypeID"), E(U32, "Flags"), E(UTF16, "FieldName"), END };
static const struct clr_field root_static[] = { COUNT("Count"), F(U64, "AppDomainID", N(0)),
	INSTANCE(0), VALUES(static_value), END };
static const struct clr_field pressure[] = { F(U64, "Bytes", N(0)), INSTANCE(0), END };
static const struct clr_field marked_type[] = { F(U32, "HeapNum", N(0)), INSTANCE(0),
	F(U32, "Type", N(1)), F(U64, "Bytes", N(2)), END };
static const struct clr_field joined[] = { F(U32, "Heap", N(0)), F(U32, "JoinTime", N(1)),
	F(U32, "JoinType", N(2)), INSTANCE(0), F(U32, "JoinID", N(3)), END };
static const struct clr_field generation_value[] = { E(PTR, "SizeBefore"), E(PTR, "FreeListBefore"),
	E(PTR, "FreeObjBefore"), E(PTR, "SizeAfter"), E(PTR, "FreeListAfter"),
	E(PTR, "FreeObjAfter"), E(PTR, "In"), E(PTR, "Out"), E(PTR, "NewAllocation"),
	E(PTR, "SurvRate"), END };
static const struct clr_field heap_history[] = { INSTANCE(0), F(PTR, "FreeListAllocated", N(0)),
	F(PTR, "FreeListRejected", N(1)), F(PTR, "EndOfSegAllocated", N(2)),
	F(PTR, "CondemnedAllocated", N(3)), F(PTR, "PinnedAllocated", N(4)),
	F(PTR, "PinnedAllocatedAdvance", N(5)), F(U32, "RunningFreeListEfficiency", N(6)),
	F(U32, "CondemnReasons0", N(7)), F(U32, "CondemnReasons1", N(8)),
	F(U32, "CompactMechanisms", N(9)), F(U32, "ExpandMechanisms", N(10)),
	F(U32, "HeapIndex", N(11)), F(PTR, "ExtraGen0Commit", N(12)), COUNT("Count"),
	VALUES(generation_value), END };
static const struct clr_field global_history[] = { F(U64, "FinalYoungestDesired", N(0)),
	F(U32, "NumHeaps", N(1)), F(U32, "CondemnedGeneration", N(2)),
	F(U32, "Gen0ReductionCount", N(3)), F(U32, "Reason", N(4)),
	F(U32, "GlobalMechanisms", N(5)), INSTANCE(0), SINCE(2, U32, "PauseMode", N(6)),
	SINCE(2, U32, "MemoryPressure", N(7)), SINCE(3, U32, "CondemnReasons0", N(8)),
	SINCE(3, U32, "CondemnReasons1", N(9)),
	SINCE(4, COUNT32, "Count", cl_other.ot_list[0].ls_count),
	{ "Values", CLR_LIST, 4, 0, AT(cl_other.ot_list[0]), number32 }, END };
static const struct clr_field compact_value[] = { E(U32, "TimePlan"), E(U32, "TimeCompact"),
	E(U32, "TimeRelocate"), E(U32, "Padding"), E(PTR, "TotalRefs"), E(PTR, "ZeroRefs"), END };
static const struct clr_field compacted[] = { INSTANCE(0),
	F(COUNT16, "Count", cl_other.ot_list[0].ls_count), VALUES(compact_value), END };
static const struct clr_field bucket_value[] = { E(U32, "Index"), E(U32, "Count"), E(U64, "Size"),
	END };
static const struct clr_field buckets[] = { INSTANCE(0), F(U16, "BucketKind", N(0)),
	F(U64, "TotalSize", N(1)), F(COUNT16, "Count", cl_other.ot_list[0].ls_count),
	VALUES(bucket_value), END };
static const struct clr_field il_map[] = { F(U64, "MethodID", N(0)), F(U64, "ReJITID", N(1)),
	F(U8, "MethodExtent", N(2)), F(COUNT16, "CountOfMapEntries", cl_other.ot_list[0].ls_count),
	LIST("ILOffsets", cl_other.ot_list[0], number32),
	LIST("NativeOffsets", cl_other.ot_list[1], number32), INSTANCE(0), END };

/* ---- the events ---- */

/* clang-format off */
#define RT(id, kind, fields) {id, 255, false, ETW_CLR_##kind, fields}
#define RT_V0(id, kind, fields) {id, 0, false, ETW_CLR_##kind, fields}
#define RD(id, kind, fields) {id, 255, true, ETW_CLR_##kind, fields}
/* clang-format on */

static const struct clr_layout layouts[] = { RT(1, GC, gc_start), RT_V0(2, GC, gc_end_v0),
	RT(2, GC, gc_end), RT(3, GC, gc_plain), RT(4, HEAP, gc_heap), RT(5, SEGMENT, gc_create),
	RT(6, SEGMENT, gc_free), RT(7, GC, gc_plain), RT(8, GC, gc_plain),
	RT_V0(9, GC, gc_suspend_v0), RT(9, GC, gc_suspend), RT(10, ALLOC, gc_alloc),
	RT(11, GC, gc_plain), RT(12, GC, gc_plain), RT(13, GC, gc_finalized), RT(14, GC, gc_plain),
	RT(15, OTHER, bulk_type), RT(16, OTHER, root_edge), RT(17, OTHER, weak_edge),
	RT(18, OTHER, bulk_node), RT(19, OTHER, bulk_edge), RT(20, OTHER, sampled),
	RT(21, OTHER, surviving), RT(22, OTHER, moved), RT(23, OTHER, generation),
	RT(25, OTHER, marked), RT(26, OTHER, marked), RT(27, OTHER, marked), RT(28, OTHER, marked),
	RT(29, OTHER, finalize_object), RT(30, OTHER, set_handle), RT(31, OTHER, destroy_handle),
	RT(32, OTHER, sampled), RT(33, OTHER, pinned), RT(35, GC, gc_triggered),
	RT(36, OTHER, root_ccw), RT(37, OTHER, root_rcw), RT(38, OTHER, root_static),
	RT(44, POOL, pool_io), RT(45, POOL, pool_io), RT(46, POOL, pool_io), RT(47, POOL, pool_io),
	RT(50, POOL, pool_worker), RT(51, POOL, pool_worker), RT(52, POOL, pool_worker),
	RT(53, POOL, pool_worker), RT(54, ADJUST, pool_sample), RT(55, ADJUST, pool_adjust),
	RT(56, ADJUST, pool_stats), RT(80, EXCEPTION, exception), RT(81, LOCK, lock_wait),
	RT(82, STACK, stack), RT(83, MEMORY, mem_allocated), RT(84, MEMORY, mem_survived),
	RT(85, THREAD, thread_created), RT(86, THREAD, thread_moved), RT(87, THREAD, thread_moved),
	RT(88, STUB, stub_made), RT(89, STUB, stub_hit), RT(91, LOCK, lock_done),
	RT(135, OTHER, gc_plain), RT(136, OTHER, gc_plain), RT(137, METHOD, method),
	RT(138, METHOD, method), RT(139, METHOD, method_verbose), RT(140, METHOD, method_verbose),
	RT(141, METHOD, method), RT(142, METHOD, method), RT(143, METHOD, method_verbose),
	RT(144, METHOD, method_verbose), RT(145, METHOD, method_jit), RT(149, MODULE, module),
	RT(150, MODULE, module), RT(151, MODULE, domain_module), RT(152, MODULE, module),
	RT(153, MODULE, module), RT(154, ASSEMBLY, assembly), RT(155, ASSEMBLY, assembly),
	RT(156, APPDOMAIN, appdomain), RT(157, APPDOMAIN, appdomain), RT(158, RANGE, range),
	RT(181, SIGNATURE, signature), RT(182, SIGNATURE, signature), RT(183, SIGNATURE, signature),
	RT(184, SIGNATURE, signature), RT(185, CALL, inlined), RT(186, CALL, not_inlined_ansi),
	RT(187, RUNTIME, runtime), RT(188, CALL, tail_called), RT(189, CALL, not_inlined_ansi),
	RT(190, OTHER, il_map), RT(191, CALL, not_inlined), RT(192, CALL, not_inlined),
	RT(200, OTHER, pressure), RT(201, OTHER, pressure), RT(202, OTHER, marked_type),
	RT(203, OTHER, joined), RT(204, OTHER, heap_history), RT(205, OTHER, global_history),
	RT(208, OTHER, compacted), RT(209, OTHER, buckets), RD(141, METHOD, method),
	RD(142, METHOD, method), RD(143, METHOD, method_verbose), RD(144, METHOD, method_verbose),
	RD(145, OTHER, gc_plain), RD(146, OTHER, gc_plain), RD(147, OTHER, gc_plain),
	RD(148, OTHER, gc_plain), RD(149, OTHER, il_map), RD(150, OTHER, il_map),
	RD(151, MODULE, domain_module), RD(152, MODULE, domain_module), RD(153, MODULE, module),
	RD(154, MODULE, module), RD(155, ASSEMBLY, assembly), RD(156, ASSEMBLY, assembly),
	RD(157, APPDOMAIN, appdomain), RD(158, APPDOMAIN, appdomain),
	RD(159, THREAD, thread_created), RD(160, RANGE, range), RD(161, RANGE, range),
	RD(187, RUNTIME, runtime) };

static int order(const struct clr_layout *ly, bool rundown, unsigned id)
{
	if (ly->ly_rundown != rundown)
		return ly->ly_rundown ? 1 : -1;
	return (int)ly->ly_id - (int)id;
}

/* The table is sorted; of two lines with one id, the first with the event's version is meant. */
const struct clr_layout *clr_layout(const struct etw_event *ev)
{
	bool rundown = etw_guid_eq(ev->ev_provider, &etw_clr_rundown);
	const struct clr_layout *lo = layouts, *end = lo + sizeof(layouts) / sizeof(layouts[0]);
	size_t n = (size_t)(end - lo);

	if (!rundown && !etw_guid_eq(ev->ev_provider, &etw_clr_runtime))
		return NULL;
	if (ev->ev_kind != ETW_EVENT)
		return NULL;
	while (n > 0) {
		if (order(lo + n / 2, rundown, ev->ev_id) < 0) {
			lo += n / 2 + 1;
			n -= n / 2 + 1;
		} else {
			n /= 2;
		}
	}
	while (lo < end && order(lo, rundown, ev->ev_id) == 0 && ev->ev_version > lo->ly_until)
		lo++;
	return lo < end && order(lo, rundown, ev->ev_id) == 0 ? lo : NULL;
}
