/* The databases of images, as the merge step writes them. */
#include "etw_imageid.h"
#include "kernel.h"
#include "kernel_write.h"

const struct etw_guid etw_guid_imageid = { 0xb3e675d7, 0x2554, 0x4f18,
	{ 0x83, 0x0b, 0x27, 0x62, 0x73, 0x25, 0x60, 0xde } };

int etw_decode_rsds(const struct etw_event *ev, struct etw_rsds *rs)
{
	const uint8_t *guid;
	struct kr k;

	memset(rs, 0, sizeof(*rs));
	kr_init(&k, ev);
	rs->rs_base = kr_ptr(&k, "base address");
	rs->rs_pid = kr_u32(&k, "process id");
	guid = kr_bytes(&k, 16, "database's GUID");
	if (guid)
		memcpy(rs->rs_guid, guid, 16);
	rs->rs_age = kr_u32(&k, "database's age");
	rs->rs_pdb = kr_ansi(&k, &rs->rs_pdblen);
	return kr_done(&k);
}

int etw_write_rsds(struct etw_writer *w, struct etw_event *ev, const struct etw_rsds *rs)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, rs->rs_base);
	kw_num(&k, 4, rs->rs_pid);
	kw_bytes(&k, rs->rs_guid, 16);
	kw_num(&k, 4, rs->rs_age);
	kw_ansi(&k, rs->rs_pdb, rs->rs_pdblen);
	ev->ev_kind = ETW_FULL;
	ev->ev_provider = &etw_guid_imageid;
	ev->ev_payload = k.kw_buf;
	ev->ev_paylen = (uint32_t)k.kw_n;
	return etw_writer_put(w, ev);
}
