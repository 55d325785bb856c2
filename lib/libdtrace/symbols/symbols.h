/*
 * Symbols: from addresses to names.
 *
 *   symbols.c   the operations that the consumer calls, and the text they give: mod`func+0xN
 *   kallsyms.c  the running kernel's symbol table
 *   maps.c      what was mapped where, by process; maptab.c is the table of one process
 *   images.c    mapped files and their symbols; a file is read once, however many processes map it
 *   elfsym.c    the symbols of an ELF file, sorted
 *   elfdebug.c  where the symbols of a stripped file are
 *   gotable.c   the functions of a program in Go, which are also in a stripped one
 *   perfmap.c   functions of a just-in-time compiler, in memory that no file is mapped to
 *   demangle.c  mangled names as the language writes them
 *   methods.c   replay (replay.h): methods that a runtime compiled
 *   carried.c   replay: names that the trace brings
 *   debugids.c  replay: which program database belongs to an image
 *   sympath.c   the symbol path (pdb.h): directories, stores, servers; symfetch.c downloads
 *   pdb.c       functions of a program database; msf.c is its container
 *   unwind.c    stacks from copies of stack memory, for programs without frame pointers
 *   elffunc.c   for the compiler: the functions of a file by name
 *   elfnote.c   the probes that a file declares itself
 *   insn.c      for the compiler: where instructions begin, and which leave a function
 *   dwarffile.c for the compiler: the debugging information of a file (dwarftypes.h), found and
 *               checked; dwarfindex.c finds its types and functions by name and address;
 *               dwarftypes.c describes them; dwarfclass.c knows how classes are passed
 *   dwarfsplit.c  its units that are in files of their own, as of gcc -gsplit-dwarf; dwarfdwo.c
 *               reads such a file; dwarfpack.c finds units in a package; dwarfimage.c opens a unit
 *   elfread.c   reads ELF files; symlimit.c bounds what symbols may cost
 *
 * The traced processes choose the files, so no file is trusted and each read is bounded.
 *
 * Everything is lazy: nothing is read before the first address that needs it, and an unchanged file
 * only once.
 *
 * Mapping tables outlive their process, because records are printed after the firing and
 * aggregations at the end. A newer mapping replaces the older ones that it overlaps, so the names
 * are right after dlclose, exec, or the end of a process whose pid is used again. An unloaded image
 * keeps its names as long as nothing overlaps it. Records are printed before that happens; keys of
 * aggregations, which have no time, get the newer names.
 *
 * Live, a process that no event has introduced is read from /proc on first use. In a replay nothing
 * outside the trace is read except the symbol path: an address without a name is printed as its
 * distance from the image's base (mod+0xN).
 *
 * Ownership: struct dt_symbols owns everything; the names it returns are valid as long as it
 * exists.
 */
#ifndef DT_SYMBOLS_H
#define DT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include "index.h"
#include "symops.h"
#include "symlimit.h"
#include "dtrace_provider.h"

struct dt_symbols;

enum { DT_SYMS_LIVE = 0, DT_SYMS_REPLAY = 1 };

struct dt_symbols *dt_symbols_create(unsigned flags);
void dt_symbols_destroy(struct dt_symbols *);
/* valid until dt_symbols_destroy() */
const struct dt_symops *dt_symbols_ops(struct dt_symbols *);

/*
 * What dt_sys_image_load() reports: pid 0 (and, on Windows, 4) is the kernel. Unloads need not be
 * reported: names stay until another image is loaded there, because older records may be printed
 * later.
 */
void dt_symbols_image_load(struct dt_symbols *, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t fileoff, const char *path);
/*
 * In a replay: enters an image early, unless another one is known at its address. Its load is
 * reported again at its time in the trace.
 */
void dt_symbols_image_known(struct dt_symbols *, uint32_t pid, uint64_t base, uint64_t size,
	const char *path);
void dt_symbols_image_pdb(struct dt_symbols *, uint32_t pid, uint64_t base, const uint8_t guid[16],
	uint32_t age, const char *pdb);
void dt_symbols_method(struct dt_symbols *, uint32_t pid, uint64_t start, uint64_t size,
	uint64_t module, const char *name);
void dt_symbols_module(struct dt_symbols *, uint32_t pid, uint64_t module, const char *path);
/* In a replay: a name that the trace brings. */
void dt_symbols_carried(struct dt_symbols *, const struct dt_symbol_at *, uint64_t size);
/* Live: the function that an address is in, for a trace to bring. */
bool dt_symbols_at(struct dt_symbols *, uint32_t pid, uint64_t pc, struct dt_symbol_at *);
/* Whether methods, or databases of images, were dropped at a limit. */
bool dt_symbols_forgot(const struct dt_symbols *);
/*
 * Where program databases are searched for, as in _NT_SYMBOL_PATH. say gets one line for each
 * error. While *interrupt isn't 0, no server is waited for.
 */
void dt_symbols_path(struct dt_symbols *, const char *path, const volatile sig_atomic_t *interrupt,
	void (*say)(void *, const char *), void *arg);
/*
 * Limits the bytes that symbols may take, for one file and for all; say gets one line when a limit
 * is reached.
 */
void dt_symbols_limit(struct dt_symbols *, uint64_t file, uint64_t all,
	void (*say)(void *, const char *), void *arg);
/*
 * Live: reads the process's mappings now if none are known; cheap to repeat. Call it if the process
 * may have exited when its records are printed.
 */
void dt_symbols_proc_seen(struct dt_symbols *, uint32_t pid);
/*
 * Live: changes of mappings, in the order of time. If all changes since the fork of a process are
 * reported, /proc, which may be too late, is not read.
 */
void dt_symbols_mapping(struct dt_symbols *, const struct dt_mapping *);
/* Whether the change gives another name to addresses that may have been recorded. */
bool dt_symbols_renames(const struct dt_symbols *, const struct dt_mapping *);
/* Live: the frames of a stack that was copied.  unwind.c */
unsigned dt_symbols_unwind(struct dt_symbols *, uint32_t pid, const struct dt_ustack *,
	uint64_t *pcs, unsigned max);

/*
 * Returns the start of the function that contains pc, or pc itself if it is unknown. So two
 * addresses of one function give the same result.
 */
uint64_t dt_symbols_kstart(struct dt_symbols *, uint64_t pc);
uint64_t dt_symbols_ustart(struct dt_symbols *, uint32_t pid, uint64_t pc);

/* A symbol; the names are not copies. */
struct dt_sym {
	const char *sy_obj;  /* module or file name; NULL: nothing is known */
	const char *sy_func; /* NULL: only the object is known */
	uint64_t sy_start;   /* start of the function; without one, of the image; or 0 */
};

/* kallsyms.c */
struct dt_kallsyms;
/* Returns NULL if it can't be read, or its addresses are hidden. */
struct dt_kallsyms *dt_kallsyms_load(const char *path);
void dt_kallsyms_free(struct dt_kallsyms *);
bool dt_kallsyms_find(const struct dt_kallsyms *, uint64_t pc, struct dt_sym *);
/* mod NULL: in any module; *addr (may be NULL) is 0 if addresses are hidden */
bool dt_kallsyms_named(const char *path, const char *mod, const char *name, uint64_t *addr);

/* demangle.c */
char *dt_demangle(const char *name); /* to be freed; NULL if it is not mangled, or too long */

/* elfsym.c, elfdebug.c */
struct dt_elf;
/*
 * Returns NULL if it isn't an ELF file. fd may be closed afterwards. To find debug files: path is
 * the file's path in its process's root, and root that root ("/proc/1/root"); either may be NULL.
 */
struct dt_elf *dt_elf_open(int fd, const char *path, const char *root, struct dt_symlimit *);
struct dt_elf *dt_elf_memory(const void *image, size_t size,
	struct dt_symlimit *); /* image is copied */
void dt_elf_free(struct dt_elf *);
/*
 * Returns the name of the symbol that contains fileoff (an offset in a loaded segment) and sets
 * *delta to the offset in the symbol; or returns NULL.
 */
const char *dt_elf_find(const struct dt_elf *, uint64_t fileoff, uint64_t *delta);
uint32_t dt_elf_count(const struct dt_elf *);
bool dt_elf_vaddr(const struct dt_elf *, uint64_t fileoff, uint64_t *vaddr);

/* elffunc.c */
struct dt_elffunc {
	uint64_t ef_size;
	uint16_t ef_machine;   /* EM_X86_64 ... */
	uint8_t ef_code[4096]; /* its first bytes */
	unsigned ef_ncode;
	bool ef_stripped; /* only what the file exports has a name */
};
struct dt_elffile {
	int fl_fd;
	const char *fl_path, *fl_root; /* as in dt_elf_open() */
};
/* Returns how many functions of the file match; fills in the first. */
unsigned dt_elf_functions(const struct dt_elffile *, const char *pattern, struct dt_elffunc *first);
/* Whether the pattern is of that name, or of what it demangles to. */
bool dt_function_is(const char *pattern, const char *name);

struct dt_elfname { /* a function by one of its names */
	const char *en_name;
	uint64_t en_vaddr, en_size;
	uint64_t en_offset;  /* in the file */
	uint16_t en_machine; /* EM_X86_64 ... */
	bool en_local;
};
/*
 * Calls fn for each function that matches, in order of addresses; of the names of one function, for
 * the best that matches.
 */
void dt_elf_names(const struct dt_elffile *, const char *pattern,
	void (*fn)(const struct dt_elfname *, void *), void *arg);
/*
 * Whether a return address on the stack must be what the program has put there: exceptions unwind
 * the file's frames, or its stacks move (*moves, Go). exe: it is the program itself.
 */
bool dt_elf_unwinds(const struct dt_elffile *, bool exe, bool *moves);
uint16_t dt_elf_machine(const struct dt_elffile *); /* EM_X86_64 ..., 0 if it is no ELF file */
/* Sets the address of data by its name; returns false if there is none. */
bool dt_elf_data(const struct dt_elffile *, const char *name, uint64_t *vaddr);
/* Sets the offset in the file of code at that address; returns false if there is none. */
bool dt_elf_code(const struct dt_elffile *, uint64_t vaddr, uint64_t *offset);

/* elfnote.c */
struct dt_elfsite { /* one place of a probe */
	const char *es_provider, *es_name,
		*es_function;		  /* as the file has them; function may be "" */
	const char *es_args;		  /* operands: "-4@%edi 8@-16(%rbp)" */
	uint64_t es_vaddr;		  /* of its instruction */
	uint64_t es_offset, es_semaphore; /* in the file; semaphore 0: none */
};
struct dt_elfnotes {
	struct dt_elffile eq_file; /* whose path and root are for the names of functions */
	bool (*eq_want)(const char *provider, void *arg);
	void (*eq_fn)(const struct dt_elfsite *, void *arg);
	void *eq_arg;
};
/* Calls eq_fn for each probe of the providers that eq_want accepts. */
void dt_elf_notes(const struct dt_elfnotes *);

/*
 * insn.c: whether it is certain that no instruction of the function begins at off. If a library
 * that this needs is missing, *why says so; otherwise it is NULL.
 */
bool dt_insn_inside(const struct dt_elffunc *, uint64_t off, const char **why);
struct dt_decoder;
/* Returns NULL and the reason if instructions of that machine (EM_...) can't be decoded. */
struct dt_decoder *dt_decoder_create(uint16_t machine, const char **why);
void dt_decoder_destroy(struct dt_decoder *); /* may be NULL */
/*
 * Calls fn for each instruction of the function that leaves it: a return; a jump to code outside,
 * with the target's offset from the function's start; an indirect jump. target is -1 if it isn't
 * known. Returns false if something can't be decoded.
 */
bool dt_decoder_leaves(const struct dt_decoder *, const uint8_t *code, uint64_t size,
	void (*fn)(uint64_t offset, int64_t target, void *), void *arg);

/* perfmap.c */
struct dt_perfmap;
struct dt_perfmap_of {		   /* whose file */
	uint32_t po_pid, po_nspid; /* nspid: the pid in its own namespace */
	uint32_t po_uid; /* the user who may own the file, besides root; UINT32_MAX: unknown */
};
/*
 * Returns NULL if there is no file of the right owner, or its size is still *size. Sets *size to
 * the file's.
 */
struct dt_perfmap *dt_perfmap_read(const struct dt_perfmap_of *, uint64_t *size,
	struct dt_symlimit *);
void dt_perfmap_free(struct dt_perfmap *);
bool dt_perfmap_find(const struct dt_perfmap *, uint64_t pc, struct dt_sym *);

/* maps.c, images.c */
/* The length of a mapped file's path without the " (deleted)" that the kernel appends. */
size_t dt_path_length(const char *);
struct dt_image { /* a file that is mapped; shared by all processes */
	char *im_path;
	const char *im_name;	       /* the path after its last separator */
	bool im_deleted;	       /* the path doesn't lead to the mapped file any more */
	uint64_t im_mapdev, im_mapino; /* from the mapping; 0: unknown */
	struct dt_elf *im_elf;	       /* NULL until im_tried, and if it has none */
	bool im_marked;		       /* a process maps it: dt_images_sweep() */
	bool im_tried, im_shared; /* im_shared: im_elf belongs to another image of the same file */
	uint64_t im_dev, im_ino;
	struct base_link im_bypath, im_byfile;
};
struct dt_map {
	uint64_t mp_base, mp_end, mp_off;
	struct dt_image *mp_image;
};
struct dt_maps;
struct dt_maps *dt_maps_create(void);
/* The limit of all memory that belongs to the table; lives as long as the table. */
struct dt_symlimit *dt_maps_limit(struct dt_maps *);
void dt_maps_destroy(struct dt_maps *);
struct dt_mapped { /* the file of a new mapping */
	const char *md_path;
	uint64_t md_dev, md_ino; /* 0: unknown */
};
void dt_maps_add(struct dt_maps *, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const char *path);
void dt_maps_add_file(struct dt_maps *, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const struct dt_mapped *);
/* Whether an address of a wanted process would get another name. */
bool dt_maps_renames(const struct dt_maps *, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t off, const char *path);
void dt_maps_fork(struct dt_maps *, uint32_t pid,
	uint32_t parent);			    /* a new process with its parent's mappings */
void dt_maps_start(struct dt_maps *, uint32_t pid); /* all of its mappings will be reported */
void dt_maps_exited(struct dt_maps *, uint32_t pid);
void dt_maps_wanted(struct dt_maps *, uint32_t pid); /* keeps its mappings */
void dt_maps_forget(struct dt_maps *, uint32_t pid);
int dt_maps_read(struct dt_maps *, uint32_t pid); /* reads /proc/PID/maps; -1 if it can't */
bool dt_maps_known(const struct dt_maps *, uint32_t pid);
const struct dt_map *dt_maps_find(const struct dt_maps *, uint32_t pid, uint64_t pc);
uint64_t dt_maps_generation(const struct dt_maps *,
	uint32_t pid); /* changes with its mappings; 0: unknown */
void dt_maps_each(const struct dt_maps *, uint32_t pid, void (*)(const struct dt_map *, void *),
	void *);
int dt_maps_open(const struct dt_image *, uint32_t pid,
	const struct dt_map *); /* opens the image's file; -1 if it can't */
/*
 * Returns the image's symbols, or NULL if there are none. The file is opened through a process that
 * maps it.
 */
struct dt_elf *dt_maps_elf(struct dt_maps *, struct dt_image *, uint32_t pid,
	const struct dt_map *);
bool dt_maps_jit(const struct dt_maps *, uint32_t pid, uint64_t pc, struct dt_sym *);
bool dt_maps_jit_read(struct dt_maps *,
	uint32_t pid); /* reads the process's perf map if it changed; returns whether it did */

#endif
