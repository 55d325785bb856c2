/*
 * scene.h - traces made for one purpose: `mketl FILE --scene NAME [--version N] [--ptr 4|8]`.
 *
 * A scene is a function in scene_<area>.c and a line in scenes.def. It writes the records that some
 * case wants to read back, with values that the case can state. mketl has opened the writer; the
 * scene has a small machine: CPU 0 and 1, and the processes and threads below, introduced by
 * scene_cast().
 *
 * Each record goes 1 us after the one before it (scene_head() advances sc_ns), unless the scene
 * moves sc_ns itself. The same options give the same bytes.
 */
#ifndef SCENE_H
#define SCENE_H

#include "etw.h"

struct scene {
	struct etw_writer *sc_w;
	const struct etw_writer_config *sc_cfg;
	unsigned sc_version; /* of the scene's own records: --version, or UINT_MAX if not given */
	unsigned sc_ptrsize; /* 4 or 8 */
	uint64_t sc_ns;	     /* since the session's start */
	uint64_t sc_events;
};

/* The cast: who the events of a scene belong to. */
#define SCENE_SYSTEM_PID 4
#define SCENE_SYSTEM_TID 8
#define SCENE_PID 1500 /* explorer.exe, two threads */
#define SCENE_TID 1504
#define SCENE_TID2 1508
#define SCENE_OTHER_PID 2200 /* sqlservr.exe */
#define SCENE_OTHER_TID 2204

/*
 * Introduces the cast as a rundown at the start does, and puts SCENE_TID on CPU 0, SCENE_OTHER_TID
 * on 1.
 */
void scene_cast(struct scene *sc);
/*
 * A record's head on that CPU, now: time, pointer size, version (sc_version, or dflt if it was not
 * given), kind ETW_SYSTEM and no ids; for ev_pid/ev_tid, ev_kind, ev_provider and the payload set
 * them after.
 */
struct etw_event scene_head(struct scene *sc, uint32_t cpu, uint8_t opcode, unsigned dflt);
/* The same, issued by a thread: for records that carry ids in their header. */
struct etw_event scene_by(struct scene *sc, uint32_t pid, uint32_t tid, uint8_t opcode,
	unsigned dflt);
/* A context switch on that CPU to thread tid (0: idle) from old. */
void scene_switch(struct scene *sc, uint32_t cpu, uint32_t newtid, uint32_t oldtid);
/* The raw time stamp of ns since the session's start. */
uint64_t scene_raw(const struct scene *sc, uint64_t ns);
/* UTF-8 as UTF-16LE in a static buffer (one of four in turn); *units: without a NUL. */
const uint8_t *scene_utf16(const char *utf8, uint32_t *units);
/* A kernel address as a pointer of the scene's size. */
uint64_t scene_addr(const struct scene *sc, uint64_t a);

struct scene_entry {
	const char *se_name;
	void (*se_play)(struct scene *);
	const char *se_what;
};
extern const struct scene_entry scenes[]; /* ends at se_name == NULL */

#endif
