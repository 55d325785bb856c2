/*
 * Finds the split units of a file, of gcc -gsplit-dwarf, and opens them.
 *
 * A skeleton unit says which: by an id, and by the name of a .dwo file that has it. First the
 * package of the program is tried, PROGRAM.dwp, then the .dwo file where the compiler left it, and
 * beside the program. All of this is what the file says, so files are opened as other debug files
 * are, in the root of the process first; a unit of another id is refused; and the number of units
 * is limited. Of the units that are not found, a message names the first.
 */
#include <dwarf.h>
#include <stdio.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "openfile.h"
#include "dwarfimpl.h"

#define MAX_SPLITS 8192
#define SPLIT_COST 8192 /* bytes of memory, about, that libdw takes for a unit */

static const char MISSING[] = "missing", OTHER[] = "of another build";

struct skeleton {
	const char *sk_name, *sk_dir; /* of the .dwo file; the directory may be NULL */
	uint64_t sk_id, sk_addr, sk_ranges;
};

static const char *string(Dwarf_Die *unit, unsigned attr, unsigned gnu)
{
	Dwarf_Attribute at;

	return dwarf_attr(unit, attr, &at) || dwarf_attr(unit, gnu, &at) ? dt_dw_text(&at) : NULL;
}

static uint64_t offset(Dwarf_Die *unit, unsigned attr, unsigned gnu)
{
	Dwarf_Attribute at;
	Dwarf_Word v;

	return (dwarf_attr(unit, attr, &at) || dwarf_attr(unit, gnu, &at)) &&
			dwarf_formudata(&at, &v) == 0 ?
		v :
		0;
}

/* Returns false if the unit isn't a skeleton. */
static bool skeleton_read(Dwarf_CU *cu, Dwarf_Die *unit, struct skeleton *sk)
{
	uint8_t kind;

	if (dwarf_cu_info(cu, NULL, &kind, NULL, NULL, &sk->sk_id, NULL, NULL) != 0 ||
		kind != DW_UT_skeleton)
		return false;
	sk->sk_name = string(unit, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
	sk->sk_dir = string(unit, DW_AT_comp_dir, DW_AT_comp_dir);
	sk->sk_addr = offset(unit, DW_AT_addr_base, DW_AT_GNU_addr_base);
	sk->sk_ranges = offset(unit, DW_AT_GNU_ranges_base, DW_AT_GNU_ranges_base);
	return sk->sk_name && *sk->sk_name;
}

/* The part of a section of the program's file that begins where the skeleton says. */
static void tail_set(struct dt_dwbytes *by, const Elf_Data *data, uint64_t from)
{
	if (data && data->d_buf && from < data->d_size)
		*by = (struct dt_dwbytes){ .by_at = (const uint8_t *)data->d_buf + from,
			.by_size = data->d_size - from };
}

static void split_close(struct dt_dwsplit *sp)
{
	dt_dw_image_close(sp);
	for (unsigned i = 0; i < DT_DW_PARTS; i++)
		dt_dw_bytes_free(&sp->sp_parts[i]);
	dt_dwo_close(&sp->sp_file);
}

static bool has_unit(Dwarf *dwarf, uint64_t id)
{
	Dwarf_CU *cu = NULL;
	uint64_t own;
	uint8_t kind;

	while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, NULL, NULL) == 0)
		if (dwarf_cu_info(cu, NULL, &kind, NULL, NULL, &own, NULL, NULL) == 0 &&
			kind == DW_UT_split_compile && own == id)
			return true;
	return false;
}

/* Opens a unit whose parts are set, but for those of the program's file. */
static const char *split_open(struct dt_dwarf *dw, struct dt_dwsplit *sp, const struct skeleton *sk)
{
	tail_set(&sp->sp_parts[DT_DW_ADDR], dw->dw_addr, sk->sk_addr);
	tail_set(&sp->sp_parts[DT_DW_RANGES], dw->dw_ranges, sk->sk_ranges);
	if (!dt_dw_image_open(sp))
		return "damaged";
	return has_unit(sp->sp_dwarf, sk->sk_id) ? NULL : OTHER;
}

/*
 * Files.
 */

/* Opens a file in the process's root, or in dtrace's. */
static int file_open(const struct dt_dwarf *dw, const char *path)
{
	int fd = dw->dw_root ? base_open(dw->dw_root, path, DT_ELF_MAX, 0) : -1;

	return fd < 0 ? base_open(NULL, path, DT_ELF_MAX, 0) : fd;
}

/* Tries a file, and notes what is wrong with it unless it is missing. */
static bool file_try(struct dt_dwarf *dw, struct dt_dwsplit *sp, const struct skeleton *sk,
	const char *path, const char **why)
{
	int fd = *path == '/' ? file_open(dw, path) : -1;
	const char *wrong;

	if (fd < 0)
		return false;
	wrong = dt_dwo_open(dw, &sp->sp_file, fd);
	if (!wrong) {
		for (unsigned i = 0; i < DT_DW_PARTS; i++)
			sp->sp_parts[i] = (struct dt_dwbytes){
				.by_at = sp->sp_file.df_parts[i].by_at,
				.by_size = sp->sp_file.df_parts[i].by_size
			};
		wrong = split_open(dw, sp, sk);
	}
	if (!wrong)
		return true;
	split_close(sp);
	*why = wrong;
	return false;
}

static size_t dir_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Where the compiler left the file; then, as the tree may have moved, beside the program. */
static bool files_try(struct dt_dwarf *dw, struct dt_dwsplit *sp, const struct skeleton *sk,
	const char **why)
{
	const char *name = sk->sk_name, *dir = *name == '/' || !sk->sk_dir ? "" : sk->sk_dir;
	int beside = (int)dir_len(dw->dw_path);
	char path[4200];

	if (snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "", name) <
			(int)sizeof(path) &&
		file_try(dw, sp, sk, path, why))
		return true;
	for (;; name += dir_len(name)) {
		if (snprintf(path, sizeof(path), "%.*s%s", beside, dw->dw_path, name) <
				(int)sizeof(path) &&
			*name != '/' && file_try(dw, sp, sk, path, why))
			return true;
		if (!dir_len(name))
			return false;
	}
}

/* A section of the file itself, which libdw has expanded. */
static const Elf_Data *section(struct dt_dwarf *dw, const char *name)
{
	Elf_Scn *scn = dt_elfread_find(&dw->dw_main.wo_read, name);

	return scn ? elf_rawdata(scn, NULL) : NULL;
}

static void package_open(struct dt_dwarf *dw)
{
	char path[4200];
	const char *why;
	int fd;

	if (*dw->dw_path != '/' ||
		snprintf(path, sizeof(path), "%s.dwp", dw->dw_path) >= (int)sizeof(path))
		return;
	fd = file_open(dw, path);
	why = fd < 0 ? NULL : dt_dwo_open(dw, &dw->dw_package, fd);
	if (why) {
		dw->dw_nlacking++;
		snprintf(dw->dw_lack, sizeof(dw->dw_lack), "its package %s is %s", path, why);
	}
}

/*
 * Units.
 */

static void lack_add(struct dt_dwarf *dw, const struct skeleton *sk, const char *why)
{
	bool relative = *sk->sk_name != '/' && sk->sk_dir;

	if (dw->dw_nlacking++)
		return;
	snprintf(dw->dw_lack, sizeof(dw->dw_lack),
		"its debugging information is split, and the file %s%s%s is %s",
		relative ? sk->sk_dir : "", relative ? "/" : "", sk->sk_name, why);
}

static bool split_find(struct dt_dwarf *dw, struct dt_dwsplit *sp, const struct skeleton *sk,
	const char **why)
{
	if (dt_dw_pack_find(dw, sk->sk_id, sp->sp_parts)) {
		*why = split_open(dw, sp, sk);
		if (!*why)
			return true;
	}
	split_close(sp);
	*why = MISSING;
	return files_try(dw, sp, sk, why);
}

static uint64_t dwarf_hash(Dwarf *dwarf)
{
	return base_hash_u64(base_secret(), (uint64_t)(uintptr_t)dwarf);
}

static void split_add(struct dt_dwarf *dw, const struct skeleton *sk)
{
	const char *why = "one of too many";
	bool fits = dw->dw_nsplits < MAX_SPLITS && dw->dw_nlacking < MAX_SPLITS &&
		dt_symlimit_take(dw->dw_limit, &dw->dw_held, SPLIT_COST, dw->dw_path) &&
		base_more(dw->dw_splits, dw->dw_nsplits);
	struct dt_dwsplit *sp = fits ? base_calloc(1, sizeof(*sp)) : NULL;

	if (!sp || !split_find(dw, sp, sk, &why)) {
		lack_add(dw, sk, why);
		free(sp);
		return;
	}
	sp->sp_id = sk->sk_id;
	dw->dw_info += sp->sp_parts[DT_DW_INFO].by_size + sp->sp_parts[DT_DW_TYPES].by_size;
	dw->dw_splits[dw->dw_nsplits++] = sp;
	sp->sp_number = dw->dw_nsplits;
	base_index_add(&dw->dw_splitof, &sp->sp_link, dwarf_hash(sp->sp_dwarf));
}

void dt_dw_splits_open(struct dt_dwarf *dw)
{
	struct skeleton sk;
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;
	bool any = false;

	while (dwarf_get_units(dw->dw_main.wo_dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0) {
		if (!skeleton_read(cu, &unit, &sk))
			continue;
		if (!any) {
			package_open(dw);
			dw->dw_addr = section(dw, ".debug_addr");
			dw->dw_ranges = section(dw, ".debug_ranges");
		}
		any = true;
		split_add(dw, &sk);
	}
}

unsigned dt_dw_split_of(const struct dt_dwarf *dw, Dwarf *dwarf)
{
	struct base_link *ln = base_index_first(&dw->dw_splitof, dwarf_hash(dwarf));

	while (ln && BASE_ENTRY(ln, struct dt_dwsplit, sp_link)->sp_dwarf != dwarf)
		ln = base_index_next(ln);
	return ln ? BASE_ENTRY(ln, struct dt_dwsplit, sp_link)->sp_number : 0;
}

static void split_free(struct base_link *ln)
{
	struct dt_dwsplit *sp = BASE_ENTRY(ln, struct dt_dwsplit, sp_link);

	split_close(sp);
	free(sp);
}

/* What is held is given back with the index. */
void dt_dw_splits_close(struct dt_dwarf *dw)
{
	base_index_clear(&dw->dw_splitof, split_free);
	free(dw->dw_splits);
	dt_dwo_close(&dw->dw_package);
}
