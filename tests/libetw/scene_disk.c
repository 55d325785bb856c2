/*
 * Disk I/O. SCENE_TID reads and writes, SCENE_OTHER_TID flushes; the records of the ends are all
 * headed by the system's thread, which took the interrupts. A transfer takes 250 us more than its
 * records are apart.
 */
#include "etw_records.h"
#include "etw_disk.h"
#include "etw_file.h"
#include "scene.h"

#define NOTES 0xffffa80000001000
#define TEMPDB 0xffffa80000002000

static void file_name(struct scene *sc, uint8_t opcode, uint64_t key, const char *path)
{
	struct etw_filename fn = { .fn_key = scene_addr(sc, key) };
	struct etw_event ev = scene_head(sc, 0, opcode, 0);

	ev.ev_version = 2;
	fn.fn_name = scene_utf16(path, &fn.fn_units);
	etw_write_filename(sc->sc_w, &ev, &fn);
}

static void partition(struct scene *sc)
{
	hwlogdisk_t ld = { .ld_offset = 1 << 20,
		.ld_partsize = 1 << 30,
		.ld_disk = 1,
		.ld_size = 0x70,
		.ld_type = 1,
		.ld_partition = 1,
		.ld_sectors = 8,
		.ld_sectorsize = 512,
		.ld_total = 1 << 18,
		.ld_drive = "D:",
		.ld_filesystem = "NTFS" };
	struct etw_event ev = scene_head(sc, 0, ETW_CONFIG_LOGDISK, 0);

	ev.ev_version = 2;
	ev.ev_provider = etw_group_guid(0x0b);
	etw_write_record(sc->sc_w, &ev, &ld);
}

static void volume(struct scene *sc)
{
	static const struct etw_guid sysconfigex = { 0x9b79ee91, 0xb5fd, 0x41c0,
		{ 0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0 } };
	struct etw_volumemap vm = { 0 };
	struct etw_event ev = scene_head(sc, 0, 0, 0);

	ev.ev_version = 0;
	ev.ev_provider = &sysconfigex;
	vm.vm_ntpath = scene_utf16("\\Device\\HarddiskVolume2\\", &vm.vm_ntunits);
	vm.vm_dospath = scene_utf16("C:\\", &vm.vm_dosunits);
	etw_write_volumemap(sc->sc_w, &ev, &vm);
}

/* The IRP says which start and which end are the same transfer's. */
static void transfer(struct scene *sc, uint8_t start, uint8_t end, uint32_t pid, uint32_t tid,
	const struct etw_diskio *what)
{
	struct etw_event ev = scene_by(sc, pid, tid, start, 3);
	struct etw_diskio di = *what;

	di.di_tid = tid;
	di.di_irp = scene_addr(sc, 0xffffa80000100000 + sc->sc_ns);
	etw_write_diskio(sc->sc_w, &ev, &di);
	sc->sc_ns += 249000;
	ev = scene_by(sc, SCENE_SYSTEM_PID, SCENE_SYSTEM_TID, end, 3);
	di.di_elapsed = scene_raw(sc, 250000) - scene_raw(sc, 0);
	etw_write_diskio(sc->sc_w, &ev, &di);
}

void scene_disk(struct scene *sc)
{
	struct etw_diskio di = { .di_irpflags = 0x60043, .di_size = 4096, .di_offset = 0x200000 };

	scene_cast(sc);
	file_name(sc, 0x20, NOTES, "\\Device\\HarddiskVolume2\\Users\\anna\\notes.txt");
	di.di_file = scene_addr(sc, NOTES);
	transfer(sc, 0x0c, 0x0a, SCENE_PID, SCENE_TID, &di);
	di.di_size = 65536;
	di.di_disk = 1;
	di.di_irpflags = 0x1;
	di.di_file = scene_addr(sc, TEMPDB);
	transfer(sc, 0x0d, 0x0b, SCENE_PID, SCENE_TID, &di);
	di.di_offset = 1;
	di.di_file = scene_addr(sc, 0xffffa80000003000);
	transfer(sc, 0x0d, 0x0b, SCENE_PID, SCENE_TID2, &di);
	di.di_irpflags = 0;
	transfer(sc, 0x0f, 0x0e, SCENE_OTHER_PID, SCENE_OTHER_TID, &di);
	di.di_size = 2048;
	di.di_disk = 2;
	di.di_offset = 0x8000;
	transfer(sc, 0x3a, 0x37, SCENE_PID, SCENE_TID, &di);
	transfer(sc, 0x3b, 0x38, SCENE_PID, SCENE_TID, &di);
	transfer(sc, 0x3c, 0x39, SCENE_PID, SCENE_TID, &di);
	file_name(sc, 0x24, TEMPDB, "\\Device\\HarddiskVolume5\\SQL\\tempdb.ldf");
	partition(sc);
	volume(sc);
}
