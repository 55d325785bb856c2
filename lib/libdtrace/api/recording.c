/* The file to which the running system is recorded. */
#include "alloc.h"
#include "handle.h"

static int do_record_file(dtrace_hdl_t *h, const char *path, int all)
{
	if (h->dh_engine)
		return dt_set_error(h, EDT_ACTIVE);
	free(h->dh_recordpath);
	h->dh_recordpath = base_strdup(path);
	h->dh_recordall = all != 0;
	return h->dh_recordpath ? 0 : dt_set_error(h, EDT_NOMEM);
}

int dtrace_record_file(dtrace_hdl_t *h, const char *path, int all)
{
	DT_PUBLIC(h, -1, do_record_file(h, path, all));
}

int dt_recording_open(dtrace_hdl_t *h)
{
	if (!h->dh_recordpath)
		return 0;
	h->dh_recorder = dt_recorder_open(h->dh_engine, h->dh_recordpath);
	return h->dh_recorder ? 0 : dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
}

int dt_recording_begin(dtrace_hdl_t *h)
{
	if (!h->dh_recorder || dt_recorder_begin(h->dh_recorder, (uint32_t)dt_procs_first(h)) == 0)
		return 0;
	return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
}

void dt_recording_end(dtrace_hdl_t *h)
{
	if (h->dh_recorder)
		h->dh_recordfailed = dt_recorder_end(h->dh_recorder, &h->dh_recorded) < 0;
}

static int do_recorded(dtrace_hdl_t *h, dtrace_recorded_t *out)
{
	const struct dt_recorded *rd = &h->dh_recorded;

	if (!h->dh_recorder || !h->dh_stopped)
		return dt_set_error(h, EDT_INACTIVE);
	*out = (dtrace_recorded_t){ rd->rd_events, rd->rd_lost, rd->rd_buffers, rd->rd_bytes,
		rd->rd_ns };
	if (h->dh_recordfailed)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	return 0;
}

int dtrace_recorded(dtrace_hdl_t *h, dtrace_recorded_t *out)
{
	DT_PUBLIC(h, -1, do_recorded(h, out));
}
