/*
 * What is at an address: images, their program databases, code that was generated at run time.
 *
 * All of it is learned in the first pass, because a trace may have an image, and has most methods,
 * only at its end. Images are reported again when the replay reaches them (proc.c): then the new
 * one replaces the old one.
 */
#include <stdio.h>
#include <string.h>
#include "fields.h"
#include "windows.h"

void etl_image_early(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_image im;

	if (etw_decode_image(ev, &im) == 0 && im.im_pid != ETW_NOID)
		dt_sys_image_known(dt_system(fd->fd_engine), im.im_pid, im.im_base, im.im_size,
			etl_utf8(fd, im.im_name, im.im_nameunits));
}

void etl_imageid_early(struct dt_feed *fd, const struct etw_event *ev)
{
	const struct etw_rsds *rs;
	size_t used;

	if (ev->ev_kind == ETW_FULL && (rs = etl_decoded(fd, ev, &used)))
		dt_sys_image_pdb(dt_system(fd->fd_engine), rs->rs_pid, rs->rs_base, rs->rs_guid,
			rs->rs_age, rs->rs_pdb);
}

/* Namespace.Class.Method; a method without a name has a token. */
static void addrs_method(struct dt_feed *fd, const struct etw_event *ev, const netmethod_t *mt)
{
	char name[2048];

	if (mt->mt_start == 0 || mt->mt_size == 0)
		return;
	if (*mt->mt_name == '\0')
		snprintf(name, sizeof(name), "#%08x", mt->mt_token);
	else
		snprintf(name, sizeof(name), "%.1022s%s%s", mt->mt_namespace,
			*mt->mt_namespace ? "." : "", mt->mt_name);
	dt_sys_method(dt_system(fd->fd_engine), ev->ev_pid, mt->mt_start, mt->mt_size,
		mt->mt_module, name);
}

#define CLR_JITTING_STARTED 145

static void addrs_module(struct dt_feed *fd, const struct etw_event *ev, const netmodule_t *md)
{
	if (*md->md_ilpath != '\0')
		dt_sys_module(dt_system(fd->fd_engine), ev->ev_pid, md->md_id, md->md_ilpath);
}

/*
 * An event before compilation has no address yet; all others have an address, or are about a
 * module.
 */
void etl_clr_early(struct dt_feed *fd, const struct etw_event *ev)
{
	const char *record = ev->ev_id == CLR_JITTING_STARTED ? NULL : etw_record_of(ev);
	bool method = record && strcmp(record, "netmethod") == 0;
	const void *p;
	size_t used;

	if (!method && (!record || strcmp(record, "netmodule") != 0))
		return;
	p = etl_decoded(fd, ev, &used);
	if (p && method)
		addrs_method(fd, ev, p);
	else if (p)
		addrs_module(fd, ev, p);
}

/* Recorded on Linux: names of functions, as dtrace_recorded.h describes the events. */
void etl_carried_early(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_symbol_at sa = { .sa_kernel = ev->ev_id == DT_RECORDED_KSYMBOL };
	struct etl_fields fs = etl_fields(ev);
	uint64_t size;

	sa.sa_image = etl_take_text(&fs);
	sa.sa_offset = etl_take_number(&fs, 8);
	size = etl_take_number(&fs, 8);
	sa.sa_name = etl_take_text(&fs);
	if ((ev->ev_id == DT_RECORDED_SYMBOL || sa.sa_kernel) && !fs.fs_over)
		dt_symbol_carried(fd->fd_engine, &sa, size);
}
