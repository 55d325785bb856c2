/*
 * Operations on files. SCENE_TID opens notes.txt, works with it and renames it; SCENE_OTHER_TID
 * reads a file that it has open since before the trace: its name comes in the rundown at the end.
 * The headers name the system's thread, the payloads who it was. Each operation takes 3 us.
 */
#include "etw_file.h"
#include "scene.h"

#define NOTES_OBJECT 0xffffa80000010000
#define NOTES_KEY 0xffffa80000001000
#define DIR_OBJECT 0xffffa80000020000
#define DIR_KEY 0xffffa80000002000
#define DB_OBJECT 0xffffa80000030000
#define DB_KEY 0xffffa80000003000
#define IRP 0xffffa80000100000

static void name(struct scene *sc, uint8_t opcode, uint64_t key, const char *path)
{
	struct etw_filename fn = { .fn_key = scene_addr(sc, key) };
	struct etw_event ev = scene_head(sc, 0, opcode, 0);

	ev.ev_version = 2;
	fn.fn_name = scene_utf16(path, &fn.fn_units);
	etw_write_filename(sc->sc_w, &ev, &fn);
}

static void op(struct scene *sc, uint8_t opcode, uint32_t tid, const struct etw_fileio *fl)
{
	struct etw_event ev = scene_by(sc, SCENE_SYSTEM_PID, SCENE_SYSTEM_TID, opcode, 3);
	struct etw_fileio io = *fl;

	io.fl_tid = tid;
	io.fl_irp = scene_addr(sc, IRP);
	io.fl_object = scene_addr(sc, io.fl_object);
	io.fl_key = scene_addr(sc, io.fl_key);
	if (!io.fl_name)
		io.fl_name = scene_utf16("", &io.fl_units);
	etw_write_fileio(sc->sc_w, &ev, &io);
}

static void end(struct scene *sc, uint32_t status, uint64_t extra)
{
	struct etw_event ev;
	struct etw_fileio io = { .fl_irp = scene_addr(sc, IRP),
		.fl_status = status,
		.fl_extra = extra };

	sc->sc_ns += 2000;
	ev = scene_by(sc, SCENE_SYSTEM_PID, SCENE_SYSTEM_TID, ETW_FILEIO_END, 3);
	etw_write_fileio(sc->sc_w, &ev, &io);
}

static void create(struct scene *sc, uint64_t object, const char *path, uint32_t options,
	uint32_t status)
{
	struct etw_fileio fl = { .fl_object = object,
		.fl_options = options,
		.fl_attributes = 0x80,
		.fl_share = 3 };

	fl.fl_name = scene_utf16(path, &fl.fl_units);
	op(sc, ETW_FILEIO_CREATE, SCENE_TID, &fl);
	end(sc, status, 1);
}

static void rename_file(struct scene *sc, struct etw_fileio *fl)
{
	fl->fl_class = 10;
	fl->fl_extra = 0;
	op(sc, ETW_FILEIO_RENAME, SCENE_TID, fl);
	sc->sc_ns -= 1000;
	fl->fl_name = scene_utf16("\\Device\\HarddiskVolume2\\Users\\anna\\old.txt", &fl->fl_units);
	op(sc, ETW_FILEIO_RENAME_PATH, SCENE_TID, fl);
	end(sc, 0, 0);
	fl->fl_name = NULL;
}

static void work(struct scene *sc)
{
	struct etw_fileio fl = { .fl_object = NOTES_OBJECT,
		.fl_key = NOTES_KEY,
		.fl_offset = 0x100000000,
		.fl_size = 8192,
		.fl_flags = 0x900 };

	op(sc, ETW_FILEIO_READ, SCENE_TID, &fl);
	end(sc, 0, 8192);
	fl.fl_size = 512;
	fl.fl_flags = 0xa00;
	fl.fl_hasextraflags = 1;
	op(sc, ETW_FILEIO_WRITE, SCENE_TID, &fl);
	end(sc, 0, 512);
	op(sc, ETW_FILEIO_FLUSH, SCENE_TID, &fl);
	end(sc, 0, 0);
	fl.fl_class = 5;
	op(sc, ETW_FILEIO_QUERYINFO, SCENE_TID, &fl);
	end(sc, 0, 24);
	fl.fl_class = 20;
	fl.fl_extra = 0x2000;
	op(sc, ETW_FILEIO_SETINFO, SCENE_TID, &fl);
	end(sc, 0, 0);
	fl.fl_class = 0x900a8;
	op(sc, ETW_FILEIO_FSCONTROL, SCENE_TID, &fl);
	end(sc, 0xc0000275, 0);
	rename_file(sc, &fl);
	fl.fl_class = 13;
	op(sc, ETW_FILEIO_DELETE, SCENE_TID, &fl);
	end(sc, 0, 0);
	op(sc, ETW_FILEIO_CLEANUP, SCENE_TID, &fl);
	end(sc, 0, 0);
	op(sc, ETW_FILEIO_CLOSE, SCENE_TID, &fl);
	end(sc, 0, 0);
}

static void directory(struct scene *sc)
{
	struct etw_fileio fl = { .fl_object = DIR_OBJECT,
		.fl_key = DIR_KEY,
		.fl_length = 4096,
		.fl_class = 37,
		.fl_index = 7 };

	create(sc, DIR_OBJECT, "\\Device\\HarddiskVolume2\\Users\\anna", 0x01000021, 0);
	fl.fl_name = scene_utf16("*.txt", &fl.fl_units);
	op(sc, ETW_FILEIO_DIRENUM, SCENE_TID2, &fl);
	end(sc, 0x80000006, 0);
	fl.fl_name = NULL;
	fl.fl_class = 1;
	op(sc, ETW_FILEIO_DIRNOTIFY, SCENE_TID2, &fl);
	end(sc, 0x103, 0);
}

void scene_file(struct scene *sc)
{
	struct etw_fileio fl = { .fl_object = DB_OBJECT,
		.fl_key = DB_KEY,
		.fl_offset = 4096,
		.fl_size = 16384 };

	scene_cast(sc);
	create(sc, NOTES_OBJECT, "\\Device\\HarddiskVolume2\\Users\\anna\\nots.txt", 0x01000060,
		0xc0000034);
	create(sc, NOTES_OBJECT, "\\Device\\HarddiskVolume2\\Users\\anna\\notes.txt", 0x03000060,
		0);
	name(sc, 0x20, NOTES_KEY, "\\Device\\HarddiskVolume2\\Users\\anna\\notes.txt");
	work(sc);
	directory(sc);
	op(sc, ETW_FILEIO_READ, SCENE_OTHER_TID, &fl);
	end(sc, 0xc0000011, 0);
	end(sc, 0, 0); /* of an operation that began before the trace */
	name(sc, 0x24, DB_KEY, "\\Device\\HarddiskVolume3\\SQL\\demo.mdf");
	name(sc, 0x23, NOTES_KEY, "\\Device\\HarddiskVolume2\\Users\\anna\\notes.txt");
}
