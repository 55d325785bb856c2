/*
 * Turns on the CPUs.  SCENE_TID runs on CPU 0 three times, for 10, 20 and 40 us, with other threads
 * between; then both CPUs switch at the same times, four times.
 */
#include "scene.h"

static void turn(struct scene *sc, uint64_t us, uint64_t pause)
{
	scene_switch(sc, 0, SCENE_TID, SCENE_TID2);
	sc->sc_ns += (us - 1) * 1000;
	scene_switch(sc, 0, SCENE_TID2, SCENE_TID);
	sc->sc_ns += pause * 1000;
}

void scene_turns(struct scene *sc)
{
	scene_cast(sc);
	scene_switch(sc, 0, SCENE_TID2, SCENE_TID);
	sc->sc_ns += 100 * 1000;
	turn(sc, 10, 300);
	turn(sc, 20, 500);
	turn(sc, 40, 700);
	scene_switch(sc, 0, SCENE_TID, SCENE_TID2);
	for (unsigned i = 0; i < 4; i++) {
		scene_switch(sc, 0, i % 2 ? SCENE_TID : 0, i % 2 ? 0 : SCENE_TID);
		sc->sc_ns -= 1000;
		scene_switch(sc, 1, i % 2 ? SCENE_OTHER_TID : 0, i % 2 ? 0 : SCENE_OTHER_TID);
	}
}
