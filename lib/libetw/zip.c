/*
 * Archives. libzip is loaded when the first archive is opened, because loading its dependencies
 * takes as long as the rest of the start.
 */
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>
#include "alloc.h"
#include "etl.h"
#include "loadlib.h"
#include "source.h"

#define NEEDS "is a ZIP archive, and reading it needs libzip, which "
#define OR_UNPACK ", or unpack it and name the .etl file inside"

#ifdef HAVE_ZIP
#include <zip.h>

#define MEMBERS_MAX 100u /* each is an open file; a recording has less than ten */

struct lib {
	void *lb_handle;
	zip_t *(*lb_fdopen)(int, int, int *);
	zip_int64_t (*lb_count)(zip_t *, zip_flags_t);
	const char *(*lb_name)(zip_t *, zip_uint64_t, zip_flags_t);
	zip_file_t *(*lb_fopen)(zip_t *, zip_uint64_t, zip_flags_t);
	zip_int64_t (*lb_fread)(zip_file_t *, void *, zip_uint64_t);
	int (*lb_fclose)(zip_file_t *);
	void (*lb_discard)(zip_t *);
};

struct etl_zip {
	struct lib zi_lib;
	zip_t *zi_zip;
	zip_uint64_t zi_at;
};

struct member {
	const struct lib *me_lib;
	zip_file_t *me_file;
};

static bool load(struct lib *lb)
{
	static const char *const names[] = { "libzip.so.5", "libzip.so.4", NULL };
	const struct base_entry entries[] = {
		{ "zip_fdopen", &lb->lb_fdopen },
		{ "zip_get_num_entries", &lb->lb_count },
		{ "zip_get_name", &lb->lb_name },
		{ "zip_fopen_index", &lb->lb_fopen },
		{ "zip_fread", &lb->lb_fread },
		{ "zip_fclose", &lb->lb_fclose },
		{ "zip_discard", &lb->lb_discard },
		{ NULL, NULL },
	};

	lb->lb_handle = base_loadlib(names, entries);
	return lb->lb_handle;
}

struct etl_zip *etl_zip_open(int fd, const char **why)
{
	struct etl_zip *z = base_calloc(1, sizeof(*z));
	int err;

	*why = NEEDS "is not installed; install libzip4" OR_UNPACK;
	if (z && load(&z->zi_lib)) {
		*why = "is damaged: the archive cannot be opened; copy it again";
		z->zi_zip = z->zi_lib.lb_fdopen(fd, 0, &err);
	}
	if (z && z->zi_zip)
		return z;
	close(fd);
	etl_zip_close(z);
	return NULL;
}

static long feed_member(void *from, void *buf, size_t n)
{
	struct member *me = from;

	return (long)me->me_lib->lb_fread(me->me_file, buf, n);
}

static bool is_etl(const char *name)
{
	size_t n = name ? strlen(name) : 0;

	return n > 4 && !strcasecmp(name + n - 4, ".etl");
}

/*
 * Opens the next member whose name ends in .etl. Returns false with *why, which is NULL after the
 * last.
 */
static bool member_next(struct etl_zip *z, struct member *me, const char **name, const char **why)
{
	zip_int64_t n = z->zi_lib.lb_count(z->zi_zip, 0);

	*why = NULL;
	*me = (struct member){ .me_lib = &z->zi_lib };
	for (; n > 0 && z->zi_at < (zip_uint64_t)n; z->zi_at++)
		if (is_etl(*name = z->zi_lib.lb_name(z->zi_zip, z->zi_at, 0)))
			break;
	if (n <= 0 || z->zi_at >= (zip_uint64_t)n)
		return false;
	*why = "cannot be unpacked: its method of compression or encryption is not supported; "
	       "unpack it and name the .etl file inside";
	me->me_file = z->zi_lib.lb_fopen(z->zi_zip, z->zi_at++, 0);
	return me->me_file;
}

bool etl_zip_check(struct etl_zip *z, const char **name, const char **why)
{
	unsigned n = 0;
	struct member me;

	z->zi_at = 0;
	while (member_next(z, &me, name, why)) {
		struct etl_flow fw;
		bool ok;

		*why = "cannot be read: out of memory";
		ok = etl_flow_open(&fw, feed_member, &me) &&
			etl_check_head(fw.fw_head, fw.fw_n, why);
		etl_flow_close(&fw);
		z->zi_lib.lb_fclose(me.me_file);
		if (!ok)
			return false;
		if (++n > MEMBERS_MAX) {
			*name = NULL;
			*why = "has more than 100 traces; unpack it and name those to be read together";
			return false;
		}
	}
	z->zi_at = 0;
	return !*why;
}

int etl_zip_next(struct etl_zip *z, const char **name, const char **why)
{
	struct etl_flow fw;
	struct member me;
	int fd = -1;

	if (!member_next(z, &me, name, why))
		return -1;
	*why = "cannot be read: out of memory";
	if (etl_flow_open(&fw, feed_member, &me))
		fd = etl_spool(&fw, "is damaged: its trace cannot be unpacked; copy it again", why);
	etl_flow_close(&fw);
	z->zi_lib.lb_fclose(me.me_file);
	return fd;
}

void etl_zip_close(struct etl_zip *z)
{
	if (z && z->zi_zip)
		z->zi_lib.lb_discard(z->zi_zip);
	if (z && z->zi_lib.lb_handle)
		dlclose(z->zi_lib.lb_handle);
	free(z);
}
#else
struct etl_zip *etl_zip_open(int fd, const char **why)
{
	*why = NEEDS "this program was built without; install libzip-dev and build again" OR_UNPACK;
	close(fd);
	return NULL;
}

bool etl_zip_check(struct etl_zip *z, const char **name, const char **why)
{
	(void)z, (void)name, (void)why;
	return false;
}

int etl_zip_next(struct etl_zip *z, const char **name, const char **why)
{
	(void)z, (void)name, (void)why;
	return -1;
}

void etl_zip_close(struct etl_zip *z)
{
	(void)z;
}
#endif
