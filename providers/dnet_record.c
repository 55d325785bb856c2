/*
 * From a decoded event of the .NET runtime to the record that D reads.
 */
#include <string.h>
#include "dnet.h"

union dnet_any {
	clr_gc_t gc;
	clr_heap_t heap;
	clr_segment_t segment;
	clr_alloc_t alloc;
	clr_pool_t pool;
	clr_adjust_t adjust;
	clr_exception_t exception;
	clr_lock_t lock;
	clr_memory_t memory;
	clr_thread_t thread;
	clr_stub_t stub;
	clr_method_t method;
	clr_module_t module;
	clr_assembly_t assembly;
	clr_appdomain_t appdomain;
	clr_range_t range;
	clr_signature_t signature;
	clr_call_t call;
	clr_runtime_t runtime;
};

struct room {
	uint8_t *rm_p, *rm_end;
};

#define DNET_TEXTS 10 /* of one record, at most */

/* Two bytes of UTF-16 become three of UTF-8 at worst, one 8-bit character two. */
size_t dnet_record_room(uint32_t paylen)
{
	return sizeof(union dnet_any) + 2 * (size_t)paylen + DNET_TEXTS + 2 * ETW_GUID_STRLEN;
}

static char *text(struct room *rm, const struct etw_text *t)
{
	char *out = (char *)rm->rm_p;
	size_t size = (size_t)(rm->rm_end - rm->rm_p), n = 0;

	if (t->tx_ansi)
		for (uint32_t i = 0; i < t->tx_len && n + 1 < size; i++)
			out[n++] = t->tx_s[i] < 0x80 ? (char)t->tx_s[i] : '?';
	else if (t->tx_s)
		n = etw_utf16_to_utf8(t->tx_s, t->tx_len, out, size);
	out[n] = '\0';
	rm->rm_p += n + 1;
	return out;
}

static char *guid(struct room *rm, const struct etw_guid *g)
{
	static const struct etw_guid none;
	char *out = (char *)rm->rm_p;

	if (etw_guid_eq(g, &none))
		out[0] = '\0';
	else
		etw_guid_format(g, out);
	rm->rm_p += strlen(out) + 1;
	return out;
}

/* D has no floating point: a rate or a ratio is told in thousandths. */
static int64_t thousandths(double d)
{
	return d > -1e15 && d < 1e15 ? (int64_t)(d * 1000) : 0;
}

static uint64_t whole(double d)
{
	return d > 0 && d < 1e18 ? (uint64_t)d : 0;
}

static void fill_gc(clr_gc_t *r, const struct etw_clr_gc *s)
{
	r->gc_count = s->gc_count;
	r->gc_generation = s->gc_generation;
	r->gc_reason = s->gc_reason;
	r->gc_type = s->gc_type;
	r->gc_seq = s->gc_seq;
}

static void fill_heap(clr_heap_t *r, const struct etw_clr_heap *s)
{
	memcpy(r->hp_size, s->hp_size, sizeof(r->hp_size));
	memcpy(r->hp_promoted, s->hp_promoted, sizeof(r->hp_promoted));
	r->hp_finalsize = s->hp_finalsize;
	r->hp_finalcount = s->hp_finalcount;
	r->hp_pinned = s->hp_pinned;
	r->hp_syncblocks = s->hp_syncblocks;
	r->hp_handles = s->hp_handles;
}

static void fill_segment(clr_segment_t *r, const struct etw_clr_segment *s)
{
	r->sg_addr = s->sg_addr;
	r->sg_size = s->sg_size;
	r->sg_type = s->sg_type;
}

static void fill_alloc(clr_alloc_t *r, const struct etw_clr_alloc *s, struct room *rm)
{
	r->al_kind = s->al_kind;
	r->al_heap = s->al_heap;
	r->al_amount = s->al_amount;
	r->al_typeid = s->al_typeid;
	r->al_addr = s->al_addr;
	r->al_size = s->al_size;
	r->al_type = text(rm, &s->al_type);
}

static void fill_adjust(clr_adjust_t *r, const struct etw_clr_adjust *s)
{
	r->ad_threads = s->ad_threads;
	r->ad_reason = s->ad_reason;
	r->ad_magnitude = s->ad_magnitude;
	r->ad_throughput = thousandths(s->ad_throughput);
	r->ad_duration = thousandths(s->ad_duration);
	r->ad_threadwave = thousandths(s->ad_threadwave);
	r->ad_throughputwave = thousandths(s->ad_throughputwave);
	r->ad_error = thousandths(s->ad_error);
	r->ad_averageerror = thousandths(s->ad_averageerror);
	r->ad_ratio = thousandths(s->ad_ratio);
	r->ad_confidence = thousandths(s->ad_confidence);
	r->ad_control = thousandths(s->ad_control);
}

static void fill_exception(clr_exception_t *r, const struct etw_clr_exception *s, struct room *rm)
{
	r->ex_hresult = s->ex_hresult;
	r->ex_flags = s->ex_flags;
	r->ex_pc = s->ex_pc;
	r->ex_type = text(rm, &s->ex_type);
	r->ex_message = text(rm, &s->ex_message);
}

static void fill_lock(clr_lock_t *r, const struct etw_clr_lock *s)
{
	r->lk_flags = s->lk_flags;
	r->lk_lock = s->lk_lock;
	r->lk_object = s->lk_object;
	r->lk_owner = s->lk_owner;
	r->lk_duration = whole(s->lk_duration);
}

static void fill_thread(clr_thread_t *r, const struct etw_clr_thread *s)
{
	r->th_flags = s->th_flags;
	r->th_index = s->th_index;
	r->th_tid = s->th_tid;
	r->th_id = s->th_id;
	r->th_domain = s->th_domain;
}

static void fill_stub(clr_stub_t *r, const struct etw_clr_stub *s, struct room *rm)
{
	r->sb_flags = s->sb_flags;
	r->sb_token = s->sb_token;
	r->sb_module = s->sb_module;
	r->sb_method = s->sb_method;
	r->sb_namespace = text(rm, &s->sb_namespace);
	r->sb_name = text(rm, &s->sb_name);
	r->sb_signature = text(rm, &s->sb_signature);
	r->sb_native = text(rm, &s->sb_native);
	r->sb_stub = text(rm, &s->sb_stub);
	r->sb_code = text(rm, &s->sb_code);
}

static void fill_method(clr_method_t *r, const struct etw_clr_method *s, struct room *rm)
{
	r->mt_size = s->mt_size;
	r->mt_token = s->mt_token;
	r->mt_flags = s->mt_flags;
	r->mt_id = s->mt_id;
	r->mt_module = s->mt_module;
	r->mt_start = s->mt_start;
	r->mt_rejit = s->mt_rejit;
	r->mt_namespace = text(rm, &s->mt_namespace);
	r->mt_name = text(rm, &s->mt_name);
	r->mt_signature = text(rm, &s->mt_signature);
}

static void fill_module(clr_module_t *r, const struct etw_clr_module *s, struct room *rm)
{
	r->md_flags = s->md_flags;
	r->md_pdbage = s->md_pdbage;
	r->md_nativepdbage = s->md_nativepdbage;
	r->md_id = s->md_id;
	r->md_assembly = s->md_assembly;
	r->md_ilpath = text(rm, &s->md_ilpath);
	r->md_nativepath = text(rm, &s->md_nativepath);
	r->md_pdb = guid(rm, &s->md_pdb);
	r->md_pdbpath = text(rm, &s->md_pdbpath);
	r->md_nativepdb = guid(rm, &s->md_nativepdb);
	r->md_nativepdbpath = text(rm, &s->md_nativepdbpath);
}

static void fill_assembly(clr_assembly_t *r, const struct etw_clr_assembly *s, struct room *rm)
{
	r->as_flags = s->as_flags;
	r->as_id = s->as_id;
	r->as_domain = s->as_domain;
	r->as_binding = s->as_binding;
	r->as_name = text(rm, &s->as_name);
}

static void fill_appdomain(clr_appdomain_t *r, const struct etw_clr_appdomain *s, struct room *rm)
{
	r->ap_flags = s->ap_flags;
	r->ap_id = s->ap_id;
	r->ap_index = s->ap_index;
	r->ap_name = text(rm, &s->ap_name);
}

static void fill_range(clr_range_t *r, const struct etw_clr_range *s)
{
	r->rg_begin = s->rg_begin;
	r->rg_size = s->rg_size;
	r->rg_type = s->rg_type;
	r->rg_module = s->rg_module;
}

static void fill_call(clr_call_t *r, const struct etw_clr_call *s, struct room *rm)
{
	r->ca_always = s->ca_always;
	r->ca_type = s->ca_type;
	for (unsigned i = 0; i < 3; i++) {
		r->ca_method[i] = text(rm, &s->ca_method[i]);
		r->ca_caller[i] = text(rm, &s->ca_caller[i]);
		r->ca_callee[i] = text(rm, &s->ca_callee[i]);
	}
	r->ca_reason = text(rm, &s->ca_reason);
}

static void fill_runtime(clr_runtime_t *r, const struct etw_clr_info *s, struct room *rm)
{
	r->ri_sku = s->ri_sku;
	for (unsigned i = 0; i < 4; i++) {
		r->ri_bcl[i] = s->ri_bcl[i];
		r->ri_vm[i] = s->ri_vm[i];
	}
	r->ri_flags = s->ri_flags;
	r->ri_mode = s->ri_mode;
	r->ri_command = text(rm, &s->ri_command);
	r->ri_path = text(rm, &s->ri_path);
	r->ri_com = guid(rm, &s->ri_com);
}

size_t dnet_record(const struct etw_clr *cl, uint8_t *room, size_t size)
{
	union dnet_any *any = (union dnet_any *)(void *)room;
	struct room rm = { room + sizeof(*any), room + size };

	memset(any, 0, sizeof(*any));
	any->gc.gc_instance = cl->cl_instance; /* the first member of each */
	switch (cl->cl_kind) {
	case ETW_CLR_GC: fill_gc(&any->gc, &cl->cl_gc); break;
	case ETW_CLR_HEAP: fill_heap(&any->heap, &cl->cl_heap); break;
	case ETW_CLR_SEGMENT: fill_segment(&any->segment, &cl->cl_segment); break;
	case ETW_CLR_ALLOC: fill_alloc(&any->alloc, &cl->cl_alloc, &rm); break;
	case ETW_CLR_POOL:
		any->pool.po_active = cl->cl_pool.po_active;
		any->pool.po_retired = cl->cl_pool.po_retired;
		break;
	case ETW_CLR_ADJUST: fill_adjust(&any->adjust, &cl->cl_adjust); break;
	case ETW_CLR_EXCEPTION: fill_exception(&any->exception, &cl->cl_exception, &rm); break;
	case ETW_CLR_LOCK: fill_lock(&any->lock, &cl->cl_lock); break;
	case ETW_CLR_MEMORY:
		any->memory.me_domain = cl->cl_memory.me_domain;
		any->memory.me_bytes = cl->cl_memory.me_bytes;
		any->memory.me_process = cl->cl_memory.me_process;
		break;
	case ETW_CLR_THREAD: fill_thread(&any->thread, &cl->cl_thread); break;
	case ETW_CLR_STUB: fill_stub(&any->stub, &cl->cl_stub, &rm); break;
	case ETW_CLR_METHOD: fill_method(&any->method, &cl->cl_method, &rm); break;
	case ETW_CLR_MODULE: fill_module(&any->module, &cl->cl_module, &rm); break;
	case ETW_CLR_ASSEMBLY: fill_assembly(&any->assembly, &cl->cl_assembly, &rm); break;
	case ETW_CLR_APPDOMAIN: fill_appdomain(&any->appdomain, &cl->cl_appdomain, &rm); break;
	case ETW_CLR_RANGE: fill_range(&any->range, &cl->cl_range); break;
	case ETW_CLR_SIGNATURE:
		any->signature.sn_flags = cl->cl_signature.sn_flags;
		any->signature.sn_error = cl->cl_signature.sn_error;
		any->signature.sn_name = text(&rm, &cl->cl_signature.sn_name);
		break;
	case ETW_CLR_CALL: fill_call(&any->call, &cl->cl_call, &rm); break;
	case ETW_CLR_RUNTIME: fill_runtime(&any->runtime, &cl->cl_info, &rm); break;
	default: return 0;
	}
	return (size_t)(rm.rm_p - room);
}
