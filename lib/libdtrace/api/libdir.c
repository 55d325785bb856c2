/*
 * Where the D libraries are: DTRACE_LIBDIR; without it, a directory near the file that contains
 * this code (in a build, in an installation, even if it was moved, or copied together), as in this
 * list; the source tree of the build; or the install directory.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "handle.h"

static const char *const libdirs[] = {
	"translators",	     /* copied together; must be the first */
	"../translators",    /* build/dtrace */
	"../../translators", /* build/lib/libdtrace.so */
	"../lib/dtrace",     /* sbin/dtrace */
	"dtrace",	     /* lib/libdtrace.so */
	"../dtrace",	     /* lib/TRIPLET/libdtrace.so */
};

static bool has_libraries(const char *dir)
{
	char script[PATH_MAX + 64];

	snprintf(script, sizeof(script), "%s/procfs.d", dir);
	return access(script, R_OK) == 0;
}

/* The file that contains this code. */
static bool own_file(char path[PATH_MAX])
{
	Dl_info info;

	if (!dladdr((void *)(uintptr_t)dtrace_open, &info) || !info.dli_fname)
		return false;
	/* for a program, dli_fname is the name it was called by */
	return realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", path);
}

/*
 * Whoever owns the libraries decides what programs mean: outside of a build and an installation it
 * must be who owns this file, or root.
 */
static bool is_trusted(const char *own, const char *path)
{
	struct stat file, dir;

	return stat(path, &dir) == 0 && stat(own, &file) == 0 &&
		(dir.st_uid == 0 || dir.st_uid == file.st_uid) && !(dir.st_mode & S_IWOTH);
}

static bool libdir_beside(const char *own, char *path, size_t size)
{
	int dir = (int)(strrchr(own, '/') - own);

	for (size_t i = 0; i < sizeof(libdirs) / sizeof(*libdirs); i++) {
		snprintf(path, size, "%.*s/%s", dir, own, libdirs[i]);
		if (has_libraries(path) && (i > 0 || is_trusted(own, path)))
			return true;
	}
	return false;
}

void dt_libdir_default(struct dt_options *op)
{
	const char *env = getenv("DTRACE_LIBDIR"), *dir = DTRACE_SYSLIBDIR;
	char own[PATH_MAX], path[PATH_MAX + 32];
	bool found = own_file(own);

	if (env && *env)
		dir = env;
	else if (found && libdir_beside(own, path, sizeof(path)))
		dir = path;
	else if (found && has_libraries(DTRACE_SRCLIBDIR) && is_trusted(own, DTRACE_SRCLIBDIR))
		dir = DTRACE_SRCLIBDIR;
	dt_options_set(op, "syslibdir", dir, DT_FROM_CMD);
}

void dt_libdir_check(dtrace_hdl_t *h)
{
	const char *dir = dt_options_text(&h->dh_opts, "syslibdir");
	char line[PATH_MAX + 128];

	if (h->dh_lang->la_libsloaded || !dir || !*dir || access(dir, X_OK) == 0)
		return;
	snprintf(line, sizeof(line),
		"there is no folder %s with the D libraries: set DTRACE_LIBDIR to where they are",
		dir);
	dt_say(h, line);
}
