/* Process: six layouts, of which each but the second adds to the one before. */
#include "kernel.h"

#define SID_MAX_PARTS 15

/* A TOKEN_USER of zeros with a SID after it: the records of user-mode loggers have that. */
static bool sid_follows(const struct kr *k)
{
	static const uint8_t zeros[16];
	size_t n = 2 * (size_t)k->kr_ptrsize;
	const uint8_t *p = k->kr_p;

	return (size_t)(k->kr_end - p) >= n + 8 && !memcmp(p, zeros, n) && p[n] == 1 && p[n + 1] &&
		p[n + 1] <= SID_MAX_PARTS && !memcmp(p + n + 2, zeros, 5);
}

/*
 * The user's SID: four zero bytes if there is none; else a TOKEN_USER (two pointers of the
 * traced machine, meaningless here) and the SID after it.
 */
static void take_sid(struct kr *k, struct etw_process *px)
{
	struct kr start = *k;
	const uint8_t *p;
	uint32_t len;

	if (!kr_u32(k, "user SID") && (k->kr_bad || !sid_follows(&start)))
		return;
	*k = start;
	px->px_user = kr_bytes(k, 2 * (size_t)k->kr_ptrsize, "user SID");
	p = k->kr_p;
	if (!kr_bytes(k, 8, "user SID"))
		return;
	len = 8 + 4 * (uint32_t)p[1];
	if (p[1] > SID_MAX_PARTS || !kr_bytes(k, len - 8, "user SID")) {
		k->kr_bad = "user SID";
		return;
	}
	px->px_sid = p;
	px->px_sidlen = len;
}

static void take_v0(struct kr *k, struct etw_process *px)
{
	px->px_pid = (uint32_t)kr_ptr(k, "process id");
	px->px_ppid = (uint32_t)kr_ptr(k, "parent id");
}

static void take_v1(struct kr *k, struct etw_process *px, unsigned version)
{
	px->px_key = kr_ptr(k, "process key");
	px->px_pid = kr_u32(k, "process id");
	px->px_ppid = kr_u32(k, "parent id");
	px->px_session = kr_u32(k, "session id");
	px->px_exit = (int32_t)kr_u32(k, "exit status");
	if (version >= 3)
		px->px_dtb = kr_ptr(k, "directory table base");
	if (version >= 4)
		px->px_flags = kr_u32(k, "flags");
}

static void take_strings(struct kr *k, struct etw_process *px, unsigned version)
{
	px->px_name = kr_ansi(k, &px->px_namelen);
	if (version >= 2)
		px->px_cmdline = kr_utf16(k, &px->px_cmdunits);
	if (version >= 4) {
		px->px_package = kr_utf16(k, &px->px_packageunits);
		px->px_app = kr_utf16(k, &px->px_appunits);
	}
}

int etw_decode_process(const struct etw_event *ev, struct etw_process *px)
{
	struct kr k;

	memset(px, 0, sizeof(*px));
	kr_init(&k, ev);
	if (ev->ev_version == 0)
		take_v0(&k, px);
	else
		take_v1(&k, px, ev->ev_version);
	take_sid(&k, px);
	take_strings(&k, px, ev->ev_version);
	if (ev->ev_version >= 5)
		px->px_exittime = kr_u64(&k, "exit time");
	return kr_done(&k);
}
