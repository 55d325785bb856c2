/*
 * The dynamic linker of a process, and the function that it calls for debuggers: _dl_debug_state.
 *
 * Its record of what it does, struct r_debug, is _r_debug in glibc; musl has a pointer to it.
 */
#include <elf.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
#include "process.h"

struct search {
	struct dt_userlinker *se_linker;
	uint64_t se_vaddr; /* of the function */
	bool se_found;
};

static void function_found(const struct dt_elfname *en, void *arg)
{
	struct search *se = arg;

	se->se_found = true;
	se->se_vaddr = en->en_vaddr;
	se->se_linker->ul_offset = en->en_offset;
	se->se_linker->ul_ilp32 = en->en_machine == EM_386;
}

static void state_find(const struct search *se, const struct dt_elffile *file)
{
	struct dt_userlinker *ul = se->se_linker;
	uint64_t vaddr;
	bool known = dt_elf_data(file, "_r_debug", &vaddr);

	ul->ul_pointer = !known && dt_elf_data(file, "_dl_debug_addr", &vaddr);
	ul->ul_state = known || ul->ul_pointer ? (int64_t)(vaddr - se->se_vaddr) : 0;
}

/* ld-linux-x86-64.so.2, ld-musl-x86_64.so.1, which may be named libc.so, too. */
static void object_look(const struct dt_object *ob, void *arg)
{
	struct search *se = arg;
	struct dt_elffile file = { -1, ob->ob_image->im_path, ob->ob_process->ps_root };

	if (se->se_found || ob->ob_vdso ||
		(!base_glob("ld[-.]*", ob->ob_image->im_name) &&
			!base_glob("libc.*", ob->ob_image->im_name)))
		return;
	file.fl_fd = dt_object_open(ob);
	if (file.fl_fd < 0)
		return;
	dt_elf_names(&file, "_dl_debug_state", function_found, se);
	if (!se->se_found) {
		close(file.fl_fd);
		return;
	}
	state_find(se, &file);
	se->se_linker->ul_fd = file.fl_fd;
}

bool dt_find_linker(void *arg, uint32_t pid, struct dt_userlinker *ul)
{
	struct search se = { .se_linker = ul };
	struct dt_process ps;

	(void)arg;
	if (dt_process_read(&ps, pid, NULL))
		dt_process_objects(&ps, object_look, &se);
	dt_process_end(&ps);
	return se.se_found;
}
