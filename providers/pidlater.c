/* Descriptions that mean libraries which are loaded later: pidlater.h. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "pidlater.h"

static bool file_among(const struct pid_later *lt, unsigned count, uint64_t dev, uint64_t ino)
{
	for (unsigned i = 0; i < count; i++)
		if (lt->lt_files[i].fl_dev == dev && lt->lt_files[i].fl_ino == ino)
			return true;
	return false;
}

/* uq_skip: notes the file, and looks at none. */
static bool file_note(uint64_t dev, uint64_t ino, void *arg)
{
	struct pid_later *lt = arg;

	if (!file_among(lt, lt->lt_nfiles, dev, ino) && base_more(lt->lt_files, lt->lt_nfiles))
		lt->lt_files[lt->lt_nfiles++] = (struct pid_file){ dev, ino };
	return true;
}

bool pid_later_look(struct pid_later *lt, struct dt_engine *en, uint32_t pid)
{
	lt->lt_nknown = lt->lt_nfiles;
	dt_user_functions(en, pid,
		&(struct dt_userfuncs){ .uq_object = "",
			.uq_function = "",
			.uq_skip = file_note,
			.uq_arg = lt });
	return lt->lt_nfiles != lt->lt_nknown;
}

bool pid_later_isnew(const struct pid_later *lt, uint64_t dev, uint64_t ino)
{
	return !file_among(lt, lt->lt_nknown, dev, ino);
}

static bool same(char *const kept[4], const char *const field[4])
{
	for (int i = 0; i < 4; i++)
		if (strcmp(kept[i], field[i]) != 0)
			return false;
	return true;
}

static void kept_free(char *kept[4])
{
	for (int i = 0; i < 4; i++)
		free(kept[i]);
}

bool pid_later_keep(struct pid_later *lt, struct dt_engine *en, uint32_t pid,
	const char *const field[4])
{
	char *copy[4];
	bool copied = true;

	for (unsigned i = 0; i < lt->lt_nkept; i++)
		if (same(lt->lt_kept[i], field))
			return false;
	if (lt->lt_nkept == 0)
		pid_later_look(lt, en, pid);
	for (int i = 0; i < 4; i++)
		copied &= (copy[i] = base_strdup(field[i])) != NULL;
	if (!copied || !base_more(lt->lt_kept, lt->lt_nkept)) {
		kept_free(copy);
		return false;
	}
	memcpy(lt->lt_kept[lt->lt_nkept++], copy, sizeof(copy));
	return true;
}

void pid_later_free(struct pid_later *lt)
{
	for (unsigned i = 0; i < lt->lt_nkept; i++)
		kept_free(lt->lt_kept[i]);
	free(lt->lt_kept);
	free(lt->lt_files);
}
