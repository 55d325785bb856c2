/*
 * Numbers that stand for one file after another, and operations that are under way at the same
 * time.
 *
 * Key A is first.txt, is dropped, written once more (the system is lazy), and made again as
 * second.txt. Key B has its name only when it is dropped. Key C is written before it is made. Key D
 * is renamed without a record of it: the rundown knows. Then two reads overlap, the later one ends
 * first; a file object is opened again for another file.
 */
#include "etw_disk.h"
#include "etw_file.h"
#include "scene.h"

#define KEY(n) (0xffffa80000001000 + (n)*0x100)
#define OBJECT 0xffffa80000010000
#define IRP(n) (0xffffa80000100000 + (n)*0x1000)

static void name(struct scene *sc, uint8_t opcode, unsigned key, const char *path)
{
	struct etw_filename fn = { .fn_key = scene_addr(sc, KEY(key)) };
	struct etw_event ev = scene_head(sc, 0, opcode, 0);

	ev.ev_version = 2;
	fn.fn_name = scene_utf16(path, &fn.fn_units);
	etw_write_filename(sc->sc_w, &ev, &fn);
}

static void written(struct scene *sc, unsigned key, uint32_t bytes)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0x0b, 3);
	struct etw_diskio di = { .di_size = bytes,
		.di_file = scene_addr(sc, KEY(key)),
		.di_tid = SCENE_TID };

	etw_write_diskio(sc->sc_w, &ev, &di);
}

static void keys(struct scene *sc)
{
	name(sc, 0x20, 0, "\\first.txt");
	written(sc, 0, 1);
	name(sc, 0x23, 0, "\\first.txt");
	written(sc, 0, 2);
	name(sc, 0x20, 0, "\\second.txt");
	written(sc, 0, 3);
	written(sc, 1, 4);
	name(sc, 0x23, 1, "\\dropped.txt");
	written(sc, 2, 5);
	name(sc, 0x20, 2, "\\made.txt");
	written(sc, 2, 6);
	name(sc, 0x20, 3, "\\before.txt");
	written(sc, 3, 7);
	name(sc, 0x24, 3, "\\after.txt");
	written(sc, 3, 8);
}

static void op(struct scene *sc, uint8_t opcode, uint32_t tid, unsigned irp, const char *path)
{
	struct etw_fileio fl = { .fl_irp = scene_addr(sc, IRP(irp)),
		.fl_object = scene_addr(sc, OBJECT),
		.fl_tid = tid,
		.fl_offset = irp * 0x1000,
		.fl_size = 0x1000,
		.fl_extra = irp };
	struct etw_event ev = scene_by(sc, SCENE_SYSTEM_PID, SCENE_SYSTEM_TID, opcode, 3);

	fl.fl_name = scene_utf16(path, &fl.fl_units);
	etw_write_fileio(sc->sc_w, &ev, &fl);
}

void scene_names(struct scene *sc)
{
	scene_cast(sc);
	keys(sc);
	op(sc, ETW_FILEIO_CREATE, SCENE_TID, 0, "\\one.txt");
	op(sc, ETW_FILEIO_END, 0, 0, "");
	op(sc, ETW_FILEIO_READ, SCENE_TID, 1, "");
	op(sc, ETW_FILEIO_READ, SCENE_TID2, 2, "");
	op(sc, ETW_FILEIO_END, 0, 2, "");
	op(sc, ETW_FILEIO_END, 0, 1, "");
	op(sc, ETW_FILEIO_CLOSE, SCENE_TID, 3, "");
	op(sc, ETW_FILEIO_END, 0, 3, "");
	op(sc, ETW_FILEIO_READ, SCENE_TID, 4, "");
	op(sc, ETW_FILEIO_END, 0, 4, "");
	op(sc, ETW_FILEIO_CREATE, SCENE_OTHER_TID, 5, "\\two.txt");
	op(sc, ETW_FILEIO_END, 0, 5, "");
	op(sc, ETW_FILEIO_READ, SCENE_OTHER_TID, 6, "");
	op(sc, ETW_FILEIO_END, 0, 6, "");
}
