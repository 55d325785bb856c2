/* Microsoft-Windows-Kernel-Process: its events about processes, threads and images. */
#include "etw_kprocess.h"
#include "kernel.h"

const struct etw_guid etw_guid_kprocess = { 0x22fb2cd6, 0x0e7b, 0x422b,
	{ 0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16 } };

/* Version 3 adds a number in the order of process starts, and the rights of the process. */
static void take_start(struct kr *k, struct etw_kprocess *kp, unsigned version)
{
	const uint8_t *sid;

	if (version >= 3)
		kr_u64(k, "sequence number");
	kr_u64(k, "time of its start");
	kp->kp_ppid = kr_u32(k, "parent id");
	if (version >= 3)
		kr_u64(k, "parent's sequence number");
	kp->kp_session = kr_u32(k, "session id");
	if (version >= 1)
		kr_u32(k, "flags");
	if (version >= 3) {
		kr_u64(k, "elevation");
		sid = kr_bytes(k, 8, "label");
		if (sid)
			kr_bytes(k, 4 * (size_t)sid[1], "label");
	}
	kp->kp_path = kr_utf16(k, &kp->kp_pathunits);
}

static void take_stop(struct kr *k, struct etw_kprocess *kp, unsigned version)
{
	if (version >= 2)
		kr_u64(k, "sequence number");
	kr_bytes(k, 16, "times of its start and end");
	kp->kp_exit = (int32_t)kr_u32(k, "exit code");
	kr_bytes(k, 24, "elevation, handles, memory");
	if (version >= 1)
		kr_bytes(k, 28, "cycles, transfers, hard faults");
	kp->kp_name = kr_ansi(k, &kp->kp_namelen);
}

static void take_image(struct kr *k, struct etw_kprocess *kp)
{
	kr_ptr(k, "base address");
	kr_ptr(k, "size");
	kp->kp_pid = kr_u32(k, "process id");
	kr_u64(k, "checksum, time stamp");
	kr_ptr(k, "default base");
	kp->kp_path = kr_utf16(k, &kp->kp_pathunits);
}

int etw_decode_kprocess(const struct etw_event *ev, struct etw_kprocess *kp)
{
	struct kr k;

	memset(kp, 0, sizeof(*kp));
	kr_init(&k, ev);
	if (ev->ev_id == ETW_KP_IMAGE) {
		take_image(&k, kp);
		return kr_done(&k);
	}
	kp->kp_pid = kr_u32(&k, "process id");
	if (ev->ev_id == ETW_KP_START || ev->ev_id == ETW_KP_RUNDOWN)
		take_start(&k, kp, ev->ev_version);
	else if (ev->ev_id == ETW_KP_STOP)
		take_stop(&k, kp, ev->ev_version);
	else
		kp->kp_tid = kr_u32(&k, "thread id");
	return kr_done(&k);
}
