/*
 * Descriptions that mean libraries which are loaded later: pidlater.h.
 *
 * A file is noted when it is looked in, not in a look of its own: between two looks a process may
 * load and unload libraries.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "pidlater.h"

struct pid_file {
	uint64_t fl_dev, fl_ino;
};

bool pid_kept_looked(struct pid_kept *kp, uint64_t dev, uint64_t ino)
{
	for (unsigned i = 0; i < kp->kp_nfiles; i++)
		if (kp->kp_files[i].fl_dev == dev && kp->kp_files[i].fl_ino == ino)
			return true;
	if (base_more(kp->kp_files, kp->kp_nfiles))
		kp->kp_files[kp->kp_nfiles++] = (struct pid_file){ dev, ino };
	return false;
}

static bool same(const struct pid_kept *kp, const char *const field[4])
{
	for (int i = 0; i < 4; i++)
		if (strcmp(kp->kp_field[i], field[i]) != 0)
			return false;
	return true;
}

static void kept_free(struct pid_kept *kp)
{
	for (int i = 0; i < 4; i++)
		free(kp->kp_field[i]);
	free(kp->kp_files);
}

struct pid_kept *pid_later_keep(struct pid_later *lt, const char *const field[4])
{
	struct pid_kept kept = { .kp_nfiles = 0 };
	bool copied = true;

	for (unsigned i = 0; i < lt->lt_nkept; i++)
		if (same(&lt->lt_kept[i], field))
			return &lt->lt_kept[i];
	for (int i = 0; i < 4; i++)
		copied &= (kept.kp_field[i] = base_strdup(field[i])) != NULL;
	if (!copied || !base_more(lt->lt_kept, lt->lt_nkept)) {
		kept_free(&kept);
		return NULL;
	}
	lt->lt_kept[lt->lt_nkept] = kept;
	return &lt->lt_kept[lt->lt_nkept++];
}

void pid_later_free(struct pid_later *lt)
{
	for (unsigned i = 0; i < lt->lt_nkept; i++)
		kept_free(&lt->lt_kept[i]);
	free(lt->lt_kept);
}
