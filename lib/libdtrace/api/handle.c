/* Opening and closing a handle; the files it reads and its options. */
#include <stdlib.h>
#include <unistd.h>
#include "alloc.h"
#include "handle.h"
#include "ktypes.h"
#include "ptypes.h"

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
	dt_libdir_default(&h->dh_opts);
	dt_presets(h);
	dt_debug(h, "opened, %s", dtrace_version());
	if (!dt_lacks_nothing(h, false)) {
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
	dt_recorder_free(h->dh_recorder);
	free(h->dh_recordpath);
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
	dt_ptypes_destroy(h->dh_ptypes);
	dt_public_free(h);
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

static int do_setopt(dtrace_hdl_t *h, const char *name, const char *value)
{
	const char *msg = dt_options_set(&h->dh_opts, name, value, DT_FROM_CMD);

	char hint[128];

	if (!msg)
		return 0;
	bool near = dt_options_hint(name, hint, sizeof(hint));
	return dt_set_message(h, dt_error_code(msg, EDT_BADOPTVAL), "%s%s%s", msg,
		near ? "\nhint: " : "", near ? hint : "");
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
