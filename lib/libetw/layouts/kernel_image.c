/* Image: load, unload and rundown of modules and drivers. */
#include "kernel.h"

static void take_v2(struct kr *k, struct etw_image *im, unsigned version)
{
	im->im_checksum = kr_u32(k, "checksum");
	im->im_timestamp = kr_u32(k, "time stamp");
	if (version >= 3) {
		im->im_siglevel = kr_u8(k, "signature level");
		im->im_sigtype = kr_u8(k, "signature type");
		kr_u16(k, "reserved word");
	} else {
		kr_u32(k, "reserved word");
	}
	im->im_defbase = kr_ptr(k, "default base");
	kr_bytes(k, 16, "reserved words");
}

int etw_decode_image(const struct etw_event *ev, struct etw_image *im)
{
	struct kr k;

	memset(im, 0, sizeof(*im));
	kr_init(&k, ev);
	im->im_base = kr_ptr(&k, "base address");
	im->im_size = ev->ev_version ? kr_ptr(&k, "size") : kr_u32(&k, "size");
	im->im_pid = ev->ev_version ? kr_u32(&k, "process id") : ETW_NOID;
	if (ev->ev_version >= 2)
		take_v2(&k, im, ev->ev_version);
	im->im_name = kr_utf16(&k, &im->im_nameunits);
	return kr_done(&k);
}
