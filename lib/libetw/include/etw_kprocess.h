/*
 * etw_kprocess.h - the events of the provider Microsoft-Windows-Kernel-Process: processes and
 * threads.
 *
 * A session of user-mode providers has no kernel rundown. If this provider is enabled, the names of
 * processes come from its events.
 */
#ifndef ETW_KPROCESS_H
#define ETW_KPROCESS_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

extern const struct etw_guid etw_guid_kprocess; /* 22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716 */

enum { /* event ids */
	ETW_KP_START = 1,
	ETW_KP_STOP = 2,
	ETW_KP_THREAD = 3,
	ETW_KP_THREADSTOP = 4,
	ETW_KP_IMAGE = 5,
	ETW_KP_RUNDOWN = 15
};

struct etw_kprocess {
	uint32_t kp_pid, kp_tid;      /* numbers here are event ids; tid: 3, 4 */
	uint32_t kp_ppid, kp_session; /* 1, 15 */
	int32_t kp_exit;	      /* 2 */
	const uint8_t *kp_path;	      /* 1, 5, 15: UTF-16LE */
	uint32_t kp_pathunits;
	const char *kp_name; /* 2: 8-bit, truncated by Windows to 14 bytes */
	uint32_t kp_namelen;
};

/* Returns 0, or -1 and sets etw_decode_error(). */
int etw_decode_kprocess(const struct etw_event *ev, struct etw_kprocess *out);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
