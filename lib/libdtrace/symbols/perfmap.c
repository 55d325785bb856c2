/*
 * The functions of a just-in-time compiler: /tmp/perf-PID.map has a line for each, START SIZE NAME,
 * in hex.
 *
 * The process writes it in its own root, with the pid of its own namespace. It grows, so it is read
 * again if an address is not found and its size has changed. Of two functions at one address, the
 * later line counts.
 *
 * Anybody can write to /tmp: a file is used only if the process's user or root owns it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "openfile.h"
#include "symbols.h"

#define GROWN_MAX (1 << 20) /* bytes that a file may grow by while it is read */
#define BACK_MAX 16	    /* how many functions a lookup skips */

struct jitfunc {
	uint64_t jf_start, jf_size;
	const char *jf_name;
};

struct dt_perfmap {
	char *pf_text; /* the file, with a NUL after each name */
	struct jitfunc *pf_funcs;
	size_t pf_count, pf_max;
	struct dt_symlimit *pf_limit;
	uint64_t pf_held;
	char pf_object[32]; /* "perf-1234.map" */
};

static bool line_add(struct dt_perfmap *pf, char *line)
{
	struct jitfunc jf;
	char *end;

	jf.jf_start = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return true;
	line = end + 1;
	jf.jf_size = strtoull(line, &end, 16);
	if (end == line || *end != ' ' || !end[1] || !jf.jf_size)
		return true;
	jf.jf_name = end + 1;
	if (pf->pf_count == pf->pf_max) {
		size_t max = pf->pf_max ? pf->pf_max * 2 : 256;
		struct jitfunc *bigger = NULL;

		if (dt_symlimit_take(pf->pf_limit, &pf->pf_held,
			    (max - pf->pf_max) * sizeof(*bigger), pf->pf_object))
			bigger = base_realloc(pf->pf_funcs, max * sizeof(*bigger));
		if (!bigger)
			return false;
		pf->pf_funcs = bigger;
		pf->pf_max = max;
	}
	pf->pf_funcs[pf->pf_count++] = jf;
	return true;
}

/* By start address, then by line: the later line comes last. */
static int func_cmp(const void *a, const void *b)
{
	const struct jitfunc *x = a, *y = b;

	if (x->jf_start != y->jf_start)
		return x->jf_start < y->jf_start ? -1 : 1;
	return x->jf_name < y->jf_name ? -1 : x->jf_name > y->jf_name;
}

/* Returns false if it is over the limit: then nothing of it is used. */
static bool lines_read(struct dt_perfmap *pf)
{
	char *line = pf->pf_text, *end;

	for (; (end = strchr(line, '\n'));
		line = end + 1) { /* a line without newline is still being written */
		*end = '\0';
		if (!line_add(pf, line))
			return false;
	}
	qsort(pf->pf_funcs, pf->pf_count, sizeof(*pf->pf_funcs), func_cmp);
	return true;
}

/* Opens the process's file and sets *size; returns -1 if there is none of the right owner. */
static int map_open(const struct dt_perfmap_of *of, const char *name, struct dt_symlimit *limit,
	uint64_t *size)
{
	char root[32], path[64];
	struct stat st;
	int fd;

	snprintf(root, sizeof(root), "/proc/%u/root", of->po_pid);
	snprintf(path, sizeof(path), "/tmp/%s", name);
	fd = base_open(root, path, limit->sl_file, 0);
	if (fd < 0 && errno == ENOENT && of->po_nspid == of->po_pid) /* the process has exited */
		fd = base_open(NULL, path, limit->sl_file, 0);
	if (fd < 0) {
		if (errno == EFBIG)
			dt_symlimit_say_file(limit, name);
		return -1;
	}
	if (fstat(fd, &st) == 0 && (st.st_uid == 0 || st.st_uid == of->po_uid)) {
		*size = (uint64_t)st.st_size;
		return fd;
	}
	close(fd);
	return -1;
}

static struct dt_perfmap *map_read(int fd, const char *name, uint64_t size,
	struct dt_symlimit *limit)
{
	struct dt_perfmap *pf = base_calloc(1, sizeof(*pf));
	size_t len;

	if (!pf)
		return NULL;
	pf->pf_limit = limit;
	snprintf(pf->pf_object, sizeof(pf->pf_object), "%s", name);
	if (dt_symlimit_work(limit, size, name) &&
		dt_symlimit_take(limit, &pf->pf_held, size, name) &&
		(pf->pf_text = base_read(fd, size + GROWN_MAX, &len)) && lines_read(pf))
		return pf;
	dt_perfmap_free(pf);
	return NULL;
}

struct dt_perfmap *dt_perfmap_read(const struct dt_perfmap_of *of, uint64_t *size,
	struct dt_symlimit *limit)
{
	struct dt_perfmap *pf = NULL;
	uint64_t now;
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "perf-%u.map", of->po_nspid);
	fd = map_open(of, name, limit, &now);
	if (fd < 0)
		return NULL;
	if (now != *size) {
		*size = now;
		pf = map_read(fd, name, now, limit);
	}
	close(fd);
	return pf;
}

void dt_perfmap_free(struct dt_perfmap *pf)
{
	if (!pf)
		return;
	dt_symlimit_give(pf->pf_limit, &pf->pf_held);
	free(pf->pf_text);
	free(pf->pf_funcs);
	free(pf);
}

bool dt_perfmap_find(const struct dt_perfmap *pf, uint64_t pc, struct dt_sym *sym)
{
	size_t lo = 0, hi = pf->pf_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (pf->pf_funcs[mid].jf_start <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (unsigned back = 0; lo > 0 && back < BACK_MAX; lo--, back++) {
		const struct jitfunc *jf = &pf->pf_funcs[lo - 1];

		if (pc - jf->jf_start >= jf->jf_size)
			continue;
		*sym = (struct dt_sym){ pf->pf_object, jf->jf_name, jf->jf_start };
		return true;
	}
	return false;
}
