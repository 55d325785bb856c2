/* Where the D libraries are. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "handle.h"

/*
 * The directory of the D libraries is DTRACE_LIBDIR; without it, a directory near the file that
 * contains this code (in a build, or in an installation, even if it was moved), as in this list;
 * otherwise the install directory.
 */
static const char *const libdirs[] = {
	"../translators",    /* build/dtrace */
	"../../translators", /* build/lib/libdtrace.so */
	"../lib/dtrace",     /* sbin/dtrace */
	"dtrace",	     /* lib/libdtrace.so */
	"../dtrace",	     /* lib/TRIPLET/libdtrace.so */
};

static bool libdir_beside(char *path, size_t size)
{
	Dl_info info;
	char real[PATH_MAX], *slash;

	if (!dladdr((void *)(uintptr_t)dtrace_open, &info) || !info.dli_fname)
		return false;
	/* for a program, dli_fname is the name it was called by */
	if (!realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", real))
		return false;
	slash = strrchr(real, '/');
	*slash = 0;
	for (size_t i = 0; i < sizeof(libdirs) / sizeof(*libdirs); i++) {
		char script[PATH_MAX + 64];

		snprintf(path, size, "%s/%s", real, libdirs[i]);
		snprintf(script, sizeof(script), "%s/procfs.d", path);
		if (access(script, R_OK) == 0)
			return true;
	}
	return false;
}

void dt_libdir_default(struct dt_options *op)
{
	const char *env = getenv("DTRACE_LIBDIR");
	char path[PATH_MAX + 32];

	if (env && *env)
		dt_options_set(op, "syslibdir", env, DT_FROM_CMD);
	else if (libdir_beside(path, sizeof(path)))
		dt_options_set(op, "syslibdir", path, DT_FROM_CMD);
	else
		dt_options_set(op, "syslibdir", DTRACE_SYSLIBDIR, DT_FROM_CMD);
}
