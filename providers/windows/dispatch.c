/*
 * From an event to its handlers.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "counters.h"
#include "stacks.h"
#include "program.h"

struct etl_bound {
	const struct dt_etw_source *bo_src;
	struct dt_probe **bo_probes;
	unsigned bo_nprobes;
	bool bo_stack;	  /* a clause of one of them reads stacks */
	bool bo_counters; /* some of them show performance counters */
};

struct etl_link {
	const struct etl_bound *li_bound;
	struct etl_link *li_next;
};

struct etl_guidslot {
	struct base_link gs_link;
	const struct etw_guid *gs_guid;
	struct etl_link *gs_links;
};

/* Binding: which sources run, and which probes they fire. */
struct dispatch_collect {
	struct etl_bound *dc_bound;
	bool dc_failed;
};

#define PLAN_STACKS (DT_PLAN_CALLER | DT_PLAN_UCALLER | DT_PLAN_STACKDEPTH | DT_PLAN_USTACKDEPTH)

bool etl_reads_stack(const struct dt_probe *pr)
{
	const struct dt_plan *pl = dt_probe_enabled(pr) ? dt_probe_plan(pr) : NULL;

	return pl && (pl->pl_kstack != 0 || pl->pl_ustack != 0 || (pl->pl_vars & PLAN_STACKS));
}

static void dispatch_add_probe(struct dt_probe *pr, void *arg)
{
	struct dispatch_collect *dc = arg;
	struct etl_bound *bo = dc->dc_bound;
	uint32_t tags = bo->bo_src->es_tags;

	if (!dt_probe_enabled(pr) || (tags != 0 && !(tags >> dt_probe_tag(pr) & 1)))
		return;
	bo->bo_counters |= etl_counters_variant(pr);
	if (!base_more(bo->bo_probes, bo->bo_nprobes)) {
		dc->dc_failed = true;
		return;
	}
	bo->bo_probes[bo->bo_nprobes++] = pr;
	bo->bo_stack |= etl_reads_stack(pr);
}

/* Whether the source must run for what the clauses read, even if none of its probes is enabled. */
static bool dispatch_needed(const struct etl_feed *ef, const struct dt_etw_source *src)
{
	return src->es_state &&
		(ef->ef_needs & (src->es_needs != 0 ? src->es_needs : DT_NEEDS_SYSTEM));
}

/* pv NULL: a source of the feed itself */
static int dispatch_bind(struct etl_feed *ef, struct etl_dispatch *di, const struct dt_provider *pv,
	const struct dt_etw_source *src)
{
	struct etl_bound *bo = &di->di_bounds[di->di_nbounds];
	struct dispatch_collect dc = { .dc_bound = bo };

	bo->bo_src = src;
	if (pv)
		dt_probe_walk(ef->ef_feed.fd_engine, pv, dispatch_add_probe, &dc);
	if (bo->bo_nprobes > 0 || dispatch_needed(ef, src))
		di->di_nbounds++;
	di->di_stacks |= bo->bo_stack && src->es_opcode >= -1;
	return dc.dc_failed ? -1 : 0;
}

static unsigned dispatch_nsources(const struct dt_engine *en)
{
	const struct dt_provider *pv;
	unsigned n = 0;

	for (const struct dt_etw_source *s = etl_rundown; s->es_handle; s++)
		n++;
	for (unsigned i = 0; (pv = dt_provider_at(en, i)); i++)
		for (const struct dt_etw_source *s = pv->pv_etw; s && s->es_handle; s++)
			n++;
	return n;
}

static int dispatch_bind_list(struct etl_feed *ef, struct etl_dispatch *di,
	const struct dt_provider *pv, const struct dt_etw_source *src)
{
	for (; src && src->es_handle; src++)
		if (src->es_early == di->di_early && dispatch_bind(ef, di, pv, src) < 0)
			return -1;
	return 0;
}

static int dispatch_bind_all(struct etl_feed *ef, struct etl_dispatch *di)
{
	const struct dt_provider *pv;

	di->di_bounds = base_calloc(dispatch_nsources(ef->ef_feed.fd_engine) + 1,
		sizeof(*di->di_bounds));
	if (!di->di_bounds || dispatch_bind_list(ef, di, NULL, etl_rundown) < 0)
		return -1;
	for (unsigned i = 0; (pv = dt_provider_at(ef->ef_feed.fd_engine, i)); i++)
		if (dispatch_bind_list(ef, di, pv, pv->pv_etw) < 0)
			return -1;
	return 0;
}

/*
 * What the clauses read. A plan that reads nothing about processes and threads doesn't need the
 * system table; for an argument that is unknown.
 */
#define PLAN_SYSTEM \
	(DT_PLAN_EXECNAME | DT_PLAN_IDS | DT_PLAN_PPID | DT_PLAN_CURTHREAD | DT_PLAN_VTIME | \
		DT_PLAN_THREADNAME | DT_PLAN_EXECARGS | DT_PLAN_TASK | DT_PLAN_CPU | \
		DT_PLAN_NSPID)

static void dispatch_add_needs(struct dt_probe *pr, void *arg)
{
	const struct dt_plan *pl = dt_probe_enabled(pr) ? dt_probe_plan(pr) : NULL;
	unsigned *needs = arg;

	if (!pl)
		return;
	if (etl_reads_stack(pr))
		*needs |= DT_NEEDS_SYSTEM | DT_NEEDS_ADDRS | DT_NEEDS_STACKS;
	if (pl->pl_args != 0 || (pl->pl_vars & DT_PLAN_ARGS) || pl->pl_deref)
		*needs |= DT_NEEDS_SYSTEM | DT_NEEDS_ADDRS;
	if (pl->pl_vars & DT_PLAN_EVENT)
		*needs |= DT_NEEDS_SCHEMAS;
	if (pl->pl_vars & PLAN_SYSTEM)
		*needs |= DT_NEEDS_SYSTEM;
}

unsigned etl_dispatch_needs(struct etl_feed *ef)
{
	const struct dt_provider *pv;
	unsigned needs = 0;

	for (unsigned i = 0; (pv = dt_provider_at(ef->ef_feed.fd_engine, i)); i++)
		dt_probe_walk(ef->ef_feed.fd_engine, pv, dispatch_add_needs, &needs);
	return needs;
}

/*
 * Tables.
 */
static int dispatch_link(struct etl_link **list, const struct etl_bound *bo)
{
	struct etl_link *li = base_malloc(sizeof(*li));

	if (!li)
		return -1;
	*li = (struct etl_link){ .li_bound = bo };
	while (*list)
		list = &(*list)->li_next;
	*list = li;
	return 0;
}

static int dispatch_link_hook(struct etl_dispatch *di, const struct etl_bound *bo, unsigned hook)
{
	if (!etw_guid_eq(etw_hook_guid((uint16_t)hook), bo->bo_src->es_guid))
		return 0;
	etw_filter_hook(di->di_filter, (uint16_t)hook);
	return dispatch_link(&di->di_hooks[hook], bo);
}

static int dispatch_link_hooks(struct etl_dispatch *di, const struct etl_bound *bo)
{
	int opcode = bo->bo_src->es_opcode;

	for (unsigned hook = opcode < 0 ? 0 : (unsigned)opcode; hook < ETL_NHOOKS;
		hook += opcode < 0 ? 1 : 0x100)
		if (dispatch_link_hook(di, bo, hook) < 0)
			return -1;
	return 0;
}

static struct etl_guidslot *dispatch_slot(const struct etl_dispatch *di, const struct etw_guid *g)
{
	struct base_link *ln = base_index_first(&di->di_guids, etl_guid_key(g));

	for (; ln; ln = base_index_next(ln)) {
		struct etl_guidslot *gs = BASE_ENTRY(ln, struct etl_guidslot, gs_link);

		if (etw_guid_eq(gs->gs_guid, g))
			return gs;
	}
	return NULL;
}

static int dispatch_link_guid(struct etl_dispatch *di, const struct etl_bound *bo)
{
	const struct etw_guid *g = bo->bo_src->es_guid;
	struct etl_guidslot *gs = dispatch_slot(di, g);

	if (!gs) {
		gs = base_calloc(1, sizeof(*gs));
		if (!gs)
			return -1;
		gs->gs_guid = g;
		base_index_add(&di->di_guids, &gs->gs_link, etl_guid_key(g));
	}
	if (etw_filter_guid(di->di_filter, g) < 0)
		return -1;
	return dispatch_link(&gs->gs_links, bo);
}

static int dispatch_alloc_tables(struct etl_dispatch *di)
{
	di->di_hooks = base_calloc(ETL_NHOOKS, sizeof(*di->di_hooks));
	di->di_filter = etw_filter_create();
	return di->di_hooks && di->di_filter ? 0 : -1;
}

static int dispatch_enter(struct etl_dispatch *di, const struct etl_bound *bo)
{
	if (bo->bo_src->es_opcode < -1)
		return 0;
	if (!bo->bo_src->es_guid) {
		etw_filter_all(di->di_filter);
		return dispatch_link(&di->di_every, bo);
	}
	if (dispatch_link_hooks(di, bo) < 0)
		return -1;
	return dispatch_link_guid(di, bo);
}

/* Records of stacks may have no handler, but must be read. */
static int dispatch_enter_stacks(struct etl_dispatch *di)
{
	static const uint16_t hooks[] = { ETW_STACKWALK, ETW_STACK_KERNELKEY, ETW_STACK_USERKEY };

	for (unsigned i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++)
		etw_filter_hook(di->di_filter, hooks[i]);
	if (etw_filter_guid(di->di_filter, &etw_guid_eventtracing) < 0)
		return -1;
	return etw_filter_guid(di->di_filter, &etw_clr_runtime);
}

int etl_dispatch_build(struct etl_feed *ef, struct etl_dispatch *di, bool early)
{
	di->di_early = early;
	if (dispatch_bind_all(ef, di) < 0 || dispatch_alloc_tables(di) < 0)
		return -1;
	for (unsigned i = 0; i < di->di_nbounds; i++)
		if (dispatch_enter(di, &di->di_bounds[i]) < 0)
			return -1;
	return di->di_stacks ? dispatch_enter_stacks(di) : 0;
}

static void dispatch_free_links(struct etl_link *li)
{
	while (li) {
		struct etl_link *next = li->li_next;

		free(li);
		li = next;
	}
}

static void dispatch_free_guid(struct base_link *ln)
{
	struct etl_guidslot *gs = BASE_ENTRY(ln, struct etl_guidslot, gs_link);

	dispatch_free_links(gs->gs_links);
	free(gs);
}

void etl_dispatch_free(struct etl_dispatch *di)
{
	for (unsigned i = 0; di->di_hooks && i < ETL_NHOOKS; i++)
		dispatch_free_links(di->di_hooks[i]);
	base_index_clear(&di->di_guids, dispatch_free_guid);
	dispatch_free_links(di->di_every);
	etw_filter_free(di->di_filter);
	for (unsigned i = 0; i < di->di_nbounds; i++)
		free(di->di_bounds[i].bo_probes);
	free(di->di_hooks);
	free(di->di_bounds);
	*di = (struct etl_dispatch){ 0 };
}

/*
 * Delivery.
 */
static void dispatch_run(struct etl_feed *ef, const struct etl_link *li, const struct etw_event *ev)
{
	for (; li; li = li->li_next) {
		const struct dt_etw_source *src = li->li_bound->bo_src;

		if (src->es_opcode >= 0 && src->es_opcode != ev->ev_opcode)
			continue;
		ef->ef_bound = li->li_bound;
		src->es_handle(&ef->ef_feed, ev);
	}
	ef->ef_bound = NULL;
}

static const struct etl_link *dispatch_lookup(const struct etl_dispatch *di,
	const struct etw_event *ev)
{
	const struct etl_guidslot *gs;

	if (ev->ev_hookid != ETW_NOHOOK)
		return ev->ev_hookid < ETL_NHOOKS ? di->di_hooks[ev->ev_hookid] : NULL;
	gs = dispatch_slot(di, ev->ev_provider);
	return gs ? gs->gs_links : NULL;
}

enum etl_interest etl_interest(const struct etl_feed *ef, const struct etw_event *ev)
{
	const struct etl_link *lists[] = { dispatch_lookup(&ef->ef_dispatch, ev),
		ef->ef_dispatch.di_every };
	enum etl_interest most = ETL_NONE;

	for (unsigned i = 0; i < 2; i++)
		for (const struct etl_link *li = lists[i]; li; li = li->li_next) {
			const struct dt_etw_source *src = li->li_bound->bo_src;

			if (src->es_opcode >= 0 && src->es_opcode != ev->ev_opcode)
				continue;
			if (li->li_bound->bo_stack)
				return ETL_STACK;
			most = ETL_TAKEN;
		}
	return most;
}

void etl_dispatch(struct etl_feed *ef, const struct etw_event *ev)
{
	const struct etl_dispatch *di = &ef->ef_dispatch;
	const struct etl_link *li = dispatch_lookup(di, ev);

	if (!li && !di->di_every)
		return;
	if (!ef->ef_muted) {
		dt_advance(ef->ef_feed.fd_engine, ev->ev_ns, ev->ev_unix_ns);
		if (dt_stopping(ef->ef_feed.fd_engine))
			return;
	}
	dispatch_run(ef, li, ev);
	dispatch_run(ef, di->di_every, ev);
}

void etl_dispatch_early(struct etl_feed *ef, const struct etw_event *ev)
{
	dispatch_run(ef, dispatch_lookup(ef->ef_running, ev), ev);
	dispatch_run(ef, ef->ef_running->di_every, ev);
}

static void dispatch_run_marked(struct etl_feed *ef, int mark, const struct etw_event *ev)
{
	for (unsigned i = 0; i < ef->ef_dispatch.di_nbounds; i++) {
		const struct etl_bound *bo = &ef->ef_dispatch.di_bounds[i];

		if (bo->bo_src->es_opcode != mark)
			continue;
		ef->ef_bound = bo;
		bo->bo_src->es_handle(&ef->ef_feed, ev);
	}
	ef->ef_bound = NULL;
}

void etl_dispatch_start(struct etl_feed *ef)
{
	dispatch_run_marked(ef, DT_ETW_START, NULL);
}

void etl_dispatch_end(struct etl_feed *ef)
{
	static const struct etw_guid none;
	const struct etw_event ev = { .ev_ns = ef->ef_now,
		.ev_unix_ns = ef->ef_wall,
		.ev_pid = ETW_NOID,
		.ev_tid = ETW_NOID,
		.ev_hookid = ETW_NOHOOK,
		.ev_ptrsize = 8,
		.ev_provider = &none };

	if (ef->ef_ended || dt_stopping(ef->ef_feed.fd_engine))
		return;
	ef->ef_ended = true;
	dispatch_run_marked(ef, DT_ETW_END, &ev);
}

static bool dispatch_among(const struct dt_etw_source *src, const struct etw_guid *g)
{
	for (; src && src->es_handle; src++)
		if (src->es_guid && etw_guid_eq(src->es_guid, g))
			return true;
	return false;
}

bool etl_has_source(const struct etw_guid *g)
{
	for (unsigned i = 0; dt_providers[i]; i++)
		if (dispatch_among(dt_providers[i]->pv_etw, g))
			return true;
	return dispatch_among(etl_rundown, g);
}

/* The probes of the running handler. */
bool etl_wants(struct dt_feed *fd, int tag)
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	for (unsigned i = 0; i < bo->bo_nprobes && !etl_of(fd)->ef_muted; i++)
		if (dt_probe_tag(bo->bo_probes[i]) == tag)
			return true;
	return false;
}

void etl_each(struct dt_feed *fd, int tag, void (*fn)(struct dt_feed *, struct dt_probe *))
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	for (unsigned i = 0; i < bo->bo_nprobes; i++)
		if (dt_probe_tag(bo->bo_probes[i]) == tag)
			fn(fd, bo->bo_probes[i]);
}

/* As on the running system, dtrace's own events fire no probe that is there as well. */
static bool is_recorders(const struct etl_feed *ef, const struct dt_probe *pr,
	const struct dt_firing *fi)
{
	return ef->ef_recorder != 0 && dt_probe_provider(pr)->pv_linux &&
		fi->fi_thread->t_proc->p_pid == (int32_t)ef->ef_recorder;
}

static void dispatch_fire(struct etl_feed *ef, struct dt_probe *pr, struct dt_firing *fi)
{
	if (is_recorders(ef, pr, fi))
		return;
	if (ef->ef_bound->bo_counters && etl_counters_variant(pr))
		etl_counters_fire(ef, pr, fi);
	else
		dt_fire(ef->ef_feed.fd_engine, pr, fi);
}

void *etl_arg(const struct dt_feed *fd)
{
	return ((const struct etl_feed *)fd)->ef_bound->bo_src->es_arg;
}

void etl_all(struct dt_feed *fd, void (*fn)(struct dt_feed *, struct dt_probe *, void *), void *arg)
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	for (unsigned i = 0; i < bo->bo_nprobes; i++)
		fn(fd, bo->bo_probes[i], arg);
}

void etl_fire(struct dt_feed *fd, int tag, struct dt_firing *fi)
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	if (etl_of(fd)->ef_muted)
		return;
	for (unsigned i = 0; i < bo->bo_nprobes; i++)
		if (dt_probe_tag(bo->bo_probes[i]) == tag)
			dispatch_fire(etl_of(fd), bo->bo_probes[i], fi);
}

void etl_fire_probe(struct dt_feed *fd, struct dt_probe *pr, struct dt_firing *fi)
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	if (!etl_of(fd)->ef_muted && dt_probe_provider(bo->bo_probes[0]) == dt_probe_provider(pr))
		dispatch_fire(etl_of(fd), pr, fi);
}

void etl_fire_if(struct dt_feed *fd, int tag, struct dt_firing *fi,
	bool (*fn)(const struct dt_probe *, const char *), const char *arg)
{
	const struct etl_bound *bo = etl_of(fd)->ef_bound;

	for (unsigned i = 0; i < bo->bo_nprobes; i++)
		if (dt_probe_tag(bo->bo_probes[i]) == tag && fn(bo->bo_probes[i], arg))
			dispatch_fire(etl_of(fd), bo->bo_probes[i], fi);
}
