/* Scenes of interrupts, deferred calls, system calls, and performance counters. */
#include <string.h>
#include "etw_records.h"
#include "etw_perf.h"
#include "scene.h"

#define US 1000u

static void dpc(struct scene *sc, uint32_t cpu, uint8_t op, uint64_t ns, uint64_t routine)
{
	struct etw_dpc dp = { .dp_routine = scene_addr(sc, routine) };
	struct etw_event ev;

	sc->sc_ns += ns;
	ev = scene_head(sc, cpu, op, 2);
	dp.dp_start = scene_raw(sc, sc->sc_ns - ns);
	etw_write_dpc(sc->sc_w, &ev, &dp);
}

static void isr(struct scene *sc, uint32_t cpu, uint8_t op, uint64_t ns, const struct etw_isr *like)
{
	struct etw_isr is = *like;
	struct etw_event ev;

	sc->sc_ns += ns;
	ev = scene_head(sc, cpu, op, 2);
	is.is_start = scene_raw(sc, sc->sc_ns - ns);
	is.is_routine = scene_addr(sc, is.is_routine);
	etw_write_isr(sc->sc_w, &ev, &is);
}

static void entry(struct scene *sc, uint32_t cpu, uint64_t routine)
{
	struct etw_syscall sy = { .sy_routine = scene_addr(sc, routine) };
	struct etw_event ev = scene_head(sc, cpu, 0x33, 2);

	etw_write_syscall(sc->sc_w, &ev, &sy);
}

static void leave(struct scene *sc, uint32_t cpu, uint32_t status)
{
	struct etw_syscall sy = { .sy_status = status };
	struct etw_event ev = scene_head(sc, cpu, 0x34, 2);

	etw_write_syscall(sc->sc_w, &ev, &sy);
}

void scene_interrupts(struct scene *sc)
{
	static const struct etw_isr disk = { .is_routine = 0xfffff80000100040,
		.is_return = 1,
		.is_vector = 0xb1 };
	static const struct etw_isr nic = { .is_routine = 0xfffff80000200040,
		.is_return = 0,
		.is_vector = 0x1a3,
		.is_message = 5 };

	scene_cast(sc);
	isr(sc, 0, 0x43, 3 * US, &disk);
	dpc(sc, 0, 0x44, 10 * US, 0xfffff80000100080);
	isr(sc, 1, 0x32, 2 * US, &nic);
	dpc(sc, 1, 0x45, 40 * US, 0xfffff800002000c0);
	scene_switch(sc, 0, SCENE_SYSTEM_TID, SCENE_TID);
	dpc(sc, 0, 0x42, 70 * US, 0xfffff80000300100);
}

/* One call within a switch: its return is in the same thread, on another CPU. */
void scene_syscalls(struct scene *sc)
{
	scene_cast(sc);
	entry(sc, 0, 0xfffff80000401000);
	sc->sc_ns += 5 * US;
	leave(sc, 0, 0);
	entry(sc, 1, 0xfffff80000402000);
	entry(sc, 0, 0xfffff80000401000);
	sc->sc_ns += 20 * US;
	leave(sc, 1, 0xc0000034);
	scene_switch(sc, 0, SCENE_SYSTEM_TID, SCENE_TID);
	scene_switch(sc, 1, SCENE_TID, SCENE_OTHER_TID);
	leave(sc, 1, 0x102);
}

static void interval(struct scene *sc, uint8_t op, uint32_t id, const char *name, uint32_t value,
	uint32_t old)
{
	struct etw_interval iv = { .iv_source = id, .iv_new = value, .iv_old = old };
	struct etw_event ev = scene_head(sc, 0, op, 3);

	iv.iv_name = scene_utf16(name, &iv.iv_nameunits);
	etw_write_interval(sc->sc_w, &ev, &iv);
}

static void pmc_sample(struct scene *sc, uint32_t cpu, uint32_t tid, uint16_t source, uint64_t ip)
{
	struct etw_pmcsample ps = { .ps_ip = scene_addr(sc, ip),
		.ps_tid = tid,
		.ps_source = source };
	struct etw_event ev = scene_head(sc, cpu, 0, 2);

	etw_write_pmcsample(sc->sc_w, &ev, &ps);
}

static void counters(struct scene *sc)
{
	struct etw_pmcconfig pc = { .pc_count = 2 };
	struct etw_event ev = scene_head(sc, 0, 0, 2);

	pc.pc_name[0] = scene_utf16("InstructionRetired", &pc.pc_nameunits[0]);
	pc.pc_name[1] = scene_utf16("TotalCycles", &pc.pc_nameunits[1]);
	etw_write_pmcconfig(sc->sc_w, &ev, &pc);
}

/* A switch with both counters in its record. */
static void counted_switch(struct scene *sc, uint32_t newtid, uint32_t oldtid,
	uint64_t instructions, uint64_t cycles)
{
	struct etw_cswitch cs = { .cs_newtid = newtid, .cs_oldtid = oldtid, .cs_oldstate = 5 };
	uint64_t regs[2] = { instructions, cycles };
	struct etw_event ev = scene_head(sc, 0, 0, 4);

	ev.ev_version = 4;
	ev.ev_pmc = (const uint8_t *)regs;
	ev.ev_npmc = 2;
	etw_write_cswitch(sc->sc_w, &ev, &cs);
}

/* An event of a provider, which has its counters in an extended item. */
static void counted_event(struct scene *sc, uint64_t instructions, uint64_t cycles)
{
	uint8_t item[24] = { 24, 0, ETW_EXT_PMC, 0, 0, 0, 16 };
	netgc_t gc = { 0 };
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	memcpy(item + 8, &instructions, 8);
	memcpy(item + 16, &cycles, 8);
	ev.ev_version = 1;
	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_id = 1;
	ev.ev_keyword = 1;
	ev.ev_ext = item;
	ev.ev_extlen = sizeof(item);
	etw_write_record(sc->sc_w, &ev, &gc);
}

/*
 * The profiler samples two counters, the switches of CPU 0 carry two. The counters' names come
 * after the first switch.
 */
void scene_pmc(struct scene *sc)
{
	scene_cast(sc);
	interval(sc, 0x49, 0, "Timer", 10000, 156250);
	interval(sc, 0x49, 19, "TotalCycles", 2000000, 1000000);
	interval(sc, 0x49, 6, "BranchInstructions", 65536, 65536);
	counted_switch(sc, SCENE_TID2, SCENE_TID, 1000, 5000);
	pmc_sample(sc, 0, SCENE_TID2, 19, 0x7ff610002000);
	pmc_sample(sc, 1, SCENE_OTHER_TID, 19, 0xfffff80000400000);
	pmc_sample(sc, 0, SCENE_TID2, 6, 0x7ff610002004);
	scene_switch(sc, 1, 0, SCENE_OTHER_TID);
	counted_switch(sc, SCENE_TID, SCENE_TID2, 3500, 6000);
	counters(sc);
	pmc_sample(sc, 0, SCENE_TID, 19, 0x7ff610002008);
	counted_event(sc, 4000, 7000);
	interval(sc, 0x4a, 19, "TotalCycles", 2000000, 2000000);
}
