/* Files of programs and libraries in which the providers pid and usdt have places to trace. */
#ifndef PROVIDERS_USEROBJECT_H
#define PROVIDERS_USEROBJECT_H

#include <stdbool.h>
#include <stdint.h>

struct user_object {
	char *uo_name, *uo_path;
	bool uo_exe; /* the program itself */
	int uo_fd;
	char *uo_file; /* "/proc/self/fd/7": the file, whatever its path leads to by then */
	uint64_t uo_dev, uo_ino;
};

/*
 * Returns the number of the file's object in the array of elements of that size, which begin with a
 * struct user_object; it is added, zeroed but for that, if it isn't there from number `first` on.
 * -1 if memory or descriptors have run out. The descriptor is duplicated.
 */
struct user_objects {
	void **us_objects;
	unsigned *us_count, us_size, us_first;
};
int user_object_at(const struct user_objects *, const struct user_object *);
bool user_object_same(const struct user_object *, const struct user_object *); /* one file */
void user_object_close(struct user_object *);
/* Whether a description's module means the object. */
bool user_object_is(const struct user_object *, const char *want);

#endif
