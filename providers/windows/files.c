/* Files of a trace: names by key, volumes at the beginning of paths, partitions of disks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "alloc.h"
#include "files.h"
#include "etw_disk.h"

#define MAX_UNDERWAY \
	65536 /* limit of operations, transfers and open files whose end never comes \
	       */

struct etl_files *etl_files(struct dt_feed *fd)
{
	struct etl_feed *ef = etl_of(fd);
	struct etl_files *fs = ef->ef_files;

	if (fs)
		return fs;
	fs = ef->ef_files = base_calloc(1, sizeof(*fs));
	if (!fs)
		return NULL;
	etl_known_init(&fs->fs_names);
	fs->fs_objects = (struct base_table){ .mp_size = sizeof(char *), .mp_max = MAX_UNDERWAY };
	fs->fs_operations = (struct base_table){ .mp_size = sizeof(struct etl_operation),
		.mp_max = MAX_UNDERWAY };
	fs->fs_transfers = (struct base_table){ .mp_size = sizeof(struct etl_transfer),
		.mp_max = MAX_UNDERWAY };
	return fs;
}

void etl_files_free(struct etl_feed *ef)
{
	struct etl_files *fs = ef->ef_files;

	if (!fs)
		return;
	etl_known_free(&fs->fs_names);
	base_table_clear(&fs->fs_objects);
	base_table_clear(&fs->fs_operations);
	base_table_clear(&fs->fs_transfers);
	free(fs);
}

/*
 * Names.
 */
enum { NAME_CREATE = 0x20, NAME_DELETE = 0x23 };

static void file_name_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	struct etw_filename fn;

	if (etw_decode_filename(ev, &fn) < 0)
		etl_broken(fd, ev);
	else if (fs)
		etl_known_tell(&fs->fs_names, fn.fn_key, ev->ev_ns,
			ev->ev_opcode == NAME_CREATE	     ? ETL_MADE :
				ev->ev_opcode == NAME_DELETE ? ETL_DROPPED :
							       ETL_SEEN,
			etl_utf8(fd, fn.fn_name, fn.fn_units));
	if (fs)
		etl_known_report(fd, &fs->fs_names, "files");
}

void etl_file_early(struct dt_feed *fd, const struct etw_event *ev)
{
	file_name_event(fd, ev);
	if (etl_files(fd))
		etl_files(fd)->fs_names.kn_early = true;
}

void etl_file_event(struct dt_feed *fd, const struct etw_event *ev)
{
	const struct etl_files *fs = etl_files(fd);

	if (fs && !fs->fs_names.kn_early)
		file_name_event(fd, ev);
}

const char *etl_file_by_key(struct dt_feed *fd, const struct etw_event *ev, uint64_t key)
{
	const struct etl_files *fs = etl_files(fd);
	const char *name = fs ? etl_known_name(&fs->fs_names, key, ev->ev_ns) : NULL;

	return name ? name : ETL_NONAME;
}

/*
 * Volumes.
 */
static struct etl_volume *volume_add(struct etl_files *fs)
{
	static const struct etl_volume none;

	if (!fs || fs->fs_nvolumes == ETL_MAXVOLUMES)
		return NULL;
	fs->fs_volumes[fs->fs_nvolumes] = none;
	return &fs->fs_volumes[fs->fs_nvolumes++];
}

static bool volume_is_letter(const char *s)
{
	return ((s[0] >= 'A' && s[0] <= 'Z') || (s[0] >= 'a' && s[0] <= 'z')) && s[1] == ':';
}

static struct etl_volume *volume_of_letter(struct etl_files *fs, const char *letter)
{
	for (unsigned i = 0; fs && i < fs->fs_nvolumes; i++)
		if (strncasecmp(fs->fs_volumes[i].vo_letter, letter, 2) == 0)
			return &fs->fs_volumes[i];
	return NULL;
}

/* "\Device\HarddiskVolume3\" is "C:\" */
void etl_volume_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	struct etw_volumemap vm;
	struct etl_volume *vo;
	char letter[8];

	if (etw_decode_volumemap(ev, &vm) < 0)
		return;
	snprintf(letter, sizeof(letter), "%.2s",
		etl_utf8(fd, vm.vm_dospath, vm.vm_dosunits < 4 ? vm.vm_dosunits : 4));
	if (!volume_is_letter(letter) || vm.vm_ntunits == 0 ||
		vm.vm_ntunits >= sizeof(vo->vo_path) / 3 - 1)
		return;
	vo = volume_of_letter(fs, letter);
	if (!vo && !(vo = volume_add(fs)))
		return;
	memcpy(vo->vo_letter, letter, sizeof(letter));
	snprintf(vo->vo_path, sizeof(vo->vo_path), "%s", etl_utf8(fd, vm.vm_ntpath, vm.vm_ntunits));
	if (vo->vo_path[strlen(vo->vo_path) - 1] != '\\')
		strcat(vo->vo_path, "\\");
}

/* A range of bytes of disk 0 is "C:". */
void etl_partition_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	struct etl_volume *vo;
	size_t used;
	const hwlogdisk_t *ld = etl_decoded(fd, ev, &used);

	if (!ld || !volume_is_letter(ld->ld_drive))
		return;
	vo = volume_of_letter(fs, ld->ld_drive);
	if (!vo && !(vo = volume_add(fs)))
		return;
	snprintf(vo->vo_letter, sizeof(vo->vo_letter), "%.2s", ld->ld_drive);
	snprintf(vo->vo_fs, sizeof(vo->vo_fs), "%s", ld->ld_filesystem);
	vo->vo_disk = ld->ld_disk;
	vo->vo_start = ld->ld_offset;
	vo->vo_end = ld->ld_offset + ld->ld_partsize;
}

const struct etl_volume *etl_volume_of(struct dt_feed *fd, const char *kept)
{
	struct etl_files *fs = etl_files(fd);

	if (!fs)
		return NULL;
	if (volume_is_letter(kept))
		return volume_of_letter(fs, kept);
	for (unsigned i = 0; i < fs->fs_nvolumes; i++) {
		const char *path = fs->fs_volumes[i].vo_path;

		if (*path != '\0' && strncasecmp(kept, path, strlen(path)) == 0)
			return &fs->fs_volumes[i];
	}
	return NULL;
}

const struct etl_volume *etl_volume_at(struct dt_feed *fd, uint32_t disk, uint64_t offset)
{
	const struct etl_files *fs = etl_files(fd);

	for (unsigned i = 0; fs && i < fs->fs_nvolumes; i++) {
		const struct etl_volume *vo = &fs->fs_volumes[i];

		if (vo->vo_disk == disk && offset >= vo->vo_start && offset < vo->vo_end)
			return vo;
	}
	return NULL;
}

const char *etl_file_path(struct dt_feed *fd, const char *kept)
{
	const struct etl_volume *vo = etl_volume_of(fd, kept);
	struct etl_files *fs = etl_files(fd);

	if (!vo || *vo->vo_path == '\0' || volume_is_letter(kept))
		return kept;
	snprintf(fs->fs_path, sizeof(fs->fs_path), "%s\\%s", vo->vo_letter,
		kept + strlen(vo->vo_path));
	return fs->fs_path;
}
