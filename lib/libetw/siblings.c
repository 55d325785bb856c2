/*
 * One recording may consist of several files: the user session base.etl, and next to it
 * base.kernel.etl, base.clrRundown.etl, base.userModeSession.etl. Only together they have all
 * names, so opening the first opens all.
 */
#include <dirent.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include "alloc.h"
#include "grow.h"
#include "etl.h"
#include "stream.h"

struct list {
	char **ls_paths;
	unsigned ls_n;
	bool ls_failed;
};

static bool same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	if (!strcmp(a, b))
		return true;
	return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
		sa.st_ino == sb.st_ino && S_ISREG(sa.st_mode);
}

/* Takes over the path; frees it if the file is in the list already. */
static void add(struct list *l, char *path)
{
	for (unsigned i = 0; path && i < l->ls_n; i++)
		if (same_file(l->ls_paths[i], path)) {
			free(path);
			return;
		}
	if (path && !base_more(l->ls_paths, l->ls_n)) {
		free(path);
		path = NULL;
	}
	if (path)
		l->ls_paths[l->ls_n++] = path;
	else
		l->ls_failed = true;
}

static bool ends_in_etl(const char *name, size_t n)
{
	return n > 4 && !strncasecmp(name + n - 4, ".etl", 4);
}

/* Whether `name` is stem.kernel*.etl, stem.clr*.etl or stem.user*.etl. */
static bool belongs(const char *name, const char *stem, size_t nstem)
{
	static const char *const kinds[] = { ".kernel", ".clr", ".user" };

	if (strncasecmp(name, stem, nstem) || !ends_in_etl(name, strlen(name)))
		return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strncasecmp(name + nstem, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(const char *path, size_t ndir, const char *name)
{
	char *s = base_malloc(ndir + strlen(name) + 1);

	if (s) {
		memcpy(s, path, ndir);
		strcpy(s + ndir, name);
	}
	return s;
}

static void add_siblings(struct list *l, const char *path)
{
	const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
	size_t ndir = (size_t)(stem - path), nstem = strlen(stem);
	char *dirname = join(path, ndir, ".");
	DIR *dir = dirname ? base_opendir(dirname) : NULL;
	unsigned first;
	struct dirent *de;

	free(dirname);
	if (!dir)
		return;
	first = l->ls_n;
	while ((de = readdir(dir)))
		if (belongs(de->d_name, stem, nstem - 4))
			add(l, join(path, ndir, de->d_name));
	closedir(dir);
	if (l->ls_n > first)
		qsort(l->ls_paths + first, l->ls_n - first, sizeof(*l->ls_paths), by_name);
}

char **etw_siblings(const char *const *paths, unsigned n, unsigned *named, unsigned *total)
{
	struct list l = { 0 };

	for (unsigned i = 0; i < n; i++)
		add(&l, base_strdup(paths[i]));
	*named = l.ls_n;
	for (unsigned i = 0; i < n; i++)
		if (ends_in_etl(paths[i], strlen(paths[i])))
			add_siblings(&l, paths[i]);
	*total = l.ls_n;
	if (!l.ls_failed)
		return l.ls_paths;
	etw_siblings_free(l.ls_paths, l.ls_n);
	return NULL;
}

void etw_siblings_free(char **paths, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(paths[i]);
	free(paths);
}
