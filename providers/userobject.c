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

int user_object_at(void **objects, unsigned *count, unsigned size, const struct user_object *want)
{
	struct user_object *uo;
	char *more;
	struct stat st;

	if (fstat(want->uo_fd, &st) != 0)
		return -1;
	for (unsigned i = 0; i < *count; i++) {
		uo = (void *)((char *)*objects + (size_t)i * size);
		if (uo->uo_dev == st.st_dev && uo->uo_ino == st.st_ino)
			return (int)i;
	}
	more = base_realloc(*objects, (size_t)(*count + 1) * size);
	if (!more)
		return -1;
	*objects = more;
	uo = (void *)(more + (size_t)*count * size);
	memset(uo, 0, size);
	*uo = (struct user_object){ .uo_name = base_strdup(want->uo_name),
		.uo_path = base_strdup(want->uo_path),
		.uo_exe = want->uo_exe,
		.uo_fd = fcntl(want->uo_fd, F_DUPFD_CLOEXEC, 3),
		.uo_dev = st.st_dev,
		.uo_ino = st.st_ino };
	if (!uo->uo_name || !uo->uo_path || uo->uo_fd < 0) {
		user_object_close(uo);
		return -1;
	}
	snprintf(uo->uo_file, sizeof(uo->uo_file), "/proc/self/fd/%d", uo->uo_fd);
	return (int)(*count)++;
}

void user_object_close(struct user_object *uo)
{
	if (uo->uo_fd >= 0)
		close(uo->uo_fd);
	free(uo->uo_name);
	free(uo->uo_path);
}

bool user_object_is(const struct user_object *uo, const char *want)
{
	return base_object_is(want, uo->uo_name, uo->uo_path, uo->uo_exe);
}
