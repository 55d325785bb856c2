/*
 * Stacks in every way that traces have them, and what their frames are called: images, a program
 * database's identity, methods of the .NET runtime.  The names come at the end, as they do.
 */
#include <limits.h>
#include <string.h>
#include "etw_records.h"
#include "etw_stack.h"
#include "scene.h"

#define KERNEL 0xfffff80000000000
#define PROGRAM 0x7ff610000000
#define NTDLL 0x7ffa20000000
#define JIT 0x7ff612345000

static const struct etw_guid provider = { 0x5ce3e5ac, 0x0001, 0x0002, { 1, 2, 3, 4, 5, 6, 7, 8 } };

/* Frames, leaf first, in the scene's pointer size; ends at 0. */
static struct etw_stack frames(struct scene *sc, uint32_t pid, uint32_t tid, const uint64_t *pcs)
{
	static uint8_t buf[4][256];
	static unsigned turn;
	uint8_t *out = buf[turn++ % 4];
	struct etw_stack sk = { .sk_pid = pid,
		.sk_tid = tid,
		.sk_frames = out,
		.sk_ptrsize = (uint8_t)sc->sc_ptrsize };

	for (; pcs[sk.sk_nframes]; sk.sk_nframes++) {
		uint64_t pc = scene_addr(sc, pcs[sk.sk_nframes]);

		memcpy(out + sk.sk_nframes * sc->sc_ptrsize, &pc, sc->sc_ptrsize);
	}
	return sk;
}

static const uint64_t kernel[] = { KERNEL + 0x1010, KERNEL + 0x2345, 0 };
static const uint64_t user[] = { NTDLL + 0x1004, PROGRAM + 0x2020, PROGRAM + 0x1111, 0 };
static const uint64_t both[] = { KERNEL + 0x1010, KERNEL + 0x2345, NTDLL + 0x1004, PROGRAM + 0x2020,
	PROGRAM + 0x1111, 0 };
static const uint64_t callback[] = { PROGRAM + 0x3000, KERNEL + 0x3456, NTDLL + 0x2000,
	PROGRAM + 0x1111, 0 };
static const uint64_t reused[] = { NTDLL + 0x3000, PROGRAM + 0x3333, 0 };
static const uint64_t managed[] = { JIT + 0x10, JIT + 0x120, PROGRAM + 0x1111, 0 };

/* A sample of the thread; its raw time, for the stacks that follow. */
static uint64_t sample(struct scene *sc, uint32_t cpu, uint32_t tid, uint64_t ip)
{
	struct etw_sample sp = { .sp_ip = scene_addr(sc, ip), .sp_tid = tid, .sp_count = 1 };
	struct etw_event ev = scene_head(sc, cpu, 0, 2);

	etw_write_sample(sc->sc_w, &ev, &sp);
	return ev.ev_raw;
}

static void stack(struct scene *sc, uint32_t cpu, uint64_t when, struct etw_stack sk)
{
	struct etw_event ev = scene_head(sc, cpu, 0, 2);

	sk.sk_time = when;
	etw_write_stack(sc->sc_w, &ev, &sk);
}

static void stack_key(struct scene *sc, uint16_t hook, uint64_t when, uint64_t key)
{
	struct etw_stackkey sk = { .sk_time = when,
		.sk_pid = SCENE_PID,
		.sk_tid = SCENE_TID,
		.sk_key = scene_addr(sc, key) };
	struct etw_event ev = scene_head(sc, 0, hook & 0xff, 2);

	etw_write_stackkey(sc->sc_w, &ev, &sk);
}

static void stack_def(struct scene *sc, uint16_t hook, uint64_t key, const uint64_t *pcs)
{
	struct etw_stackdef sd = { .sd_key = scene_addr(sc, key),
		.sd_stack = frames(sc, 0, 0, pcs) };
	struct etw_event ev = scene_head(sc, 0, hook & 0xff, 2);

	etw_write_stackdef(sc->sc_w, &ev, &sd);
}

/* An event of a provider with an item in front of its payload: the match id, then the data. */
static void item(struct scene *sc, const struct etw_guid *g, uint16_t id, uint16_t type,
	uint64_t match, const void *data, size_t len)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);
	uint8_t ext[512] = { 0 };
	uint16_t head[4] = { (uint16_t)((8 + 8 + len + 7) & ~7u), type, 0, (uint16_t)(8 + len) };

	memcpy(ext, head, 8);
	memcpy(ext + 8, &match, 8);
	memcpy(ext + 16, data, len);
	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = g;
	ev.ev_id = id;
	ev.ev_flags = ETW_FLAG_EXTENDED;
	ev.ev_ext = ext;
	ev.ev_extlen = head[0];
	etw_writer_put(sc->sc_w, &ev);
}

static void item_stack(struct scene *sc, const struct etw_guid *g, uint16_t id, uint64_t match,
	const uint64_t *pcs)
{
	struct etw_stack sk = frames(sc, 0, 0, pcs);

	item(sc, g, id, sc->sc_ptrsize == 4 ? ETW_EXT_STACK32 : ETW_EXT_STACK64, match,
		sk.sk_frames, sk.sk_nframes * sc->sc_ptrsize);
}

/* The thread leaves its CPU and comes back; where it comes back is where it left. */
static void leave_and_return(struct scene *sc)
{
	scene_switch(sc, 0, 0, SCENE_TID);
	sc->sc_ns += 4000000;
	scene_switch(sc, 0, SCENE_TID, 0);
	stack(sc, 0, scene_raw(sc, sc->sc_ns), frames(sc, SCENE_PID, SCENE_TID, both));
}

static void clr_event(struct scene *sc, uint16_t id, const struct etw_guid *g, unsigned version,
	void *record)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID2, 0, 0);

	ev.ev_kind = ETW_EVENT;
	ev.ev_version = (uint8_t)version;
	ev.ev_provider = g;
	ev.ev_id = id;
	*(uint32_t *)record = 1; /* the instance */
	etw_write_record(sc->sc_w, &ev, record);
}

static void clr_exception(struct scene *sc)
{
	netexcp_t ex = { .ex_type = "System.Exception" };
	struct etw_stack sk = frames(sc, 0, 0, managed);
	struct etw_clrstack st = { .cs_nframes = sk.sk_nframes, .cs_frames = sk.sk_frames };

	clr_event(sc, 80, &etw_clr_runtime, 1, &ex);
	clr_event(sc, 82, &etw_clr_runtime, 0, &st);
}

static void clr_method(struct scene *sc, uint64_t start, char *space, char *name)
{
	netmethod_t mt = { .mt_id = start,
		.mt_module = 77,
		.mt_start = scene_addr(sc, start),
		.mt_size = 0x100,
		.mt_token = 0x06000001,
		.mt_namespace = space,
		.mt_name = name,
		.mt_signature = "void ()" };

	clr_event(sc, 144, &etw_clr_rundown, 1, &mt);
}

static void clr_rundown(struct scene *sc)
{
	netmodule_t md = { .md_id = 77, .md_assembly = 5, .md_ilpath = "C:\\shop\\Shop.dll" };

	clr_method(sc, JIT, "Shop.Cart", "Add");
	clr_method(sc, JIT + 0x100, "Shop.Program", "Main");
	clr_event(sc, 154, &etw_clr_rundown, 1, &md);
}

/* --version: that of the image records */
static void image(struct scene *sc, uint32_t pid, uint64_t base, const char *path, char *pdb)
{
	struct etw_image im = { .im_base = scene_addr(sc, base),
		.im_size = 0x800000,
		.im_pid = pid };
	struct etw_rsds rs = { .rs_base = im.im_base, .rs_pid = pid, .rs_age = 2, .rs_pdb = pdb };
	struct etw_event ev = scene_by(sc, pid, ETW_NOID, 4, 3), id;

	im.im_name = scene_utf16(path, &im.im_nameunits);
	etw_write_image(sc->sc_w, &ev, &im);
	id = scene_head(sc, 1, ETW_IMAGEID_RSDS, 2);
	id.ev_version = 2;
	for (unsigned i = 0; i < 16; i++)
		rs.rs_guid[i] = (uint8_t)(0xa0 + i);
	id.ev_provider = &etw_guid_imageid;
	etw_write_record(sc->sc_w, &id, &rs);
}

void scene_stacks(struct scene *sc)
{
	uint64_t key = 0xffff900000001230, narrow = scene_addr(sc, key), when;
	unsigned keysize = sc->sc_ptrsize;

	scene_cast(sc);
	when = sample(sc, 0, SCENE_TID, KERNEL + 0x1010); /* whole */
	stack(sc, 0, when, frames(sc, SCENE_PID, SCENE_TID, both));
	/* halves; the other CPU has an event of that moment */
	when = sample(sc, 0, SCENE_TID, KERNEL + 0x1010);
	sc->sc_ns -= 1000;
	sample(sc, 1, SCENE_OTHER_TID, PROGRAM);
	stack(sc, 0, when, frames(sc, SCENE_PID, SCENE_TID, kernel));
	sc->sc_ns += 100000000;
	stack(sc, 0, when, frames(sc, SCENE_PID, SCENE_TID, user));
	when = sample(sc, 0, SCENE_TID, PROGRAM + 0x3000); /* called back from the kernel */
	stack(sc, 0, when, frames(sc, SCENE_PID, SCENE_TID, callback));
	when = sample(sc, 0, SCENE_TID, KERNEL + 0x1010); /* keys, said later */
	stack_key(sc, ETW_STACK_KERNELKEY, when, key);
	stack_key(sc, ETW_STACK_USERKEY, when, key + 8);
	stack_def(sc, ETW_STACK_DELETE, key + 8, user);
	when = sample(sc, 0, SCENE_TID, NTDLL + 0x3000); /* and used again */
	stack_key(sc, ETW_STACK_USERKEY, when, key + 8);
	item_stack(sc, &provider, 701, 0, both);
	item_stack(sc, &provider, 702, 4711, kernel);
	item(sc, &provider, 703, keysize == 4 ? ETW_EXT_STACK_KEY32 : ETW_EXT_STACK_KEY64, 0,
		&narrow, keysize);
	item_stack(sc, &etw_guid_eventtracing, ETW_STACK_HALF, 4711, user);
	clr_exception(sc);
	leave_and_return(sc);
	sample(sc, 0, 0, KERNEL + 0x2000); /* none */
	stack_def(sc, ETW_STACK_RUNDOWN, key + 8, reused);
	stack_def(sc, ETW_STACK_RUNDOWN, key, kernel);
	clr_rundown(sc);
	image(sc, 0, KERNEL, "\\SystemRoot\\system32\\ntoskrnl.exe", "ntkrnlmp.pdb");
	image(sc, SCENE_PID, PROGRAM, "\\Device\\HarddiskVolume1\\Windows\\explorer.exe",
		"C:\\build\\explorer.pdb");
	image(sc, SCENE_PID, NTDLL, "\\Device\\HarddiskVolume1\\Windows\\System32\\ntdll.dll",
		"ntdll.pdb");
}
