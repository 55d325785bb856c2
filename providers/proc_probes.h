/*
 * proc's files: proc.c has the probes and the trace files' half; proc_linux.c the running kernel's,
 * but for what is about signals: proc_signal.c.
 */
#ifndef PROC_PROBES_H
#define PROC_PROBES_H

#include "linux.h"

enum {
	PROC_START,
	PROC_EXIT,
	PROC_LWP_START,
	PROC_LWP_EXIT,
	PROC_EXEC_SUCCESS,
	PROC_LOAD,
	PROC_UNLOAD,
	PROC_CREATE,
	PROC_LWP_CREATE,
	PROC_EXEC,
	PROC_EXEC_FAILURE,
	PROC_SEND,
	PROC_DISCARD,
	PROC_HANDLE,
	PROC_CLEAR,
	PROC_FAULT
};

extern const struct dt_linux_source dt_proc_linux[];
void dt_proc_announce(struct dt_feed *, uint64_t now, int64_t wall);

/* proc_signal.c */
extern const struct dt_linux_view dt_proc_generate_views[], dt_proc_deliver_views[],
	dt_proc_clear_views[];
extern const struct dt_linux_field dt_proc_generate_fields[], dt_proc_deliver_fields[],
	dt_proc_clear_fields[];
void dt_proc_generate(struct dt_feed *, const struct dt_lx_event *);
void dt_proc_deliver(struct dt_feed *, const struct dt_lx_event *);
void dt_proc_clear_bind(struct dt_lx_source *, struct dt_probe *);
void dt_proc_clear(struct dt_feed *, const struct dt_lx_event *);

#endif
