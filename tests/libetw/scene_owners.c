/*
 * The life of a process in the version asked for: each record in the newest of its layouts that is
 * not newer.
 *
 * devil.exe (3000) starts, starts a thread, loads a library, is switched to on CPU 1, wakes a
 * thread of explorer's, is sampled, unloads the library, ends.
 */
#include <limits.h>
#include <string.h>
#include "etw_sched.h"
#include "scene.h"

#define PID 3000
#define TID 3004

static struct etw_event head(struct scene *sc, uint8_t opcode, unsigned newest, uint32_t pid,
	uint32_t tid)
{
	struct etw_event ev = scene_by(sc, pid, tid, opcode, newest);

	if (ev.ev_version > newest)
		ev.ev_version = (uint8_t)newest;
	return ev;
}

static void process(struct scene *sc, uint8_t opcode, uint32_t by, uint32_t bytid)
{
	static const uint8_t sid[16] = { 1, 2, 0, 0, 0, 0, 0, 5, 32, 0, 0, 0, 32, 2, 0, 0 };
	struct etw_process px = { .px_pid = PID,
		.px_ppid = SCENE_PID,
		.px_session = 1,
		.px_exit = opcode == 2 ? 42 : 259,
		.px_key = scene_addr(sc, 0xffffe0000bad0080),
		.px_dtb = 0x187000,
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_name = "Devil.exe",
		.px_namelen = 9,
		.px_exittime = 77 };
	struct etw_event ev = head(sc, opcode, 5, by, bytid);

	px.px_cmdline = scene_utf16("devil.exe -666", &px.px_cmdunits);
	px.px_package = scene_utf16("Inc.Devil", &px.px_packageunits);
	px.px_app = scene_utf16("App", &px.px_appunits);
	etw_write_process(sc->sc_w, &ev, &px);
}

static void thread(struct scene *sc, uint8_t opcode, uint32_t by, uint32_t bytid)
{
	struct etw_thread tx = { .tx_pid = PID,
		.tx_tid = TID,
		.tx_stackbase = scene_addr(sc, 0xffffd00000010000),
		.tx_stacklimit = scene_addr(sc, 0xffffd0000000a000),
		.tx_affinity = 3,
		.tx_win32start = scene_addr(sc, 0x7ff661001000),
		.tx_basepri = 9,
		.tx_pagepri = 5,
		.tx_iopri = 2 };
	struct etw_event ev = head(sc, opcode, 4, by, bytid);

	tx.tx_name = scene_utf16("imp", &tx.tx_nameunits);
	etw_write_thread(sc->sc_w, &ev, &tx);
}

static void image(struct scene *sc, uint8_t opcode)
{
	struct etw_image im = { .im_base = scene_addr(sc, 0x7ffa30000000),
		.im_size = 0x20000,
		.im_pid = PID,
		.im_checksum = 0x1234,
		.im_timestamp = 0x5f000000,
		.im_defbase = scene_addr(sc, 0x7ffa30000000) };
	struct etw_event ev = head(sc, opcode, 3, PID, TID);

	im.im_name = scene_utf16("\\Device\\HarddiskVolume1\\Windows\\hell.dll", &im.im_nameunits);
	etw_write_image(sc->sc_w, &ev, &im);
}

static void cswitch(struct scene *sc, uint32_t to, uint32_t from, int8_t reason, int8_t mode,
	int8_t state)
{
	struct etw_cswitch cs = { .cs_newtid = to,
		.cs_oldtid = from,
		.cs_newpri = 10,
		.cs_oldpri = 8,
		.cs_waitreason = reason,
		.cs_waitmode = mode,
		.cs_flags = (uint8_t)mode,
		.cs_oldstate = state,
		.cs_newwait = 17,
		.cs_remaining = 3 };
	struct etw_event ev = head(sc, 0x24, 4, ETW_NOID, ETW_NOID);

	if (ev.ev_version == 0)
		ev.ev_version = 1; /* there is none before */
	ev.ev_cpu = 1;
	etw_write_cswitch(sc->sc_w, &ev, &cs);
}

static void lesser(struct scene *sc)
{
	struct etw_priority pr = { .pr_tid = TID, .pr_old = 9, .pr_new = 12 };
	struct etw_perfctr pf = { .pf_pid = PID, .pf_faults = 5, .pf_handles = 6 };
	struct etw_terminate te = { .te_pid = PID };
	struct etw_imagebase ib = { .ib_base = scene_addr(sc, 0xfffff80000000000) };
	struct etw_event ev;

	for (uint8_t op = 0x30; op <= 0x34; op++) {
		ev = head(sc, op, 3, ETW_NOID, ETW_NOID);
		if (op != 0x32)
			etw_write_priority(sc->sc_w, &ev, &pr);
	}
	ev = head(sc, 0x20, 2, PID, TID);
	etw_write_perfctr(sc->sc_w, &ev, &pf);
	ev = head(sc, 0x0b, 2, SCENE_PID, SCENE_TID);
	etw_write_terminate(sc->sc_w, &ev, &te);
	ev = head(sc, 0x21, 2, ETW_NOID, ETW_NOID);
	etw_write_imagebase(sc->sc_w, &ev, &ib);
}

void scene_owners(struct scene *sc)
{
	struct etw_ready rt = { .rt_tid = SCENE_TID2, .rt_reason = 1, .rt_increment = 2 };
	struct etw_sample sp = { .sp_ip = scene_addr(sc, 0x7ff661002000),
		.sp_tid = TID,
		.sp_count = 1 };
	struct etw_event ev;

	scene_cast(sc);
	process(sc, 1, SCENE_PID, SCENE_TID);
	thread(sc, 1, SCENE_PID, SCENE_TID);
	image(sc, 10);
	cswitch(sc, TID, SCENE_OTHER_TID, 15, 1, 5);
	ev = head(sc, 0x32, 2, ETW_NOID, ETW_NOID);
	ev.ev_cpu = 1;
	etw_write_ready(sc->sc_w, &ev, &rt);
	ev = head(sc, 0x2e, 2, ETW_NOID, ETW_NOID);
	ev.ev_cpu = 1;
	etw_write_sample(sc->sc_w, &ev, &sp);
	lesser(sc);
	image(sc, 2);
	cswitch(sc, 0, TID, 4, 0, 4);
	thread(sc, 2, PID, TID);
	process(sc, 2, PID, TID);
}
