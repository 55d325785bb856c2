/*
 * User stacks from a copy of the stack and the registers, by the call frame information of the
 * mapped files (libdw): for programs without frame pointers.
 *
 * A process is announced to libdw once, which takes milliseconds, and again if its mappings change;
 * then a stack takes microseconds. The least recently used processes are dropped.
 */
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "symbols.h"
#include "elfread.h"
#include "unwind.h"

#define NPROCS 64

struct uwproc {
	uint32_t up_pid;
	uint64_t up_generation;
	Dwfl *up_dwfl;
	struct uwproc *up_next; /* used less recently */
};

struct dt_unwind {
	struct dt_maps *uw_maps;
	struct uwproc *uw_procs;
	const struct dt_ustack *uw_stack; /* the current one */
	uint64_t *uw_pcs;
	unsigned uw_n, uw_max;
};

#if defined(__aarch64__)
#define REG_SP 31
#define REG_PC 32
#define NDWARF 32
static const uint8_t dwarf_regs[NDWARF] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
#else
#define REG_SP 19
#define REG_PC 16
#define NDWARF 17
/*
 * Indices in the kernel's saved registers, by DWARF number: rax rdx rcx rbx rsi rdi rbp rsp r8 ..
 * r15 and the return address.
 */
static const uint8_t dwarf_regs[NDWARF] = { 10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0,
	16 };
#endif

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
	struct dt_unwind *uw = arg;

	if (*thread)
		return 0;
	*thread = uw;
	return dwfl_pid(dwfl);
}

static bool initial_registers(Dwfl_Thread *thread, void *arg)
{
	const struct dt_unwind *uw = arg;
	Dwarf_Word regs[NDWARF];

	for (unsigned i = 0; i < NDWARF; i++)
		regs[i] = uw->uw_stack->us_regs[dwarf_regs[i]];
	dwfl_thread_state_register_pc(thread, uw->uw_stack->us_regs[REG_PC]);
	return dwfl_thread_state_registers(thread, 0, NDWARF, regs);
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *word, void *arg)
{
	const struct dt_ustack *us = ((const struct dt_unwind *)arg)->uw_stack;
	uint64_t at = addr - us->us_regs[REG_SP];

	(void)dwfl;
	if (us->us_size < sizeof(*word) || at > us->us_size - sizeof(*word))
		return false;
	memcpy(word, us->us_mem + at, sizeof(*word));
	return true;
}

static int frame_seen(Dwfl_Frame *frame, void *arg)
{
	struct dt_unwind *uw = arg;
	Dwarf_Addr pc;

	if (uw->uw_n == uw->uw_max || !dwfl_frame_pc(frame, &pc, NULL) || !pc)
		return DWARF_CB_ABORT;
	uw->uw_pcs[uw->uw_n++] = pc;
	return DWARF_CB_OK;
}

/* Announcing a process to libdw. */
static int no_debuginfo(Dwfl_Module *mod, void **arg, const char *name, Dwarf_Addr base,
	const char *file, const char *link, GElf_Word crc, char **found)
{
	(void)mod, (void)arg, (void)name, (void)base, (void)file, (void)link, (void)crc,
		(void)found;
	return -1; /* no debug file is needed: a file contains its own frame information */
}

static int no_elf(Dwfl_Module *mod, void **arg, const char *name, Dwarf_Addr base, char **file,
	Elf **elf)
{
	(void)mod, (void)arg, (void)name, (void)base, (void)file, (void)elf;
	return -1;
}

struct reporting {
	struct dt_unwind *rp_unwind;
	struct uwproc *rp_proc;
	const struct dt_image *rp_last;
};

/*
 * libdw expands compressed sections of any claimed size, and relocates object files. So files are
 * checked first; those with the older form of compression (.zdebug) are refused.
 */
static bool file_plain(int fd, const char *path, struct dt_symlimit *limit)
{
	struct dt_elfread er;
	Elf_Scn *scn = NULL;
	uint64_t sum = 0;
	GElf_Ehdr eh;
	GElf_Shdr sh;
	GElf_Chdr ch;

	if (!dt_elfread_begin(&er, fd, path, limit))
		return false;
	bool plain = gelf_getehdr(er.er_elf, &eh) && (eh.e_type == ET_EXEC || eh.e_type == ET_DYN);
	while (plain && (scn = elf_nextscn(er.er_elf, scn)))
		plain = gelf_getshdr(scn, &sh) &&
			(!(sh.sh_flags & SHF_COMPRESSED) ||
				(gelf_getchdr(scn, &ch) &&
					dt_symlimit_read(limit, &sum, ch.ch_size, path)));
	plain = plain && !dt_elfread_named(&er, ".zdebug_frame");
	dt_elfread_end(&er);
	return plain;
}

/* Reports the first mapping of a file, from which libdw knows the address of the whole file. */
static void map_report(const struct dt_map *map, void *arg)
{
	struct reporting *rp = arg;
	struct dt_image *im = map->mp_image;
	struct dt_elf *el;
	uint64_t vaddr;
	int fd;

	if (im == rp->rp_last || im->im_path[0] != '/')
		return;
	el = dt_maps_elf(rp->rp_unwind->uw_maps, im, rp->rp_proc->up_pid, map);
	if (!el || !dt_elf_vaddr(el, map->mp_off, &vaddr))
		return;
	rp->rp_last = im;
	fd = dt_maps_open(im, rp->rp_proc->up_pid, map);
	if (fd >= 0 && !file_plain(fd, im->im_path, dt_maps_limit(rp->rp_unwind->uw_maps))) {
		close(fd);
		return;
	}
	if (fd >= 0 &&
		!dwfl_report_elf(rp->rp_proc->up_dwfl, im->im_name, im->im_path, fd,
			map->mp_base - vaddr, true))
		close(fd);
}

static bool proc_report(struct dt_unwind *uw, struct uwproc *up)
{
	static const Dwfl_Callbacks callbacks = { .find_elf = no_elf,
		.find_debuginfo = no_debuginfo };
	static const Dwfl_Thread_Callbacks threads = { .next_thread = next_thread,
		.memory_read = memory_read,
		.set_initial_registers = initial_registers };
	struct reporting rp = { .rp_unwind = uw, .rp_proc = up };

	up->up_dwfl = dwfl_begin(&callbacks);
	if (!up->up_dwfl)
		return false;
	dwfl_report_begin(up->up_dwfl);
	dt_maps_each(uw->uw_maps, up->up_pid, map_report, &rp);
	dwfl_report_end(up->up_dwfl, NULL, NULL);
	return dwfl_attach_state(up->up_dwfl, NULL, (pid_t)up->up_pid, &threads, uw);
}

static void proc_free(struct uwproc *up)
{
	dwfl_end(up->up_dwfl);
	free(up);
}

/*
 * Removes the process's entry from the list and returns it, or NULL; drops the last entry if there
 * are too many.
 */
static struct uwproc *proc_take(struct dt_unwind *uw, uint32_t pid)
{
	struct uwproc **p = &uw->uw_procs, *up;
	unsigned n = 0;

	for (; *p && (*p)->up_pid != pid && n < NPROCS - 1; n++)
		p = &(*p)->up_next;
	up = *p;
	if (!up)
		return NULL;
	*p = up->up_next;
	if (up->up_pid == pid)
		return up;
	proc_free(up);
	return NULL;
}

static struct uwproc *proc_get(struct dt_unwind *uw, uint32_t pid)
{
	uint64_t generation = dt_maps_generation(uw->uw_maps, pid);
	struct uwproc *up = proc_take(uw, pid);

	if (up && up->up_generation != generation) {
		proc_free(up);
		up = NULL;
	}
	if (!up) {
		up = base_calloc(1, sizeof(*up));
		if (!up)
			return NULL;
		up->up_pid = pid;
		up->up_generation = generation;
		if (!proc_report(uw, up)) {
			proc_free(up);
			return NULL;
		}
	}
	up->up_next = uw->uw_procs;
	uw->uw_procs = up;
	return up;
}

unsigned dt_unwind(struct dt_unwind *uw, uint32_t pid, const struct dt_ustack *us, uint64_t *pcs,
	unsigned max)
{
	struct uwproc *up;

	errno = 0;
	up = proc_get(uw, pid);
	uw->uw_stack = us;
	uw->uw_pcs = pcs;
	uw->uw_max = max;
	uw->uw_n = 0;
	if (up)
		dwfl_getthread_frames(up->up_dwfl, (pid_t)pid, frame_seen, uw);
	if (!uw->uw_n && max)
		uw->uw_pcs[uw->uw_n++] = us->us_regs[REG_PC];
	base_lack(errno); /* libdw reports only that a frame has no caller */
	return uw->uw_n;
}

struct dt_unwind *dt_unwind_create(struct dt_maps *mt)
{
	struct dt_unwind *uw = base_calloc(1, sizeof(*uw));

	if (uw)
		uw->uw_maps = mt;
	return uw;
}

void dt_unwind_destroy(struct dt_unwind *uw)
{
	if (!uw)
		return;
	for (struct uwproc *up = uw->uw_procs, *next; up; up = next) {
		next = up->up_next;
		proc_free(up);
	}
	free(uw);
}
