/* Microsoft-Windows-Kernel-Process: its events that say who is there. */
#include "etw_kprocess.h"
#include "kernel.h"
#include "kernel_write.h"

const struct etw_guid etw_guid_kprocess = { 0x22fb2cd6, 0x0e7b, 0x422b,
	{ 0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16 } };

/* Version 3 numbers processes in the order of their starts, and says with what rights they run. */
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

static void give_start(struct kw *k, const struct etw_kprocess *kp, unsigned version)
{
	static const uint8_t label[12] = { 1, 1, 0, 0, 0, 0, 0, 16, 0, 0x20, 0, 0 };

	if (version >= 3)
		kw_num(k, 8, kp->kp_pid);
	kw_num(k, 8, 0);
	kw_num(k, 4, kp->kp_ppid);
	if (version >= 3)
		kw_num(k, 8, kp->kp_ppid);
	kw_num(k, 4, kp->kp_session);
	if (version >= 1)
		kw_num(k, 4, 0);
	if (version >= 3) {
		kw_num(k, 8, 1);
		kw_bytes(k, label, sizeof(label));
	}
	kw_utf16(k, kp->kp_path, kp->kp_pathunits);
}

static void give_stop(struct kw *k, const struct etw_kprocess *kp, unsigned version)
{
	static const uint8_t zeros[28];

	if (version >= 2)
		kw_num(k, 8, kp->kp_pid);
	kw_bytes(k, zeros, 16);
	kw_num(k, 4, (uint32_t)kp->kp_exit);
	kw_bytes(k, zeros, 24);
	if (version >= 1)
		kw_bytes(k, zeros, 28);
	kw_ansi(k, kp->kp_name, kp->kp_namelen);
}

static void give_image(struct kw *k, const struct etw_kprocess *kp)
{
	kw_ptr(k, 0x400000);
	kw_ptr(k, 0x10000);
	kw_num(k, 4, kp->kp_pid);
	kw_num(k, 8, 0);
	kw_ptr(k, 0x400000);
	kw_utf16(k, kp->kp_path, kp->kp_pathunits);
}

int etw_write_kprocess(struct etw_writer *w, struct etw_event *ev, const struct etw_kprocess *kp)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_id == ETW_KP_IMAGE) {
		give_image(&k, kp);
	} else {
		kw_num(&k, 4, kp->kp_pid);
		if (ev->ev_id == ETW_KP_START || ev->ev_id == ETW_KP_RUNDOWN)
			give_start(&k, kp, ev->ev_version);
		else if (ev->ev_id == ETW_KP_STOP)
			give_stop(&k, kp, ev->ev_version);
		else
			kw_num(&k, 4, kp->kp_tid);
	}
	ev->ev_kind = ETW_EVENT;
	ev->ev_provider = &etw_guid_kprocess;
	ev->ev_payload = k.kw_buf;
	ev->ev_paylen = (uint32_t)k.kw_n;
	return etw_writer_put(w, ev);
}
