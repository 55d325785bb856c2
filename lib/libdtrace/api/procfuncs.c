/*
 * The functions of a process's objects, for the provider pid, with the instructions that leave
 * them.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "glob.h"
#include "grow.h"
#include "handle.h"
#include "openfile.h"
#include "process.h"

#define CODE_MAX (4u << 20) /* of a function that is decoded */

struct walk {
	dtrace_hdl_t *wa_handle;
	const struct dt_userfuncs *wa_query;
	struct dt_userfunc wa_func;
	struct dt_elffile wa_file;
	bool wa_inside;
	bool wa_found; /* an object */
	/* of the instructions that leave functions */
	struct dt_decoder *wa_decoder;
	struct dt_elf *wa_symbols;
	struct dt_symlimit wa_limit;
	uint64_t wa_start; /* of the function, in the file */
	uint64_t *wa_leaves;
	unsigned wa_nleaves;
};

/* A probe inside an instruction would change the program. */
static bool offset_begins(const struct walk *wa, const struct dt_elfname *en, uint64_t offset)
{
	struct dt_elffunc ef = { .ef_size = en->en_size, .ef_machine = en->en_machine };
	const char *why = NULL;
	ssize_t n;

	if (offset == 0)
		return true;
	if (offset >= en->en_size)
		return false;
	n = pread(wa->wa_func.uf_fd, ef.ef_code, sizeof(ef.ef_code), (off_t)en->en_offset);
	ef.ef_ncode = n > 0 ? (unsigned)n : 0;
	return !dt_insn_inside(&ef, offset, &why) && !why;
}

/*
 * A jump to another function leaves this one; a jump to its own part that the compiler has put
 * elsewhere, because it runs rarely, or back from there, doesn't.
 */
static void leave_add(uint64_t offset, int64_t target, void *arg)
{
	struct walk *wa = arg;
	uint64_t delta = 0;
	const char *name = target == -1 || !wa->wa_symbols ?
		NULL :
		dt_elf_find(wa->wa_symbols, wa->wa_start + (uint64_t)target, &delta);

	if ((name && (delta != 0 || strstr(name, ".cold"))) ||
		!base_more(wa->wa_leaves, wa->wa_nleaves))
		return;
	wa->wa_leaves[wa->wa_nleaves++] = offset;
}

static void leaves_find(struct walk *wa, const struct dt_elfname *en)
{
	uint8_t *code = NULL;
	ssize_t n = -1;
	bool whole;

	wa->wa_nleaves = 0;
	wa->wa_start = en->en_offset;
	if (wa->wa_decoder && en->en_size != 0 && en->en_size <= CODE_MAX)
		code = base_malloc(en->en_size);
	if (code)
		n = pread(wa->wa_func.uf_fd, code, en->en_size, (off_t)en->en_offset);
	whole = n == (ssize_t)en->en_size &&
		dt_decoder_leaves(wa->wa_decoder, code, en->en_size, leave_add, wa);
	free(code);
	if (!whole)
		wa->wa_nleaves = 0;
	wa->wa_func.uf_leaves = wa->wa_leaves;
	wa->wa_func.uf_nleaves = wa->wa_nleaves;
}

static void name_walk(const struct dt_elfname *en, void *arg)
{
	struct walk *wa = arg;

	if (!offset_begins(wa, en, wa->wa_query->uq_offset))
		return;
	wa->wa_func.uf_name = en->en_name;
	wa->wa_func.uf_offset = en->en_offset;
	wa->wa_func.uf_ilp32 = en->en_machine == EM_386;
	if (wa->wa_func.uf_byinsn)
		leaves_find(wa, en);
	wa->wa_query->uq_fn(&wa->wa_func, wa->wa_query->uq_arg);
}

/* Notes whether the address is inside an instruction of a function. */
static void address_check(const struct dt_elfname *en, void *arg)
{
	struct walk *wa = arg;
	uint64_t vaddr = wa->wa_query->uq_offset;

	wa->wa_inside |= vaddr >= en->en_vaddr && vaddr - en->en_vaddr < en->en_size &&
		!offset_begins(wa, en, vaddr - en->en_vaddr);
}

/* Function "-": the offset is an address of the object. */
static void address_walk(struct walk *wa)
{
	uint64_t vaddr = wa->wa_query->uq_offset, offset;

	wa->wa_inside = false;
	dt_elf_names(&wa->wa_file, "*", address_check, wa);
	if (wa->wa_inside || !dt_elf_code(&wa->wa_file, vaddr, &offset))
		return;
	wa->wa_func.uf_name = "-";
	wa->wa_func.uf_offset = offset - vaddr; /* to which the address is added */
	wa->wa_query->uq_fn(&wa->wa_func, wa->wa_query->uq_arg);
}

static void say_line(const struct walk *wa, const char *fmt, const char *object, const char *why)
{
	char line[2 * PATH_MAX];

	snprintf(line, sizeof(line), fmt, object, why);
	dt_say(wa->wa_handle, line);
}

/* Descriptions are matched more than once; the line is printed once. */
static void say(const struct walk *wa, const char *fmt, const char *object, const char *why)
{
	if (!wa->wa_handle->dh_saidreturns)
		say_line(wa, fmt, object, why);
	wa->wa_handle->dh_saidreturns = true;
}

static bool leaves_begin(struct walk *wa, uint16_t machine)
{
	const char *why;

	wa->wa_decoder = dt_decoder_create(machine, &why);
	wa->wa_func.uf_byinsn = true;
	if (!wa->wa_decoder && why)
		say(wa,
			"returns of %s aren't traced: %s; -x ureturn=ret traces them by return "
			"address, which exceptions don't survive",
			wa->wa_func.uf_object, why);
	if (wa->wa_decoder)
		wa->wa_symbols = dt_elf_open(wa->wa_file.fl_fd, wa->wa_file.fl_path,
			wa->wa_file.fl_root, &wa->wa_limit);
	return wa->wa_decoder != NULL || wa->wa_query->uq_byinsn;
}

/*
 * How the object's returns are traced: by the return address, which the kernel replaces, or, where
 * that must not be, by the instructions. Returns false if they can't be.
 */
static bool returns_begin(struct walk *wa, uint16_t machine)
{
	int64_t option = dt_opt(&wa->wa_handle->dh_opts, DT_OPT_URETURN);
	const char *object = wa->wa_func.uf_object;
	bool moves, unwinds = dt_elf_unwinds(&wa->wa_file, wa->wa_func.uf_exe, &moves);

	if (moves && option == DT_URETURN_RET) {
		say(wa,
			"returns of %s aren't traced: its stacks move, which a replaced return "
			"address doesn't survive; use -x ureturn=insn%s",
			object, "");
		return false;
	}
	if (option == DT_URETURN_RET || (option == DT_URETURN_AUTO && !unwinds))
		return true;
	return leaves_begin(wa, machine);
}

static void returns_end(struct walk *wa)
{
	dt_decoder_destroy(wa->wa_decoder);
	dt_elf_free(wa->wa_symbols);
	free(wa->wa_leaves);
	wa->wa_decoder = NULL;
	wa->wa_symbols = NULL;
	wa->wa_leaves = NULL;
	wa->wa_nleaves = 0;
	wa->wa_func.uf_leaves = NULL;
	wa->wa_func.uf_nleaves = 0;
	wa->wa_func.uf_byinsn = false;
}

/* Takes over the descriptor. */
static void file_walk(struct walk *wa, int fd, const char *path, const char *root)
{
	const char *slash = strrchr(path, '/');
	uint16_t machine;

	wa->wa_func.uf_fd = fd;
	wa->wa_func.uf_path = path;
	wa->wa_func.uf_object = slash ? slash + 1 : path;
	wa->wa_file = (struct dt_elffile){ fd, path, root };
	machine = dt_elf_machine(&wa->wa_file);
	wa->wa_found = true;
	if (!strcmp(wa->wa_query->uq_function, "-"))
		address_walk(wa);
	else if (wa->wa_query->uq_byinsn ? leaves_begin(wa, machine) :
					   !wa->wa_query->uq_returns || returns_begin(wa, machine))
		dt_elf_names(&wa->wa_file, wa->wa_query->uq_function, name_walk, wa);
	returns_end(wa);
	close(fd);
}

static bool file_skipped(const struct walk *wa, int fd)
{
	const struct dt_userfuncs *q = wa->wa_query;
	struct stat st;

	return q->uq_skip && fstat(fd, &st) == 0 && q->uq_skip(st.st_dev, st.st_ino, q->uq_arg);
}

static void object_walk(const struct dt_object *ob, void *arg)
{
	struct walk *wa = arg;
	int fd = ob->ob_vdso || !dt_object_is(ob, wa->wa_query->uq_object) ? -1 :
									     dt_object_open(ob);

	wa->wa_func.uf_exe = ob->ob_exe;
	if (fd >= 0 && file_skipped(wa, fd))
		close(fd);
	else if (fd >= 0)
		file_walk(wa, fd, ob->ob_image->im_path, ob->ob_process->ps_root);
}

/* The line is printed once. */
static void say_later(const struct walk *wa, const char *fmt, const char *path)
{
	if (!wa->wa_handle->dh_saidlater)
		say_line(wa, fmt, wa->wa_query->uq_object, path);
	wa->wa_handle->dh_saidlater = true;
}

/* A library that isn't loaded yet. */
static void later_walk(struct walk *wa, const struct dt_process *ps)
{
	char path[PATH_MAX];

	if (base_is_glob(wa->wa_query->uq_object)) {
		say_later(wa, "no object of the process is %s yet: those that it loads will be%s",
			" traced");
		return;
	}

	int fd = dt_process_later(ps, wa->wa_query->uq_object, path) ?
		base_open(ps->ps_root, path, DT_ELF_MAX, 0) :
		-1;

	wa->wa_func.uf_exe = false;
	if (fd < 0)
		return;
	file_walk(wa, fd, path, ps->ps_root);
	say_later(wa, "%s isn't loaded yet: its functions will be traced as those of %s", path);
}

int dt_find_functions(void *arg, uint32_t pid, const struct dt_userfuncs *query)
{
	struct walk wa = { .wa_handle = arg, .wa_query = query };
	struct dt_process ps;
	bool found;

	dt_symlimit_init(&wa.wa_limit);
	dt_objects_map(arg, pid, query->uq_object);
	found = dt_process_read(&ps, pid, NULL);
	if (found)
		dt_process_objects(&ps, object_walk, &wa);
	if (found && !wa.wa_found && !query->uq_mapped)
		later_walk(&wa, &ps);
	dt_process_end(&ps);
	return found ? 0 : -1;
}
