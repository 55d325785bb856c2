/*
 * What lies at an address: images, their program databases, code made at run time.
 *
 * All of it is learned in the first pass, for a trace may tell of an image, and does tell of most
 * methods, at its end only.  Images are told of again when the replay comes to them (proc.c): then
 * the new one takes the old one's place.
 */
#include <stdio.h>
#include <string.h>
#include "etw_clr.h"
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
	struct etw_rsds rs;
	char pdb[1024];

	if (ev->ev_kind != ETW_FULL || etw_decode_rsds(ev, &rs) < 0)
		return;
	snprintf(pdb, sizeof(pdb), "%.*s", (int)rs.rs_pdblen, rs.rs_pdb);
	dt_sys_image_pdb(dt_system(fd->fd_engine), rs.rs_pid, rs.rs_base, rs.rs_guid, rs.rs_age,
		pdb);
}

/* Namespace.Class.Method; a method that was not named has a token. */
static void addrs_method(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_clr_method *mt)
{
	char name[2048];
	int n = 0;

	if (mt->mt_start == 0 || mt->mt_size == 0)
		return;
	if (!mt->mt_name.tx_s)
		snprintf(name, sizeof(name), "#%08x", mt->mt_token);
	else {
		if (mt->mt_namespace.tx_len != 0)
			n = snprintf(name, 1024, "%s.",
				etl_utf8(fd, mt->mt_namespace.tx_s, mt->mt_namespace.tx_len));
		n = n > 1023 ? 1023 : n;
		snprintf(name + n, sizeof(name) - (size_t)n, "%s",
			etl_utf8(fd, mt->mt_name.tx_s, mt->mt_name.tx_len));
	}
	dt_sys_method(dt_system(fd->fd_engine), ev->ev_pid, mt->mt_start, mt->mt_size,
		mt->mt_module, name);
}

void etl_clr_early(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_clr cl;

	if (ev->ev_kind != ETW_EVENT || ev->ev_id < 137 || ev->ev_id > 154 ||
		etw_decode_clr(ev, &cl) < 0)
		return;
	if (cl.cl_kind == ETW_CLR_METHOD)
		addrs_method(fd, ev, &cl.cl_method);
	else if (cl.cl_kind == ETW_CLR_MODULE && cl.cl_module.md_ilpath.tx_len != 0)
		dt_sys_module(dt_system(fd->fd_engine), ev->ev_pid, cl.cl_module.md_id,
			etl_utf8(fd, cl.cl_module.md_ilpath.tx_s, cl.cl_module.md_ilpath.tx_len));
}
