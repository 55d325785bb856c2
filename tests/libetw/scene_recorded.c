/*
 * A run of Linux as dtrace records it (dtrace_recorded.h): a shell starts a program, which reads a
 * file, gets a signal and ends. Use it with --linux.
 */
#include <string.h>
#include "dtrace_recorded.h"
#include "scene.h"

#define SHELL 700
#define CAT 701
#define RECORDER 900
#define BASE UINT64_C(0x7f0000000000)
#define KERNEL UINT64_C(0xffffffff81000000)

static const struct etw_guid events = DT_RECORDED_GUID, probes = DT_RECORDED_PROBES_GUID;

static void put(struct scene *sc, struct etw_self *s, unsigned id, uint32_t pid)
{
	struct etw_event ev = scene_by(sc, pid, pid, 0, 0);

	ev.ev_id = (uint16_t)id;
	ev.ev_version = 0;
	ev.ev_level = 4;
	ev.ev_provider = id == DT_RECORDED_PROBE ? &probes : &events;
	etw_self_put(sc->sc_w, &ev,
		id == DT_RECORDED_PROBE ? DT_RECORDED_PROBES_NAME : DT_RECORDED_NAME, s);
}

static void system_is(struct scene *sc)
{
	struct etw_self s;

	etw_self_begin(&s, "System");
	etw_self_u32(&s, "RecorderProcessId", RECORDER);
	etw_self_u32(&s, "TargetProcessId", CAT);
	etw_self_u64(&s, "SamplePeriod", 1000000);
	etw_self_text(&s, "System", "Linux");
	put(sc, &s, DT_RECORDED_SYSTEM, RECORDER);
}

static void probe_is(struct scene *sc, uint32_t number, const char *prov, const char *mod,
	const char *func, const char *name, const char *types)
{
	struct etw_self s;

	etw_self_begin(&s, "Probe");
	etw_self_u32(&s, "Probe", number);
	etw_self_text(&s, "Provider", prov);
	etw_self_text(&s, "Module", mod);
	etw_self_text(&s, "Function", func);
	etw_self_text(&s, "Name", name);
	etw_self_u32(&s, "Executable", strcmp(mod, "cat") == 0);
	etw_self_text(&s, "Types", types);
	put(sc, &s, DT_RECORDED_PROBE, RECORDER);
}

static void fired(struct scene *sc, uint32_t number, uint32_t pid, int32_t error,
	const uint64_t *args, size_t nargs, const char *text)
{
	uint8_t memory[128];
	uint32_t len = text ? (uint32_t)strlen(text) + 1 : 0, flags = 1;
	uint64_t frames[] = { KERNEL + 0x120, BASE + 0x1010, BASE + 0x2008 };
	struct etw_self s;

	etw_self_begin(&s, "fired");
	etw_self_u32(&s, "Probe", number);
	etw_self_i32(&s, "Errno", error);
	etw_self_i64(&s, "Uid", 1000);
	etw_self_i64(&s, "Gid", 100);
	etw_self_hexes(&s, "Arguments", args, nargs);
	if (text) {
		memcpy(memory, &args[1], 8);
		memcpy(memory + 8, &len, 4);
		memcpy(memory + 12, &flags, 4);
		memcpy(memory + 16, text, len);
	}
	etw_self_bytes(&s, "Memory", memory, text ? 16 + len : 0);
	etw_self_stack(&s, frames, 3);
	put(sc, &s, DT_RECORDED_FIRED, pid);
}

static void process(struct scene *sc, uint8_t opcode, uint32_t pid, uint32_t ppid, const char *name,
	int32_t status, uint32_t by)
{
	static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
	struct etw_process px = { .px_pid = pid,
		.px_ppid = ppid,
		.px_exit = status,
		.px_key = pid,
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_name = name,
		.px_namelen = (uint32_t)strlen(name) };
	struct etw_event ev = scene_by(sc, by, by, opcode, 4);

	ev.ev_version = 4;
	px.px_cmdline = scene_utf16(name, &px.px_cmdunits);
	etw_write_process(sc->sc_w, &ev, &px);
}

static void thread(struct scene *sc, uint8_t opcode, uint32_t pid)
{
	struct etw_thread tx = { .tx_pid = pid, .tx_tid = pid };
	struct etw_event ev = scene_by(sc, SHELL, SHELL, opcode, 3);

	ev.ev_version = 3;
	etw_write_thread(sc->sc_w, &ev, &tx);
}

static void image(struct scene *sc, uint32_t pid)
{
	struct etw_image im = { .im_base = BASE, .im_size = 0x10000, .im_pid = pid };
	struct etw_event ev = scene_by(sc, pid, pid, 10, 2);

	ev.ev_version = 2;
	im.im_name = scene_utf16("/usr/bin/Cat", &im.im_nameunits);
	etw_write_image(sc->sc_w, &ev, &im);
}

static void named(struct scene *sc, const char *event, unsigned id, const char *a, const char *b)
{
	struct etw_self s;

	etw_self_begin(&s, event);
	if (id == DT_RECORDED_NAMED)
		etw_self_u32(&s, "ProcessId", CAT);
	etw_self_text(&s, "Name", a);
	if (b)
		etw_self_text(&s, "Arguments", b);
	put(sc, &s, id, CAT);
}

/* An event that ends too early says nothing. */
static void cut_off(struct scene *sc)
{
	struct etw_self s;

	etw_self_begin(&s, "Name");
	etw_self_u32(&s, "ProcessId", CAT);
	put(sc, &s, DT_RECORDED_NAMED, CAT);
}

static void symbol(struct scene *sc, unsigned id, const char *image, uint64_t offset,
	const char *name)
{
	struct etw_self s;

	etw_self_begin(&s, "Symbol");
	etw_self_text(&s, "Image", image);
	etw_self_hex(&s, "Offset", offset);
	etw_self_u64(&s, "Size", 0x100);
	etw_self_text(&s, "Name", name);
	put(sc, &s, id, RECORDER);
}

void scene_recorded(struct scene *sc)
{
	uint64_t open[] = { 3, BASE + 0x8000, 0 }, got[] = { (uint64_t)-1, (uint64_t)-1 }, one = 1;

	system_is(sc);
	probe_is(sc, 1, "syscall", "", "openat", "entry", "int;userland const char *;int");
	probe_is(sc, 2, "syscall", "", "openat", "return", "int64_t;int64_t");
	probe_is(sc, 3, "pid701", "cat", "main", "entry", "");
	probe_is(sc, 4, "vminfo", "", "event", "as_fault", "uint64_t");
	process(sc, 3, 1, 0, "systemd", 259, RECORDER);
	process(sc, 3, SHELL, 1, "Bash", 259, RECORDER);
	process(sc, 3, RECORDER, SHELL, "dtrace", 259, RECORDER);
	thread(sc, 3, SHELL);
	thread(sc, 3, RECORDER);
	scene_switch(sc, 0, SHELL, RECORDER);
	process(sc, 1, CAT, SHELL, "Bash", 259, SHELL);
	thread(sc, 1, CAT);
	scene_switch(sc, 1, CAT, 0);
	image(sc, CAT);
	named(sc, "Exec", DT_RECORDED_EXEC, "cat", "cat /etc/Nothing");
	cut_off(sc);
	fired(sc, 3, CAT, 0, open, 1, NULL);
	fired(sc, 4, CAT, 0, &one, 1, NULL);
	fired(sc, 1, CAT, 0, open, 3, "/etc/Nothing");
	fired(sc, 2, CAT, 2, got, 2, NULL);
	fired(sc, 1, RECORDER, 0, open, 3, "/proc/1/maps");
	named(sc, "Name", DT_RECORDED_NAMED, "Renamed", NULL);
	scene_switch(sc, 1, 0, CAT);
	scene_switch(sc, 0, RECORDER, SHELL);
	process(sc, 2, CAT, SHELL, "Renamed", DT_RECORDED_KILLED(2, 15), CAT);
	symbol(sc, DT_RECORDED_SYMBOL, "/usr/bin/Cat", 0x1000, "main");
	symbol(sc, DT_RECORDED_SYMBOL, "/usr/bin/Cat", 0x2000, "_ZN3foo3barEv");
	symbol(sc, DT_RECORDED_KSYMBOL, "vmlinux", KERNEL + 0x100, "do_sys_open");
}
