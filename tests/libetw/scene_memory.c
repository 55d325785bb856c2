/*
 * Memory. SCENE_TID runs on CPU 0 and faults in each way; the hard fault is SCENE_OTHER_TID's and
 * took 100 us; ranges are explorer.exe's, but for one that the system frees on CPU 1.
 */
#include "etw_file.h"
#include "etw_memory.h"
#include "scene.h"

#define IMAGE_KEY 0xffffa80000005000

static void fault(struct scene *sc, uint8_t opcode)
{
	struct etw_event ev = scene_head(sc, 0, opcode, 2);
	struct etw_fault pf = { .pf_va = scene_addr(sc, 0x7ff610000000 + opcode * 0x1000),
		.pf_pc = scene_addr(sc, 0x7ff610001230) };

	etw_write_fault(sc->sc_w, &ev, &pf);
}

static void hard(struct scene *sc)
{
	struct etw_event ev = scene_head(sc, 0, 0, 2);
	struct etw_hardfault hf = { .hf_initial = ev.ev_raw -
			(scene_raw(sc, 100000) - scene_raw(sc, 0)),
		.hf_offset = 0x100200300,
		.hf_va = scene_addr(sc, 0x7ff620004000),
		.hf_file = scene_addr(sc, IMAGE_KEY),
		.hf_tid = SCENE_OTHER_TID,
		.hf_bytes = 32768 };

	etw_write_hardfault(sc->sc_w, &ev, &hf);
}

static void range(struct scene *sc, uint32_t cpu, uint8_t opcode, uint32_t pid, uint32_t flags)
{
	struct etw_event ev = scene_head(sc, cpu, opcode, 2);
	struct etw_valloc va = { .va_base = scene_addr(sc, 0x1a0000),
		.va_size = 0x10000,
		.va_pid = pid,
		.va_flags = flags,
		.va_commit = 0x8000 };

	etw_write_valloc(sc->sc_w, &ev, &va);
}

static void image(struct scene *sc)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID2, 0, 2);
	struct etw_imgload il = { .il_file = scene_addr(sc, IMAGE_KEY),
		.il_devchar = 0x20020,
		.il_filechar = 0x22,
		.il_flags = 0x11 };

	etw_write_imgload(sc->sc_w, &ev, &il);
}

static void image_name(struct scene *sc)
{
	struct etw_event ev = scene_head(sc, 0, 0x24, 0);
	struct etw_filename fn = { .fn_key = scene_addr(sc, IMAGE_KEY) };

	ev.ev_version = 2;
	fn.fn_name = scene_utf16("\\Device\\HarddiskVolume2\\SQL\\sqlservr.exe", &fn.fn_units);
	etw_write_filename(sc->sc_w, &ev, &fn);
}

void scene_memory(struct scene *sc)
{
	scene_cast(sc);
	range(sc, 0, 0x80, SCENE_PID, 0x3000);
	for (uint8_t opcode = 0x0a; opcode <= 0x0f; opcode++)
		fault(sc, opcode);
	sc->sc_ns += 100000;
	hard(sc);
	range(sc, 0, 0x62, SCENE_PID, 0x3000);
	range(sc, 0, 0x63, SCENE_PID, 0x4000);
	range(sc, 1, 0x63, SCENE_PID, 0x8000);
	image(sc);
	range(sc, 0, 0x81, SCENE_PID, 0x3000);
	image_name(sc);
}
