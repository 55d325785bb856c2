/* dtrace_init(): symbols, the engine with its callbacks, the feed, and the compiler. */
#include <errno.h>
#include <string.h>
#include "handle.h"

/* Callbacks of the engine. */
static void on_drain(void *arg)
{
	dt_drain(arg);
}

static void on_fault(void *arg, const struct dt_ecb *ec, unsigned action, int64_t offset, int fault,
	uint64_t addr)
{
	dt_report_fault(arg, ec, action, offset, fault, addr, NULL);
}

static void on_warn(void *arg, const char *line)
{
	dt_say(arg, line);
}

static void on_progress(void *arg, uint64_t done, uint64_t total)
{
	dt_progress(arg, done, total);
}

static void on_image_load(void *arg, uint32_t pid, uint64_t base, uint64_t size, uint64_t fileoff,
	const char *path, uint64_t now)
{
	dtrace_hdl_t *h = arg;

	(void)now;
	if (h->dh_syms)
		dt_symbols_image_load(h->dh_syms, pid, base, size, fileoff, path);
}

static void on_image_known(void *arg, uint32_t pid, uint64_t base, uint64_t size, const char *path)
{
	dt_symbols_image_known(((dtrace_hdl_t *)arg)->dh_syms, pid, base, size, path);
}

static void say_forgotten(dtrace_hdl_t *h)
{
	if (h->dh_forgot || !dt_symbols_forgot(h->dh_syms))
		return;
	h->dh_forgot = true;
	dt_warn(h->dh_engine,
		"the trace names more methods or symbol databases than are kept: the oldest are forgotten");
}

static void on_image_pdb(void *arg, uint32_t pid, uint64_t base, const uint8_t guid[16],
	uint32_t age, const char *pdb)
{
	dt_symbols_image_pdb(((dtrace_hdl_t *)arg)->dh_syms, pid, base, guid, age, pdb);
	say_forgotten(arg);
}

static void on_method(void *arg, uint32_t pid, uint64_t start, uint64_t size, uint64_t module,
	const char *name)
{
	dt_symbols_method(((dtrace_hdl_t *)arg)->dh_syms, pid, start, size, module, name);
	say_forgotten(arg);
}

static void on_module(void *arg, uint32_t pid, uint64_t module, const char *path)
{
	dt_symbols_module(((dtrace_hdl_t *)arg)->dh_syms, pid, module, path);
	say_forgotten(arg);
}

static void on_userpcs(void *arg, uint32_t pid)
{
	dtrace_hdl_t *h = arg;

	if (h->dh_syms)
		dt_symbols_proc_seen(h->dh_syms, pid);
}

static void on_mapping(void *arg, const struct dt_mapping *mg)
{
	dtrace_hdl_t *h = arg;

	if (!h->dh_syms)
		return;
	if (h->dh_consumer && !h->dh_engine->en_defer && dt_symbols_renames(h->dh_syms, mg))
		dt_drain(h);
	dt_symbols_mapping(h->dh_syms, mg);
}

static bool on_symbol(void *arg, uint32_t pid, uint64_t pc, struct dt_symbol_at *sa)
{
	dtrace_hdl_t *h = arg;

	return h->dh_syms && dt_symbols_at(h->dh_syms, pid, pc, sa);
}

static void on_carried(void *arg, const struct dt_symbol_at *sa, uint64_t size)
{
	dtrace_hdl_t *h = arg;

	if (h->dh_syms)
		dt_symbols_carried(h->dh_syms, sa, size);
}

static unsigned on_unwind(void *arg, uint32_t pid, const struct dt_ustack *us, uint64_t *pcs,
	unsigned max)
{
	dtrace_hdl_t *h = arg;

	return h->dh_syms ? dt_symbols_unwind(h->dh_syms, pid, us, pcs, max) : 0;
}

static const struct dt_engine_ops engine_ops = {
	.eo_mapping = on_mapping,
	.eo_symbol = on_symbol,
	.eo_carried = on_carried,
	.eo_unwind = on_unwind,
	.eo_functions = dt_find_functions,
	.eo_linker = dt_find_linker,
	.eo_function_is = dt_function_is,
	.eo_probes = dt_find_probes,
	.eo_userpcs = on_userpcs,
	.eo_drain = on_drain,
	.eo_fault = on_fault,
	.eo_warn = on_warn,
	.eo_image_load = on_image_load,
	.eo_image_known = on_image_known,
	.eo_image_pdb = on_image_pdb,
	.eo_method = on_method,
	.eo_module = on_module,
	.eo_progress = on_progress,
};

static int feed_open(dtrace_hdl_t *h)
{
	int64_t from = dt_opt(&h->dh_opts, DT_OPT_ETLFROM), to = dt_opt(&h->dh_opts, DT_OPT_ETLTO);

	if (to && to <= from)
		return dt_set_message(h, EDT_BADOPTVAL, "option etlto is not after etlfrom");
	h->dh_feed = h->dh_feedops->fo_open(h->dh_engine, (const char *const *)h->dh_paths,
		h->dh_npaths);
	if (!h->dh_feed && dt_opt(&h->dh_opts, DT_OPT_USER) > 0 &&
		strstr(h->dh_engine->en_error, strerror(EACCES)))
		return dt_set_message(h, EDT_FAILED,
			"%s: it must be readable by the user of option user, or come from "
			"standard input (-E -)",
			h->dh_engine->en_error);
	if (!h->dh_feed)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	return 0;
}

static int do_init(dtrace_hdl_t *h)
{
	bool live = !h->dh_npaths && !(h->dh_flags & DTRACE_O_WINDOWS);

	if (h->dh_lang)
		return 0;
	if (h->dh_failed)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	if (h->dh_presetmsg)
		return dt_set_message(h, EDT_BADOPTVAL, "%s", h->dh_presetmsg);
	if (dt_user_drop(h) < 0)
		return -1;
	h->dh_syms = dt_symbols_create(live ? DT_SYMS_LIVE : DT_SYMS_REPLAY);
	h->dh_engine = dt_engine_create(&engine_ops, h, &h->dh_opts, live);
	if (!h->dh_engine || !h->dh_syms)
		return dt_set_error(h, EDT_NOMEM);
	h->dh_feedops = live ? &dt_feed_linux : &dt_feed_etl;
	h->dh_engine->en_feedops = h->dh_feedops;
	if (h->dh_recordpath && !h->dh_recordall)
		h->dh_engine->en_logs = dt_recorder_logs;
	h->dh_failed = !live && feed_open(h) < 0;
	return h->dh_failed ? -1 : dt_lang_start(h);
}

int dtrace_init(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_init(h));
}

int dt_need_init(dtrace_hdl_t *h)
{
	return h->dh_lang ? 0 : dtrace_init(h);
}
