/* What all scenes share: the list, the cast, the heads of records. */
#include <limits.h>
#include <string.h>
#include "scene.h"

#define SCENE(name, what) void scene_##name(struct scene *);
#include "scenes.def"
#undef SCENE

const struct scene_entry scenes[] = {
/* clang-format off */
#define SCENE(name, what) {#name, scene_##name, what},
/* clang-format on */
#include "scenes.def"
#undef SCENE
	{ 0 }
};

uint64_t scene_raw(const struct scene *sc, uint64_t ns)
{
	const struct etw_writer_config *c = sc->sc_cfg;

	if (c->wc_clock == ETW_CLOCK_SYSTEM)
		return c->wc_t0 + ns / 100;
	if (c->wc_clock == ETW_CLOCK_CYCLES)
		return c->wc_t0 + ns / 1000 * c->wc_mhz + ns % 1000 * c->wc_mhz / 1000;
	return c->wc_t0 + ns / 1000000000 * c->wc_perffreq +
		ns % 1000000000 * c->wc_perffreq / 1000000000;
}

uint64_t scene_addr(const struct scene *sc, uint64_t a)
{
	return sc->sc_ptrsize == 8 ? a : (a & 0x7fffffff) | (a >> 63 << 31);
}

const uint8_t *scene_utf16(const char *utf8, uint32_t *units)
{
	static uint8_t buf[4][2048];
	static unsigned turn;
	uint8_t *out = buf[turn++ % 4];

	*units = (uint32_t)etw_utf8_to_utf16(utf8, out, sizeof(buf[0]) / 2);
	return out;
}

struct etw_event scene_head(struct scene *sc, uint32_t cpu, uint8_t opcode, unsigned dflt)
{
	sc->sc_ns += 1000;
	sc->sc_events++;
	return (struct etw_event){ .ev_kind = ETW_SYSTEM,
		.ev_cpu = cpu,
		.ev_opcode = opcode,
		.ev_version = (uint8_t)(sc->sc_version == UINT_MAX ? dflt : sc->sc_version),
		.ev_ptrsize = (uint8_t)sc->sc_ptrsize,
		.ev_raw = scene_raw(sc, sc->sc_ns),
		.ev_pid = ETW_NOID,
		.ev_tid = ETW_NOID };
}

struct etw_event scene_by(struct scene *sc, uint32_t pid, uint32_t tid, uint8_t opcode,
	unsigned dflt)
{
	struct etw_event ev = scene_head(sc, 0, opcode, dflt);

	ev.ev_pid = pid;
	ev.ev_tid = tid;
	return ev;
}

void scene_switch(struct scene *sc, uint32_t cpu, uint32_t newtid, uint32_t oldtid)
{
	struct etw_cswitch cs = { .cs_newtid = newtid,
		.cs_oldtid = oldtid,
		.cs_newpri = newtid ? 8 : 0,
		.cs_oldpri = oldtid ? 8 : 0,
		.cs_oldstate = 5 };
	struct etw_event ev = scene_head(sc, cpu, 0, 0);

	ev.ev_version = 4;
	etw_write_cswitch(sc->sc_w, &ev, &cs);
}

static void cast_process(struct scene *sc, uint32_t pid, uint32_t ppid, const char *name,
	const char *cmd)
{
	static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
	struct etw_process px = { .px_pid = pid,
		.px_ppid = ppid,
		.px_session = 1,
		.px_exit = 259,
		.px_key = scene_addr(sc, 0xffffe00000000000 + pid * 0x100),
		.px_name = name,
		.px_namelen = (uint32_t)strlen(name),
		.px_sid = sid,
		.px_sidlen = sizeof(sid) };
	struct etw_event ev = scene_head(sc, 0, 3, 0);

	ev.ev_version = 4;
	px.px_cmdline = scene_utf16(cmd, &px.px_cmdunits);
	etw_write_process(sc->sc_w, &ev, &px);
}

static void cast_thread(struct scene *sc, uint32_t pid, uint32_t tid)
{
	struct etw_thread tx = { .tx_pid = pid,
		.tx_tid = tid,
		.tx_affinity = 3,
		.tx_win32start = scene_addr(sc, 0x7ff610001000),
		.tx_basepri = 8,
		.tx_pagepri = 5,
		.tx_iopri = 2 };
	struct etw_event ev = scene_head(sc, 0, 3, 0);

	ev.ev_version = 3;
	etw_write_thread(sc->sc_w, &ev, &tx);
}

void scene_cast(struct scene *sc)
{
	cast_process(sc, 0, 0, "Idle", "");
	cast_process(sc, SCENE_SYSTEM_PID, 0, "System", "");
	cast_process(sc, SCENE_PID, SCENE_SYSTEM_PID, "explorer.exe", "C:\\Windows\\Explorer.EXE");
	cast_process(sc, SCENE_OTHER_PID, SCENE_PID, "sqlservr.exe",
		"\"C:\\SQL\\sqlservr.exe\" -sDEMO");
	cast_thread(sc, SCENE_SYSTEM_PID, SCENE_SYSTEM_TID);
	cast_thread(sc, SCENE_PID, SCENE_TID);
	cast_thread(sc, SCENE_PID, SCENE_TID2);
	cast_thread(sc, SCENE_OTHER_PID, SCENE_OTHER_TID);
	scene_switch(sc, 0, SCENE_TID, 0);
	scene_switch(sc, 1, SCENE_OTHER_TID, 0);
}
