/* Files of programs and libraries: userobject.h. */
#include "userobject.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "objname.h"

int user_object_at(const struct user_objects *us, const struct user_object *want)
{
	struct user_object *uo;
	unsigned n = *us->us_count;
	char *more;
	struct stat st;

	if (fstat(want->uo_fd, &st) != 0)
		return -1;
	for (unsigned i = us->us_first; i < n; i++) {
		uo = (void *)((char *)*us->us_objects + (size_t)i * us->us_size);
		if (uo->uo_dev == st.st_dev && uo->uo_ino == st.st_ino)
			return (int)i;
	}
	more = base_realloc(*us->us_objects, (size_t)(n + 1) * us->us_size);
	if (!more)
		return -1;
	*us->us_objects = more;
	uo = (void *)(more + (size_t)n * us->us_size);
	memset(uo, 0, us->us_size);
	*uo = (struct user_object){ .uo_name = base_strdup(want->uo_name),
		.uo_path = base_strdup(want->uo_path),
		.uo_exe = want->uo_exe,
		.uo_fd = fcntl(want->uo_fd, F_DUPFD_CLOEXEC, 3),
		.uo_dev = st.st_dev,
		.uo_ino = st.st_ino };
	if (!uo->uo_name || !uo->uo_path || uo->uo_fd < 0 ||
		base_asprintf(&uo->uo_file, "/proc/self/fd/%d", uo->uo_fd) < 0) {
		uo->uo_file = NULL;
		user_object_close(uo);
		return -1;
	}
	*us->us_count = n + 1;
	return (int)n;
}

bool user_object_same(const struct user_object *a, const struct user_object *b)
{
	return a->uo_dev == b->uo_dev && a->uo_ino == b->uo_ino;
}

void user_object_close(struct user_object *uo)
{
	if (uo->uo_fd >= 0)
		close(uo->uo_fd);
	free(uo->uo_name);
	free(uo->uo_path);
	free(uo->uo_file);
}

bool user_object_is(const struct user_object *uo, const char *want)
{
	return base_object_is(want, uo->uo_name, uo->uo_path, uo->uo_exe);
}
