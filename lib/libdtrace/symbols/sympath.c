/*
 * Where databases lie.  The path is a list, separated by semicolons, of
 *
 *	DIR				DIR/NAME, or as in a store
 *	srv*DIR*...*http://HOST/PATH	stores, nearest first: DIR/NAME/GUIDAGE/NAME; a server's go to the nearest
 *	cache*DIR			a store
 *
 * Windows' names have no case: if a name is not there as it stands, one that differs in case will do.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "pdb.h"

static void say(struct dt_sympath *sp, const char *line)
{
	if (sp->sp_say)
		sp->sp_say(sp->sp_arg, line);
}

static struct dt_pdb *open_file(const char *path, const struct dt_pdbid *id)
{
	struct dt_pdb *pd = NULL;
	struct stat st;
	void *map;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (map != MAP_FAILED) {
			pd = dt_pdb_create(map, st.st_size);
			munmap(map, st.st_size);
		}
	}
	close(fd);
	if (pd && !dt_pdb_is(pd, id)) {
		dt_pdb_destroy(pd);
		pd = NULL;
	}
	return pd;
}

/* Appends /name to the path in buf: as it stands, or as the directory spells it. */
static bool descend(char *buf, size_t size, const char *name)
{
	size_t len = strlen(buf);
	struct dirent *de;
	DIR *dir;

	if (len + strlen(name) + 2 > size)
		return false;
	snprintf(buf + len, size - len, "/%s", name);
	if (access(buf, F_OK) == 0)
		return true;
	buf[len] = '\0';
	dir = opendir(buf);
	while (dir && (de = readdir(dir)))
		if (!strcasecmp(de->d_name, name)) {
			snprintf(buf + len, size - len, "/%s", de->d_name);
			break;
		}
	if (dir)
		closedir(dir);
	return buf[len] != '\0';
}

static void store_key(const struct dt_pdbid *id, char *out, size_t size)
{
	const uint8_t *g = id->pi_guid;

	snprintf(out, size, "%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%X", g[3], g[2], g[1],
		g[0], g[5], g[4], g[7], g[6], g[8], g[9], g[10], g[11], g[12], g[13], g[14], g[15], id->pi_age);
}

static struct dt_pdb *in_store(const char *dir, const struct dt_pdbid *id)
{
	char path[4096], key[48];

	store_key(id, key, sizeof(key));
	if ((size_t)snprintf(path, sizeof(path), "%s", dir) >= sizeof(path) ||
		!descend(path, sizeof(path), id->pi_name) || !descend(path, sizeof(path), key) ||
		!descend(path, sizeof(path), id->pi_name))
		return NULL;
	return open_file(path, id);
}

static struct dt_pdb *in_dir(const char *dir, const struct dt_pdbid *id)
{
	struct dt_pdb *pd = NULL;
	char path[4096];

	if ((size_t)snprintf(path, sizeof(path), "%s", dir) < sizeof(path) &&
		descend(path, sizeof(path), id->pi_name))
		pd = open_file(path, id);
	return pd ? pd : in_store(dir, id);
}

static void make_dirs(char *path)
{
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		mkdir(path, 0777);
		*p = '/';
	}
}

/* Where a server's files go if the path names no store before it. */
static bool default_store(char *out, size_t size)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg)
		return (size_t)snprintf(out, size, "%s/dtrace/symbols", xdg) < size;
	return home && *home && (size_t)snprintf(out, size, "%s/.cache/dtrace/symbols", home) < size;
}

static bool names_fit(char *out, size_t size, const char *place, const struct dt_pdbid *id, const char *key)
{
	return (size_t)snprintf(out, size, "%s/%s/%s/%s", place, id->pi_name, key, id->pi_name) < size;
}

static struct dt_pdb *from_server(struct dt_sympath *sp, const char *server, const char *store,
	const struct dt_pdbid *id)
{
	char url[4096], file[4096], key[48], line[4400], home[4096];
	const char *why;

	if (!strncasecmp(server, "https:", 6)) {
		if (!sp->sp_saidhttps)
			say(sp, "symbol servers are asked over http: only; fetch the files from https: with another "
				"tool into a directory, and name that in the symbol path");
		sp->sp_saidhttps = true;
		return NULL;
	}
	if (!store && default_store(home, sizeof(home)))
		store = home;
	store_key(id, key, sizeof(key));
	if (!store || !names_fit(url, sizeof(url), server, id, key) || !names_fit(file, sizeof(file), store, id, key))
		return NULL;
	make_dirs(file);
	if (dt_symfetch(url, file, &why) < 0) {
		snprintf(line, sizeof(line), "%s: %s", url, why);
		say(sp, line);
		return NULL;
	}
	return open_file(file, id);
}

/* srv*A*B*C: A is asked first, then B, then C */
static struct dt_pdb *in_chain(struct dt_sympath *sp, char *chain, const struct dt_pdbid *id)
{
	const char *store = NULL;
	struct dt_pdb *pd = NULL;

	for (char *rest = chain, *s; !pd && (s = strsep(&rest, "*"));) {
		if (!*s)
			continue;
		if (!strncasecmp(s, "http:", 5) || !strncasecmp(s, "https:", 6)) {
			pd = from_server(sp, s, store, id);
		} else {
			pd = in_store(s, id);
			store = store ? store : s;
		}
	}
	return pd;
}

static struct dt_pdb *in_element(struct dt_sympath *sp, char *e, const struct dt_pdbid *id)
{
	if (!strncasecmp(e, "srv*", 4))
		return in_chain(sp, e + 4, id);
	if (!strncasecmp(e, "cache*", 6))
		return in_chain(sp, e + 6, id);
	if (!strncasecmp(e, "symsrv*", 7)) {
		char *next = strchr(e + 7, '*');	/* the name of a library of Windows */

		return next ? in_chain(sp, next + 1, id) : NULL;
	}
	if (!strncasecmp(e, "http:", 5) || !strncasecmp(e, "https:", 6))
		return from_server(sp, e, NULL, id);
	return *e ? in_dir(e, id) : NULL;
}

struct dt_pdb *dt_sympath_find(struct dt_sympath *sp, const struct dt_pdbid *id)
{
	char *path = sp->sp_path ? base_strdup(sp->sp_path) : NULL, *rest = path, *e;
	struct dt_pdb *pd = NULL;

	if (!*id->pi_name || strchr(id->pi_name, '/') || !strcmp(id->pi_name, ".."))
		rest = NULL;	/* a trace's word is no reason to look elsewhere */
	while (!pd && rest && (e = strsep(&rest, ";")))
		pd = in_element(sp, e, id);
	free(path);
	return pd;
}
