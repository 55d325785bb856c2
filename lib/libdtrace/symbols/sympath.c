/*
 * The symbol path: where program databases are. It is a list, separated by semicolons, of
 *
 *	DIR				DIR/NAME, or as in a store
 *	srv*DIR*...*https://HOST/PATH	stores, nearest first: DIR/NAME/GUIDAGE/NAME; files from a
 *					server are kept in the nearest
 *	cache*DIR			a store
 *
 * Windows file names have no case: if there is no such name, one that differs in case is used.
 *
 * The path comes from the user, the name and the GUID from the trace, and files from any server:
 * the name must be a file name, it is encoded in URLs, and a file enters a store only after it was
 * read and is that database.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "openfile.h"
#include "pdb.h"
#include "stream.h"

#define PDB_MAX ((uint64_t)4 << 30)

__attribute__((format(printf, 2, 3))) static void say(struct dt_sympath *sp, const char *fmt, ...)
{
	char line[4400];
	va_list ap;

	if (!sp->sp_say)
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	sp->sp_say(sp->sp_arg, line);
}

/* Reads the database in an open file, if it is the right one. */
static struct dt_pdb *read_file(struct dt_sympath *sp, int fd, const struct dt_pdbid *id)
{
	struct dt_pdb *pd = NULL;
	struct stat st;

	if (fstat(fd, &st) == 0 && st.st_size > 0)
		pd = dt_pdb_create(fd, (uint64_t)st.st_size, sp->sp_limit, id->pi_name);
	if (pd && !dt_pdb_is(pd, id)) {
		dt_pdb_destroy(pd);
		pd = NULL;
	}
	return pd;
}

static struct dt_pdb *open_file(struct dt_sympath *sp, const char *path, const struct dt_pdbid *id)
{
	int fd = base_open(NULL, path, PDB_MAX, 0);
	struct dt_pdb *pd;

	if (fd < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			say(sp, "%s: %s", path, base_open_error(errno));
		return NULL;
	}
	pd = read_file(sp, fd, id);
	close(fd);
	return pd;
}

/* Appends /name to the path in buf: as it is, or as the directory spells it. */
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
	dir = base_opendir(buf);
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

	snprintf(out, size, "%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%02X%X",
		g[3], g[2], g[1], g[0], g[5], g[4], g[7], g[6], g[8], g[9], g[10], g[11], g[12],
		g[13], g[14], g[15], id->pi_age);
}

static struct dt_pdb *in_store(struct dt_sympath *sp, const char *dir, const struct dt_pdbid *id)
{
	char path[4096], key[48];

	store_key(id, key, sizeof(key));
	if ((size_t)snprintf(path, sizeof(path), "%s", dir) >= sizeof(path) ||
		!descend(path, sizeof(path), id->pi_name) || !descend(path, sizeof(path), key) ||
		!descend(path, sizeof(path), id->pi_name))
		return NULL;
	return open_file(sp, path, id);
}

static struct dt_pdb *in_dir(struct dt_sympath *sp, const char *dir, const struct dt_pdbid *id)
{
	struct dt_pdb *pd = NULL;
	char path[4096];

	if ((size_t)snprintf(path, sizeof(path), "%s", dir) < sizeof(path) &&
		descend(path, sizeof(path), id->pi_name))
		pd = open_file(sp, path, id);
	return pd ? pd : in_store(sp, dir, id);
}

static void make_dirs(char *path)
{
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		mkdir(path, 0777);
		*p = '/';
	}
}

/* The store for a server's files if the path names none before it. */
static bool default_store(char *out, size_t size)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg)
		return (size_t)snprintf(out, size, "%s/dtrace/symbols", xdg) < size;
	return home && *home &&
		(size_t)snprintf(out, size, "%s/.cache/dtrace/symbols", home) < size;
}

/* Appends the name to a URL, with special bytes encoded. */
static bool encode(char *url, size_t size, const char *name)
{
	size_t n = strlen(url);

	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;

		if (n + 4 > size)
			return false;
		if (isascii(c) && (isalnum(c) || strchr("-._~", c)))
			n += (size_t)snprintf(url + n, size - n, "%c", c);
		else
			n += (size_t)snprintf(url + n, size - n, "%%%02X", c);
	}
	return true;
}

/* SERVER/NAME/KEY/NAME */
static bool address(char *url, size_t size, const char *server, const struct dt_pdbid *id,
	const char *key)
{
	size_t len = strlen(server);

	while (len && server[len - 1] == '/')
		len--;
	if (len + sizeof("/") > size)
		return false;
	snprintf(url, size, "%.*s/", (int)len, server);
	if (!encode(url, size, id->pi_name) || strlen(url) + strlen(key) + sizeof("//") > size)
		return false;
	strcat(strcat(strcat(url, "/"), key), "/");
	return encode(url, size, id->pi_name);
}

/* Moves a downloaded file to the store; if that fails, its names are used all the same. */
static void keep(struct dt_sympath *sp, const char *store, const char *part,
	const struct dt_pdbid *id, const char *key)
{
	char file[4096];

	if ((size_t)snprintf(file, sizeof(file), "%s/%s/%s/%s", store, id->pi_name, key,
		    id->pi_name) < sizeof(file)) {
		make_dirs(file);
		if (rename(part, file) == 0)
			return;
		say(sp, "%s: cannot be stored: %s", file, strerror(errno));
	}
	unlink(part);
}

static bool is_silent(const struct dt_sympath *sp, const char *server)
{
	size_t len = strlen(server);

	for (const char *s = sp->sp_silent; s && *s; s = strchr(s, '\n') + 1)
		if (!strncmp(s, server, len) && s[len] == '\n')
			return true;
	return false;
}

static void silent(struct dt_sympath *sp, const char *server)
{
	char *both = NULL;

	if (base_asprintf(&both, "%s%s\n", sp->sp_silent ? sp->sp_silent : "", server) < 0)
		return;
	free(sp->sp_silent);
	sp->sp_silent = both;
}

/* Downloads to an open file without a name, and reads it. */
static struct dt_pdb *fetch(struct dt_sympath *sp, const char *server, const char *url, int fd,
	const struct dt_pdbid *id)
{
	struct dt_fetch ft = { .ft_interrupt = sp->sp_interrupt };
	struct dt_pdb *pd;

	if (dt_symfetch(sp->sp_fetch, &ft, url, fd) < 0) {
		sp->sp_nomore |= ft.ft_interrupted;
		if (ft.ft_silent)
			silent(sp, server);
		say(sp, "%s: %s%s", url, ft.ft_why,
			ft.ft_interrupted    ? "; no symbol server is asked any more" :
				ft.ft_silent ? "; it is not asked again" :
					       "");
		return NULL;
	}
	pd = read_file(sp, fd, id);
	if (!pd)
		say(sp,
			"%s: discarded: the server sent another database, or one larger than "
			"option symfilesize allows",
			url);
	return pd;
}

/* Whether servers can be asked; if not, the reason is reported once. */
static bool can_fetch(struct dt_sympath *sp)
{
	const char *why;

	if (sp->sp_nomore || sp->sp_fetch)
		return !sp->sp_nomore;
	sp->sp_fetch = dt_symfetch_create(&why);
	sp->sp_nomore = !sp->sp_fetch;
	if (sp->sp_nomore)
		say(sp, "%s", why);
	return !sp->sp_nomore;
}

static struct dt_pdb *from_server(struct dt_sympath *sp, const char *server, const char *store,
	const struct dt_pdbid *id)
{
	char url[4096], part[4096], key[48], home[4096];
	struct dt_pdb *pd;
	int fd;

	if (!store && default_store(home, sizeof(home)))
		store = home;
	store_key(id, key, sizeof(key));
	if (is_silent(sp, server) || !store || !address(url, sizeof(url), server, id, key) ||
		(size_t)snprintf(part, sizeof(part), "%s/.fetching-XXXXXX", store) >=
			sizeof(part) ||
		!can_fetch(sp))
		return NULL;
	make_dirs(part);
	fd = mkstemp(part);
	if (fd < 0) {
		say(sp, "%s: not a usable symbol store: %s", store, strerror(errno));
		return NULL;
	}
	fchmod(fd, 0644);
	pd = fetch(sp, server, url, fd, id);
	if (pd)
		keep(sp, store, part, id, key);
	else
		unlink(part);
	close(fd);
	return pd;
}

/* srv*A*B*C: A is tried first, then B, then C. */
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
			pd = in_store(sp, s, id);
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
		char *next = strchr(e + 7, '*'); /* the name of a Windows library */

		return next ? in_chain(sp, next + 1, id) : NULL;
	}
	if (!strncasecmp(e, "http:", 5) || !strncasecmp(e, "https:", 6))
		return from_server(sp, e, NULL, id);
	return *e ? in_dir(sp, e, id) : NULL;
}

/* Whether it can be a file name on Windows. */
static bool is_name(const char *name)
{
	if (!*name || !strcmp(name, ".") || !strcmp(name, ".."))
		return false;
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 0x7f || strchr("\"*/:<>?\\|", *name))
			return false;
	return true;
}

struct dt_pdb *dt_sympath_find(struct dt_sympath *sp, const struct dt_pdbid *id)
{
	char *path = sp->sp_path ? base_strdup(sp->sp_path) : NULL, *rest = path, *e;
	struct dt_pdb *pd = NULL;

	if (!is_name(id->pi_name))
		rest = NULL; /* a name from a trace must not lead elsewhere */
	while (!pd && rest && (e = strsep(&rest, ";")))
		pd = in_element(sp, e, id);
	free(path);
	return pd;
}

void dt_sympath_fini(struct dt_sympath *sp)
{
	dt_symfetch_destroy(sp->sp_fetch);
	free(sp->sp_path);
	free(sp->sp_silent);
}
