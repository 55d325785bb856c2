/*
 * The functions that a just-in-time compiler says it has made: /tmp/perf-PID.map, a line each, START SIZE NAME in hex.
 *
 * The process writes it, in its own tree and with the pid it has there; it grows, so it is read anew when it has
 * another size and an address is not found.  Of two functions at one address the one written last is there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "symbols.h"

#define MAP_MAX ((off_t)256 << 20)	/* bytes that are read of one */
#define BACK_MAX 16			/* functions that a lookup goes back over */

struct jitfunc {
	uint64_t jf_start, jf_size;
	const char *jf_name;
};

struct dt_perfmap {
	char *pf_text;		/* the file, NULs put in behind names */
	struct jitfunc *pf_funcs;
	size_t pf_count, pf_max;
	char pf_object[32];	/* "perf-1234.map" */
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
		struct jitfunc *bigger = base_realloc(pf->pf_funcs, max * sizeof(*bigger));

		if (!bigger)
			return false;
		pf->pf_funcs = bigger;
		pf->pf_max = max;
	}
	pf->pf_funcs[pf->pf_count++] = jf;
	return true;
}

/* By start; the later line of two, whose name lies further on, comes last. */
static int func_cmp(const void *a, const void *b)
{
	const struct jitfunc *x = a, *y = b;

	if (x->jf_start != y->jf_start)
		return x->jf_start < y->jf_start ? -1 : 1;
	return x->jf_name < y->jf_name ? -1 : x->jf_name > y->jf_name;
}

static char *text_read(int fd, size_t size)
{
	char *text = base_malloc(size + 1);
	size_t n = 0;
	ssize_t got = 1;

	while (text && got > 0 && n < size) {
		got = pread(fd, text + n, size - n, (off_t)n);
		n += got > 0 ? got : 0;
	}
	if (text)
		text[n] = '\0';
	return text;
}

static void lines_read(struct dt_perfmap *pf)
{
	char *line = pf->pf_text, *end;

	for (; (end = strchr(line, '\n')); line = end + 1) {	/* one without an end is still being written */
		*end = '\0';
		if (!line_add(pf, line))
			break;
	}
	qsort(pf->pf_funcs, pf->pf_count, sizeof(*pf->pf_funcs), func_cmp);
}

static int map_open(uint32_t pid, uint32_t nspid)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/root/tmp/perf-%u.map", pid, nspid);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0 || nspid != pid)
		return fd;
	return open(path + strlen(path) - strlen(strstr(path, "/tmp/")), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

struct dt_perfmap *dt_perfmap_read(uint32_t pid, uint32_t nspid, uint64_t *size)
{
	int fd = map_open(pid, nspid);
	struct dt_perfmap *pf = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= MAP_MAX && (uint64_t)st.st_size != *size &&
		(pf = base_calloc(1, sizeof(*pf)))) {
		*size = (uint64_t)st.st_size;
		snprintf(pf->pf_object, sizeof(pf->pf_object), "perf-%u.map", nspid);
		pf->pf_text = text_read(fd, st.st_size);
		if (pf->pf_text)
			lines_read(pf);
	}
	close(fd);
	return pf;
}

void dt_perfmap_free(struct dt_perfmap *pf)
{
	if (!pf)
		return;
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
		*sym = (struct dt_sym){pf->pf_object, jf->jf_name, jf->jf_start};
		return true;
	}
	return false;
}
