/*
 * A library that a process hasn't loaded yet: where it would be found. The kernel traces a file's
 * code in whatever process maps it, so its functions are traced from the first call on.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
#include "objname.h"
#include "openfile.h"
#include "process.h"

struct search {
	const struct dt_process *se_process;
	const char *se_want;
	char *se_path;	  /* what is found, as the process sees it; PATH_MAX */
	char *se_lastdir; /* of the objects that are mapped; PATH_MAX */
	bool se_found;
};

/* Looks in one directory of the process's root; of several versions, the first by name is taken. */
static void directory_search(struct search *se, const char *dir)
{
	char path[2 * PATH_MAX], best[NAME_MAX + 1] = "";
	struct dirent *de;
	DIR *d;

	if (se->se_found || *dir != '/')
		return;
	snprintf(path, sizeof(path), "%s%s", se->se_process->ps_root, dir);
	d = opendir(path);
	while (d && (de = readdir(d)))
		if (strstr(de->d_name, ".so") &&
			base_object_is(se->se_want, de->d_name, "", false) &&
			(!*best || strcmp(de->d_name, best) < 0))
			snprintf(best, sizeof(best), "%s", de->d_name);
	if (d)
		closedir(d);
	se->se_found = *best && snprintf(se->se_path, PATH_MAX, "%s/%s", dir, best) < PATH_MAX;
}

/* The process's other libraries are often where the new one is. */
static void object_search(const struct dt_object *ob, void *arg)
{
	struct search *se = arg;
	const char *path = ob->ob_image->im_path, *slash = strrchr(path, '/');
	char dir[PATH_MAX];

	if (!slash || slash == path ||
		snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path) >= PATH_MAX ||
		!strcmp(dir, se->se_lastdir))
		return;
	snprintf(se->se_lastdir, PATH_MAX, "%s", dir);
	directory_search(se, dir);
}

static void list_search(struct search *se, const char *list)
{
	char dir[PATH_MAX];

	while (*list) {
		size_t n = strcspn(list, ":");

		if (n < sizeof(dir)) {
			snprintf(dir, sizeof(dir), "%.*s", (int)n, list);
			directory_search(se, dir);
		}
		list += n + (list[n] == ':');
	}
}

/* LD_LIBRARY_PATH of the process. */
static void environment_search(struct search *se)
{
	static const char name[] = "LD_LIBRARY_PATH=";
	char path[32], buf[65536];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%u/environ", se->se_process->ps_pid);
	n = base_slurp(AT_FDCWD, path, buf, sizeof(buf));
	for (char *p = buf; n > 0 && p < buf + n; p += strlen(p) + 1)
		if (!strncmp(p, name, sizeof(name) - 1))
			list_search(se, p + sizeof(name) - 1);
}

bool dt_process_later(const struct dt_process *ps, const char *want, char path[PATH_MAX])
{
	char lastdir[PATH_MAX] = "", link[32], cwd[PATH_MAX];
	struct search se = { .se_process = ps,
		.se_want = want,
		.se_path = path,
		.se_lastdir = lastdir };
	ssize_t n;

	if (!base_is_name(want) || !strcmp(want, "a.out"))
		return false;
	if (*want == '/') {
		snprintf(path, PATH_MAX, "%s", want);
		return true;
	}
	environment_search(&se);
	dt_process_objects(ps, object_search, &se);
	snprintf(link, sizeof(link), "/proc/%u/cwd", ps->ps_pid);
	n = readlink(link, cwd, sizeof(cwd) - 1);
	cwd[n > 0 ? n : 0] = '\0';
	directory_search(&se, cwd);
	list_search(&se, "/usr/local/lib:/usr/lib:/usr/lib64:/lib:/lib64");
	return se.se_found;
}
