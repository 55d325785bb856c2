/*
 * The registry. SCENE_TID opens a key below HKLM\SOFTWARE, reads and writes values, and deletes it.
 * The block of SOFTWARE is in the rundown at the begin, that of the user's hive in the one at the
 * end. Each operation took 5 us.
 */
#include "etw_registry.h"
#include "scene.h"

#define SOFTWARE 0xffffa00000001000
#define DEMO 0xffffa00000002000
#define USER 0xffffa00000003000
#define TOOK 5000

static void reg(struct scene *sc, uint8_t opcode, uint64_t kcb, const char *name, uint32_t status,
	uint32_t index)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, opcode, 2);
	struct etw_registry rg = { .rg_key = kcb ? scene_addr(sc, kcb) : 0,
		.rg_status = status,
		.rg_index = index };

	rg.rg_elapsed = scene_raw(sc, TOOK) - scene_raw(sc, 0);
	rg.rg_initial = ev.ev_raw - rg.rg_elapsed;
	rg.rg_name = scene_utf16(name, &rg.rg_units);
	etw_write_registry(sc->sc_w, &ev, &rg);
	sc->sc_ns += TOOK;
}

void scene_registry(struct scene *sc)
{
	scene_cast(sc);
	reg(sc, 24, SOFTWARE, "\\REGISTRY\\MACHINE\\SOFTWARE", 0, 0);
	reg(sc, 11, 0, "\\Registry\\Machine\\System", 0, 0);
	reg(sc, 11, SOFTWARE, "Nowhere", 0xc0000034, 0);
	reg(sc, 10, SOFTWARE, "Demo\\Run", 0, 0);
	reg(sc, 22, DEMO, "\\REGISTRY\\MACHINE\\SOFTWARE\\Demo\\Run", 0, 0);
	reg(sc, 14, DEMO, "Path", 0, 0);
	reg(sc, 16, DEMO, "Path", 0, 0);
	reg(sc, 19, DEMO, "Many", 0, 0);
	reg(sc, 18, DEMO, "", 0, 3);
	reg(sc, 17, SOFTWARE, "", 0x8000001a, 12);
	reg(sc, 13, DEMO, "", 0x80000005, 0);
	reg(sc, 20, DEMO, "", 0, 0);
	reg(sc, 21, DEMO, "", 0, 0);
	reg(sc, 15, DEMO, "Path", 0, 0);
	reg(sc, 12, DEMO, "", 0, 0);
	reg(sc, 27, DEMO, "", 0, 0);
	reg(sc, 23, DEMO, "\\REGISTRY\\MACHINE\\SOFTWARE\\Demo\\Run", 0, 0);
	reg(sc, 26, SOFTWARE, "Classes", 0, 0);
	reg(sc, 16, USER, "Wallpaper", 0, 0);
	reg(sc, 16, 0xffffa00000004000, "Orphan", 0xc000017c, 0);
	reg(sc, 25, USER, "\\REGISTRY\\USER\\S-1-5-21-1001\\Control Panel\\Desktop", 0, 0);
}
