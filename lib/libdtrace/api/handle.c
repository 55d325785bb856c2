/* Open, close, options, errors and handlers. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "handle.h"
#include "ktypes.h"

const char *dtrace_version(void)
{
	return "D 1.13 (dtrace-etw 0.1)";
}

static const char *const error_text[] = {
#define DT_ERROR(code, text) text,
#include "dtrace_errors.def"
#undef DT_ERROR
};

int dtrace_errno(dtrace_hdl_t *h)
{
	return h->dh_errno;
}

const char *dtrace_errmsg(dtrace_hdl_t *h, int error)
{
	const char *text;

	if (h && error == h->dh_errno && *h->dh_errmsg)
		return h->dh_errmsg;
	if (error < EDT_BASE)
		return strerror(error);
	text = error < EDT_NERRORS ? error_text[error - EDT_BASE] : NULL;
	return text ? text : "Unknown error";
}

int dt_set_error(dtrace_hdl_t *h, int code)
{
	h->dh_errno = code;
	h->dh_errmsg[0] = 0;
	return -1;
}

int dt_set_message(dtrace_hdl_t *h, int code, const char *fmt, ...)
{
	va_list ap;

	h->dh_errno = code;
	va_start(ap, fmt);
	vsnprintf(h->dh_errmsg, sizeof(h->dh_errmsg), fmt, ap);
	va_end(ap);
	return -1;
}

static bool lacks_nothing(dtrace_hdl_t *h, bool failed)
{
	int err = base_lacked();

	if (err)
		h->dh_lacked = err == ENOMEM ? EDT_NOMEM : err;
	if (err && err != ENOMEM && failed && *h->dh_errmsg) { /* names the file, perhaps */
		size_t n = strlen(h->dh_errmsg);

		snprintf(h->dh_errmsg + n, sizeof(h->dh_errmsg) - n, ": %s", strerror(err));
		h->dh_errno = err;
		return false;
	}
	if (h->dh_lacked)
		dt_set_error(h, h->dh_lacked);
	return !h->dh_lacked;
}

bool dt_enter(dtrace_hdl_t *h, struct dt_over *over)
{
	if (!lacks_nothing(h, false))
		return false;
	dt_over_push(over);
	return true;
}

bool dt_leave(dtrace_hdl_t *h, struct dt_over *over, bool failed)
{
	dt_over_pop(over);
	return lacks_nothing(h, failed);
}

void dt_say(dtrace_hdl_t *h, const char *line)
{
	if (!h->dh_warnfn)
		fprintf(stderr, "dtrace: %s\n", line);
	else if (h->dh_warnfn(line, h->dh_warnarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

/*
 * Where the library scripts are: DTRACE_LIBDIR, else in the tree that the file with this code is
 * part of (a build, or an installation wherever it has been moved to), else where they were to be
 * installed.
 */
static const char *const libdirs[] = {
	"../translators",    /* build/dtrace */
	"../../translators", /* build/lib/libdtrace.so */
	"../lib/dtrace",     /* sbin/dtrace */
	"dtrace",	     /* lib/libdtrace.so */
	"../dtrace",	     /* lib/TRIPLET/libdtrace.so */
};

static bool libdir_beside(char *path, size_t size)
{
	Dl_info info;
	char real[PATH_MAX], *slash;

	if (!dladdr((void *)(uintptr_t)dtrace_open, &info) || !info.dli_fname)
		return false;
	/* of a program, the name is what it was called by */
	if (!realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", real))
		return false;
	slash = strrchr(real, '/');
	*slash = 0;
	for (size_t i = 0; i < sizeof(libdirs) / sizeof(*libdirs); i++) {
		char script[PATH_MAX + 64];

		snprintf(path, size, "%s/%s", real, libdirs[i]);
		snprintf(script, sizeof(script), "%s/procfs.d", path);
		if (access(script, R_OK) == 0)
			return true;
	}
	return false;
}

static void syslibdir_default(struct dt_options *op)
{
	const char *env = getenv("DTRACE_LIBDIR");
	char path[PATH_MAX + 32];

	if (env && *env)
		dt_options_set(op, "syslibdir", env, DT_FROM_CMD);
	else if (libdir_beside(path, sizeof(path)))
		dt_options_set(op, "syslibdir", path, DT_FROM_CMD);
	else
		dt_options_set(op, "syslibdir", DTRACE_SYSLIBDIR, DT_FROM_CMD);
}

dtrace_hdl_t *dtrace_open(int version, int flags, int *errp)
{
	dtrace_hdl_t *h;

	if (version > DTRACE_VERSION) {
		*errp = EDT_VERSION;
		return NULL;
	}
	h = base_calloc(1, sizeof(*h));
	if (!h) {
		*errp = EDT_NOMEM;
		return NULL;
	}
	h->dh_flags = flags;
	h->dh_saved = -1;
	dt_options_init(&h->dh_opts);
	syslibdir_default(&h->dh_opts);
	dt_presets(h);
	dt_debug(h, "opened, %s", dtrace_version());
	if (!lacks_nothing(h, false)) {
		*errp = h->dh_lacked;
		dtrace_close(h);
		return NULL;
	}
	return h;
}

static void programs_free(struct dt_program *pg)
{
	for (struct dt_program *next; pg; pg = next) {
		next = pg->pg_next;
		dt_program_free(pg);
	}
}

void dtrace_close(dtrace_hdl_t *h)
{
	if (!h)
		return;
	dt_debug(h, "closing");
	if (h->dh_feed) {
		if (h->dh_going && !h->dh_stopped)
			h->dh_feedops->fo_stop(h->dh_feed);
		h->dh_feedops->fo_close(h->dh_feed);
	}
	dt_procs_close(h);
	if (h->dh_consumer)
		dt_consumer_destroy(h->dh_consumer);
	if (h->dh_syms)
		dt_symbols_destroy(h->dh_syms);
	if (h->dh_engine)
		dt_engine_destroy(h->dh_engine);
	programs_free(h->dh_programs);
	if (h->dh_lang)
		dt_lang_destroy(h->dh_lang);
	dt_ktypes_destroy(h->dh_ktypes);
	for (unsigned i = 0; i < h->dh_npaths; i++)
		free(h->dh_paths[i]);
	free(h->dh_paths);
	free(h->dh_text);
	free(h->dh_presetmsg);
	if (h->dh_saved >= 0)
		close(h->dh_saved);
	dt_options_fini(&h->dh_opts);
	free(h);
}

static int do_event_files(dtrace_hdl_t *h, const char *const *paths, unsigned n)
{
	char **v;

	if (h->dh_engine)
		return dt_set_error(h, EDT_ACTIVE);
	v = base_realloc(h->dh_paths, (h->dh_npaths + n) * sizeof(*v));
	if (!v)
		return dt_set_error(h, EDT_NOMEM);
	h->dh_paths = v;
	for (unsigned i = 0; i < n; i++) {
		v[h->dh_npaths] = base_strdup(paths[i]);
		if (!v[h->dh_npaths])
			return dt_set_error(h, EDT_NOMEM);
		h->dh_npaths++;
	}
	return 0;
}

int dtrace_event_files(dtrace_hdl_t *h, const char *const *paths, unsigned n)
{
	DT_PUBLIC(h, -1, do_event_files(h, paths, n));
}

/*
 * What the engine asks of us.
 */
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
		"more methods or databases of symbols are named than are kept: the oldest are forgotten");
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

	if (h->dh_syms)
		dt_symbols_mapping(h->dh_syms, mg);
}

static unsigned on_unwind(void *arg, uint32_t pid, const struct dt_ustack *us, uint64_t *pcs,
	unsigned max)
{
	dtrace_hdl_t *h = arg;

	return h->dh_syms ? dt_symbols_unwind(h->dh_syms, pid, us, pcs, max) : 0;
}

static const struct dt_engine_ops engine_ops = {
	.eo_mapping = on_mapping,
	.eo_unwind = on_unwind,
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
	struct dt_feed_args fa = {
		.fa_paths = (const char *const *)h->dh_paths,
		.fa_npaths = h->dh_npaths,
		.fa_bufsize = dt_opt(&h->dh_opts, DT_OPT_BUFSIZE),
		.fa_cpu = dt_opt(&h->dh_opts, DT_OPT_CPU),
		.fa_passes = dt_opt(&h->dh_opts, DT_OPT_ETLPASSES),
		.fa_summary = dt_opt(&h->dh_opts, DT_OPT_ETLSUMMARY) > 0,
		.fa_from = (uint64_t)dt_opt(&h->dh_opts, DT_OPT_ETLFROM),
		.fa_to = (uint64_t)dt_opt(&h->dh_opts, DT_OPT_ETLTO),
		.fa_alone = dt_opt(&h->dh_opts, DT_OPT_ETLSIBLINGS) == 0,
	};

	if (fa.fa_to && fa.fa_to <= fa.fa_from)
		return dt_set_message(h, EDT_BADOPTVAL, "option etlto is not after etlfrom");
	h->dh_feed = h->dh_feedops->fo_open(h->dh_engine, &fa);
	if (!h->dh_feed && dt_opt(&h->dh_opts, DT_OPT_USER) > 0 &&
		strstr(h->dh_engine->en_error, strerror(EACCES)))
		return dt_set_message(h, EDT_FAILED,
			"%s: it has to be readable by the user of option user, or come by "
			"standard input (-E -)",
			h->dh_engine->en_error);
	if (!h->dh_feed)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	return 0;
}

static int do_init(dtrace_hdl_t *h)
{
	bool live = !h->dh_npaths;

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

static int do_setopt(dtrace_hdl_t *h, const char *name, const char *value)
{
	const char *msg = dt_options_set(&h->dh_opts, name, value, DT_FROM_CMD);
	int code = EDT_BADOPTNAME;

	if (!msg)
		return 0;
	while (code < EDT_OPTACTIVE && strcmp(error_text[code - EDT_BASE], msg))
		code++;
	return dt_set_message(h, strcmp(error_text[code - EDT_BASE], msg) ? EDT_BADOPTVAL : code,
		"%s", msg);
}

int dtrace_setopt(dtrace_hdl_t *h, const char *name, const char *value)
{
	DT_PUBLIC(h, -1, do_setopt(h, name, value));
}

int dtrace_getopt(dtrace_hdl_t *h, const char *name, int64_t *value)
{
	if (dt_options_get(&h->dh_opts, name, value) < 0)
		return dt_set_error(h, EDT_BADOPTNAME);
	return 0;
}

int dtrace_handle_err(dtrace_hdl_t *h, dtrace_handle_err_f *fn, void *arg)
{
	h->dh_errfn = fn;
	h->dh_errarg = arg;
	return 0;
}

int dtrace_handle_drop(dtrace_hdl_t *h, dtrace_handle_drop_f *fn, void *arg)
{
	h->dh_dropfn = fn;
	h->dh_droparg = arg;
	return 0;
}

int dtrace_handle_proc(dtrace_hdl_t *h, dtrace_handle_proc_f *fn, void *arg)
{
	h->dh_procfn = fn;
	h->dh_procarg = arg;
	return 0;
}

int dtrace_handle_warn(dtrace_hdl_t *h, dtrace_handle_warn_f *fn, void *arg)
{
	h->dh_warnfn = fn;
	h->dh_warnarg = arg;
	return 0;
}

int dtrace_handle_progress(dtrace_hdl_t *h, dtrace_handle_progress_f *fn, void *arg)
{
	h->dh_progressfn = fn;
	h->dh_progressarg = arg;
	return 0;
}

void dt_progress(dtrace_hdl_t *h, uint64_t done, uint64_t total)
{
	if (h->dh_progressfn &&
		h->dh_progressfn(done, total, h->dh_progressarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}
