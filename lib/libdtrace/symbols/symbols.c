/*
 * The operations that the consumer calls, and the text of addresses:
 *
 *	mod`func+0xN	mod`func if N is 0
 *	mod`0xADDR	if only the object is known; in a replay mod+0xN
 *	0xADDR		if nothing is known
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "alloc.h"
#include "hash.h"
#include "replay.h"
#include "unwind.h"

/*
 * An address outside all mappings may belong to a new mapping, so /proc is read again: but not for
 * each address, and the longer a read took, the later the next one is.
 */
#define REREAD_NS 100000000ll
#define REREAD_SHARE 20

struct reread {
	uint32_t rr_pid;
	int64_t rr_time; /* time of the next read */
};

#define NREREAD 64

struct dt_symbols {
	bool sy_replay;
	bool sy_ktried;
	struct dt_kallsyms *sy_kernel;
	struct dt_maps *sy_maps;
	struct dt_unwind *sy_unwind;
	struct dt_methods *sy_methods; /* this and sy_debugids: only in a replay */
	struct dt_debugids *sy_debugids;
	struct dt_carried *sy_carried; /* likewise */
	struct dt_sympath sy_path;
	struct reread sy_reread[NREREAD];
	struct dt_symops sy_ops;
};

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

/* Whether enough time has passed to read the process's mappings again. */
static bool reread_due(struct dt_symbols *sy, uint32_t pid)
{
	struct reread *rr = &sy->sy_reread[pid % NREREAD];
	int64_t now = now_ns();

	if (rr->rr_pid == pid && now < rr->rr_time)
		return false;
	rr->rr_pid = pid;
	rr->rr_time = now + REREAD_NS;
	return true;
}

static void reread(struct dt_symbols *sy, uint32_t pid, bool maps)
{
	int64_t took = now_ns();

	if (maps)
		dt_maps_read(sy->sy_maps, pid);
	dt_maps_jit_read(sy->sy_maps, pid);
	took = now_ns() - took;
	sy->sy_reread[pid % NREREAD].rr_time += took * REREAD_SHARE;
}

static bool map_look(struct dt_symbols *sy, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	const struct dt_map *map = dt_maps_find(sy->sy_maps, pid, pc);
	struct dt_elf *el;
	uint64_t delta;

	if (!map)
		return dt_maps_jit(sy->sy_maps, pid, pc, sym);
	sym->sy_obj = map->mp_image->im_name;
	el = dt_maps_elf(sy->sy_maps, map->mp_image, pid, map);
	sym->sy_func = el ? dt_elf_find(el, pc - map->mp_base + map->mp_off, &delta) : NULL;
	sym->sy_start = sym->sy_func ? pc - delta : 0;
	if (!sym->sy_func) /* code may be generated in shared memory */
		dt_maps_jit(sy->sy_maps, pid, pc, sym);
	return true;
}

static void carried_find(struct dt_symbols *sy, const struct dt_map *map, uint64_t pc,
	struct dt_sym *sym)
{
	uint64_t delta;

	sym->sy_func = dt_carried_find(sy->sy_carried, map->mp_image->im_path,
		pc - map->mp_base + map->mp_off, &delta);
	if (sym->sy_func)
		sym->sy_start = pc - delta;
	else if (dt_carried_any(sy->sy_carried)) /* as on the system that was recorded */
		sym->sy_start = 0;
}

/* Finds an address in what a trace reported. */
static bool replay_find(struct dt_symbols *sy, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	const struct dt_map *map = dt_maps_find(sy->sy_maps, pid, pc);
	const struct dt_pdb *pd;
	uint32_t delta;

	if (dt_methods_find(sy->sy_methods, pid, pc, sym))
		return true;
	if (!map)
		return false;
	sym->sy_obj = map->mp_image->im_name;
	sym->sy_start = map->mp_base - map->mp_off;
	pd = dt_debugids_find(sy->sy_debugids, &sy->sy_path, pid, sym->sy_start);
	sym->sy_func = pd ? dt_pdb_find(pd, (uint32_t)(pc - sym->sy_start), &delta) : NULL;
	if (sym->sy_func)
		sym->sy_start = pc - delta;
	else
		carried_find(sy, map, pc, sym);
	return true;
}

static bool map_find(struct dt_symbols *sy, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	bool found = map_look(sy, pid, pc, sym);

	if ((found && sym->sy_func) || sy->sy_replay || !reread_due(sy, pid))
		return found;
	reread(sy, pid, !found);
	return map_look(sy, pid, pc, sym);
}

static bool kernel_find(struct dt_symbols *sy, uint64_t pc, struct dt_sym *sym)
{
	if (sy->sy_replay)
		return replay_find(sy, 0, pc, sym) || replay_find(sy, 4, pc, sym);
	if (!sy->sy_ktried) {
		sy->sy_ktried = true;
		sy->sy_kernel = dt_kallsyms_load("/proc/kallsyms");
	}
	return sy->sy_kernel && dt_kallsyms_find(sy->sy_kernel, pc, sym);
}

static bool user_find(struct dt_symbols *sy, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	if (pc >> 63) /* a kernel address in a user stack */
		return kernel_find(sy, pc, sym);
	return sy->sy_replay ? replay_find(sy, pid, pc, sym) : map_find(sy, pid, pc, sym);
}

static void function_text(char *out, size_t size, const struct dt_sym *sym, uint64_t delta)
{
	char *plain = dt_demangle(sym->sy_func), tail[24] = "";
	int room;

	if (delta)
		snprintf(tail, sizeof(tail), "+0x%" PRIx64, delta);
	/* a long name is cut */
	room = (int)size - 1 - (int)strlen(tail) - (int)strlen(sym->sy_obj) - 1;
	snprintf(out, size, "%s`%.*s%s", sym->sy_obj, room > 0 ? room : 0,
		plain ? plain : sym->sy_func, tail);
	free(plain);
}

static void text(char *out, size_t size, bool found, const struct dt_sym *sym, uint64_t pc,
	bool offset)
{
	if (!found)
		snprintf(out, size, "0x%" PRIx64, pc);
	else if (!sym->sy_func && sym->sy_start)
		snprintf(out, size, "%s+0x%" PRIx64, sym->sy_obj, pc - sym->sy_start);
	else if (!sym->sy_func)
		snprintf(out, size, "%s`0x%" PRIx64, sym->sy_obj, pc);
	else
		function_text(out, size, sym, offset ? pc - sym->sy_start : 0);
}

static void module_text(char *out, size_t size, bool found, const struct dt_sym *sym, uint64_t pc)
{
	if (found)
		snprintf(out, size, "%s", sym->sy_obj);
	else
		snprintf(out, size, "0x%" PRIx64, pc);
}

static void op_kaddr(void *arg, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = kernel_find(arg, pc, &sym);

	text(out, size, found, &sym, pc, true);
}

static void op_ksym(void *arg, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = kernel_find(arg, pc, &sym);

	text(out, size, found, &sym, pc, false);
}

static void op_kmod(void *arg, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = kernel_find(arg, pc, &sym);

	module_text(out, size, found, &sym, pc);
}

static void op_uaddr(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = user_find(arg, pid, pc, &sym);

	text(out, size, found, &sym, pc, true);
}

static void op_usym(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = user_find(arg, pid, pc, &sym);

	text(out, size, found, &sym, pc, false);
}

static void op_umod(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	struct dt_sym sym = { 0 };
	bool found = user_find(arg, pid, pc, &sym);

	module_text(out, size, found, &sym, pc);
}

struct dt_symbols *dt_symbols_create(unsigned flags)
{
	struct dt_symbols *sy = base_calloc(1, sizeof(*sy));

	if (!sy)
		return NULL;
	sy->sy_replay = flags & DT_SYMS_REPLAY;
	sy->sy_maps = dt_maps_create();
	sy->sy_methods = sy->sy_replay ? dt_methods_create() : NULL;
	sy->sy_debugids = sy->sy_replay ? dt_debugids_create() : NULL;
	sy->sy_carried = sy->sy_replay ? dt_carried_create() : NULL;
	if (!sy->sy_maps ||
		(sy->sy_replay && (!sy->sy_methods || !sy->sy_debugids || !sy->sy_carried))) {
		dt_symbols_destroy(sy);
		return NULL;
	}
	sy->sy_ops = (struct dt_symops){
		.so_arg = sy,
		.so_kaddr = op_kaddr,
		.so_ksym = op_ksym,
		.so_kmod = op_kmod,
		.so_uaddr = op_uaddr,
		.so_usym = op_usym,
		.so_umod = op_umod,
	};
	return sy;
}

void dt_symbols_destroy(struct dt_symbols *sy)
{
	if (!sy)
		return;
	dt_kallsyms_free(sy->sy_kernel);
	dt_unwind_destroy(sy->sy_unwind);
	dt_methods_destroy(sy->sy_methods);
	dt_carried_destroy(sy->sy_carried);
	/* gives back its part of the limit, which belongs to the maps */
	dt_debugids_destroy(sy->sy_debugids);
	dt_maps_destroy(sy->sy_maps);
	dt_sympath_fini(&sy->sy_path);
	free(sy);
}

const struct dt_symops *dt_symbols_ops(struct dt_symbols *sy)
{
	return &sy->sy_ops;
}

void dt_symbols_image_load(struct dt_symbols *sy, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t fileoff, const char *path)
{
	if (path && *path)
		dt_maps_add(sy->sy_maps, pid, base, size, fileoff, path);
}

void dt_symbols_image_known(struct dt_symbols *sy, uint32_t pid, uint64_t base, uint64_t size,
	const char *path)
{
	if (size && !dt_maps_find(sy->sy_maps, pid, base) &&
		!dt_maps_find(sy->sy_maps, pid, base + size - 1))
		dt_symbols_image_load(sy, pid, base, size, 0, path);
}

void dt_symbols_image_pdb(struct dt_symbols *sy, uint32_t pid, uint64_t base,
	const uint8_t guid[16], uint32_t age, const char *pdb)
{
	struct dt_pdbid id = { .pi_age = age };
	const char *name = strrchr(pdb, '\\') ? strrchr(pdb, '\\') + 1 : pdb;

	if (!sy->sy_replay ||
		(size_t)snprintf(id.pi_name, sizeof(id.pi_name), "%s", name) >= sizeof(id.pi_name))
		return;
	memcpy(id.pi_guid, guid, sizeof(id.pi_guid));
	dt_debugids_add(sy->sy_debugids, pid, base, &id);
}

void dt_symbols_method(struct dt_symbols *sy, uint32_t pid, uint64_t start, uint64_t size,
	uint64_t module, const char *name)
{
	if (sy->sy_replay)
		dt_methods_add(sy->sy_methods, pid, start, size, module, name);
}

void dt_symbols_module(struct dt_symbols *sy, uint32_t pid, uint64_t module, const char *path)
{
	if (sy->sy_replay)
		dt_methods_module(sy->sy_methods, pid, module, path);
}

/* The kernel's are code at addresses, in a module that is known by its name. */
#define KERNEL_MODULE(name) base_hash_more(0, name)

void dt_symbols_carried(struct dt_symbols *sy, const struct dt_symbol_at *sa, uint64_t size)
{
	if (!sy->sy_replay)
		return;
	if (!sa->sa_kernel) {
		dt_carried_add(sy->sy_carried, sa->sa_image, sa->sa_offset, size, sa->sa_name);
		return;
	}
	dt_methods_module(sy->sy_methods, 0, KERNEL_MODULE(sa->sa_image), sa->sa_image);
	dt_methods_add(sy->sy_methods, 0, sa->sa_offset, size, KERNEL_MODULE(sa->sa_image),
		sa->sa_name);
}

bool dt_symbols_at(struct dt_symbols *sy, uint32_t pid, uint64_t pc, struct dt_symbol_at *sa)
{
	struct dt_sym sym = { 0 };
	const struct dt_map *map = pid ? dt_maps_find(sy->sy_maps, pid, pc) : NULL;
	bool found = pid ? map && user_find(sy, pid, pc, &sym) : kernel_find(sy, pc, &sym);

	if (!found || !sym.sy_func)
		return false;
	*sa = (struct dt_symbol_at){ .sa_kernel = pid == 0,
		.sa_image = map ? map->mp_image->im_path : sym.sy_obj,
		.sa_name = sym.sy_func,
		.sa_offset = map ? sym.sy_start - map->mp_base + map->mp_off : sym.sy_start,
		.sa_delta = pc - sym.sy_start };
	return true;
}

bool dt_symbols_forgot(const struct dt_symbols *sy)
{
	return sy->sy_replay &&
		(dt_methods_forgot(sy->sy_methods) || dt_debugids_forgot(sy->sy_debugids));
}

void dt_symbols_path(struct dt_symbols *sy, const char *path,
	const volatile sig_atomic_t *interrupt, void (*say)(void *, const char *), void *arg)
{
	dt_sympath_fini(&sy->sy_path);
	sy->sy_path = (struct dt_sympath){
		.sp_path = path && *path ? base_strdup(path) : NULL,
		.sp_limit = dt_maps_limit(sy->sy_maps),
		.sp_interrupt = interrupt,
		.sp_say = say,
		.sp_arg = arg,
	};
}

void dt_symbols_limit(struct dt_symbols *sy, uint64_t file, uint64_t all,
	void (*say)(void *, const char *), void *arg)
{
	struct dt_symlimit *sl = dt_maps_limit(sy->sy_maps);

	sl->sl_file = file;
	sl->sl_all = all;
	sl->sl_say = say;
	sl->sl_arg = arg;
}

void dt_symbols_proc_seen(struct dt_symbols *sy, uint32_t pid)
{
	if (sy->sy_replay)
		return;
	if (!dt_maps_known(sy->sy_maps, pid) && reread_due(sy, pid)) {
		dt_maps_read(sy->sy_maps, pid);
		if (dt_maps_known(sy->sy_maps, pid)) /* the first read doesn't delay the next one */
			sy->sy_reread[pid % NREREAD].rr_pid = 0;
	}
	dt_maps_wanted(sy->sy_maps, pid);
}

static void forked(struct dt_maps *mt, const struct dt_mapping *mg, bool replay)
{
	if (!replay && !dt_maps_known(mt, mg->mg_parent))
		dt_maps_read(mt, mg->mg_parent);
	dt_maps_fork(mt, mg->mg_pid, mg->mg_parent);
}

void dt_symbols_mapping(struct dt_symbols *sy, const struct dt_mapping *mg)
{
	struct dt_mapped file = { mg->mg_path, mg->mg_dev, mg->mg_ino };
	struct dt_maps *mt = sy->sy_maps;

	switch (mg->mg_what) {
	case DT_MAPPING_FILE: /* for an unknown process, /proc will have this mapping as well */
		if (dt_maps_known(mt, mg->mg_pid))
			dt_maps_add_file(mt, mg->mg_pid, mg->mg_base, mg->mg_size, mg->mg_off,
				&file);
		break;
	case DT_MAPPING_FORK: forked(mt, mg, sy->sy_replay); break;
	case DT_MAPPING_EXEC: /* older mappings keep their names until they are replaced */
		dt_maps_start(mt, mg->mg_pid);
		break;
	case DT_MAPPING_EXIT: dt_maps_exited(mt, mg->mg_pid); break;
	case DT_MAPPING_RUNS:
		if (!dt_maps_known(mt, mg->mg_pid))
			dt_maps_read(mt, mg->mg_pid);
		break;
	}
}

bool dt_symbols_renames(const struct dt_symbols *sy, const struct dt_mapping *mg)
{
	return mg->mg_what == DT_MAPPING_FILE &&
		dt_maps_renames(sy->sy_maps, mg->mg_pid, mg->mg_base, mg->mg_size, mg->mg_off,
			mg->mg_path);
}

unsigned dt_symbols_unwind(struct dt_symbols *sy, uint32_t pid, const struct dt_ustack *us,
	uint64_t *pcs, unsigned max)
{
	if (!sy->sy_unwind && !(sy->sy_unwind = dt_unwind_create(sy->sy_maps)))
		return 0;
	dt_symbols_proc_seen(sy, pid);
	return dt_unwind(sy->sy_unwind, pid, us, pcs, max);
}

uint64_t dt_symbols_kstart(struct dt_symbols *sy, uint64_t pc)
{
	struct dt_sym sym = { 0 };

	return kernel_find(sy, pc, &sym) && sym.sy_func ? sym.sy_start : pc;
}

uint64_t dt_symbols_ustart(struct dt_symbols *sy, uint32_t pid, uint64_t pc)
{
	struct dt_sym sym = { 0 };

	return user_find(sy, pid, pc, &sym) && sym.sy_func ? sym.sy_start : pc;
}
