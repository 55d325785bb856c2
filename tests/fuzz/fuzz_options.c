/*
 * Options and a program together: the first line is NAME=VALUE or NAME, separated by blanks, as
 * after -x; the rest is a D text, compiled under these options and, if it is good, enabled and
 * fired.
 */
#include <stdio.h>
#include <string.h>
#include "room.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* These read or write files of the machine, or run programs of it. */
static const char *const left_out[] = { "cpp", "cpppath", "ctypes", "dtypes", "ldpath", "libdir",
	"syslibdir", "tree", NULL };

static bool is_left_out(const char *name)
{
	for (unsigned i = 0; left_out[i]; i++)
		if (!strcmp(left_out[i], name))
			return true;
	return false;
}

static void set_options(struct dt_options *o, void *arg)
{
	char line[512], *rest = line, *name;

	snprintf(line, sizeof(line), "%s", (const char *)arg);
	while ((name = strsep(&rest, " "))) {
		char *value = strchr(name, '=');

		if (value)
			*value++ = '\0';
		if (!is_left_out(name))
			dt_options_set(o, name, value, DT_FROM_CMD);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct room room;
	const uint8_t *nl = memchr(data, '\n', size);
	size_t head = nl ? (size_t)(nl - data) : 0;
	char line[512] = "";

	if (!nl || head >= sizeof(line))
		return -1;
	memcpy(line, data, head);
	room.ro_setopts = set_options;
	room.ro_setarg = line;
	struct dt_program *pg = room_compile(&room, (const char *)nl + 1, size - head - 1);
	if (pg)
		room_run(&room, pg);
	room_clear(&room, pg);
	return 0;
}
