/*
 * Opening a trace: the files are mapped, checked, indexed and cut into streams. What is no trace
 * is told by name, with what can be done about it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "etl.h"

#define KEEP_MAPPED (16u << 20)
#define HEADER_MAX 65536

void etl_touched(struct etw_trace *t, size_t n)
{
	if ((t->tr_mapped += n) < KEEP_MAPPED)
		return;
	t->tr_mapped = 0;
	for (unsigned i = 0; i < t->tr_nfiles; i++)
		if (t->tr_files[i].fl_map)
			madvise((void *)t->tr_files[i].fl_map, t->tr_files[i].fl_size,
				MADV_DONTNEED);
}

static bool map_file(struct etl_file *f, const char **why)
{
	int fd = open(f->fl_path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *m;

	*why = NULL;
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			*why = "is a directory; name the .etl file in it";
		else if (st.st_size == 0)
			*why = "is empty; the trace was never written, or its copy failed";
	}
	m = *why ? MAP_FAILED : mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (m != MAP_FAILED) {
		f->fl_map = m;
		f->fl_size = (uint64_t)st.st_size;
	}
	close(fd);
	return m != MAP_FAILED;
}

struct magic {
	const char *mg_bytes;
	size_t mg_len;
	const char *mg_why;
};

static const struct magic magics[] = {
	{"PK\003\004", 4, "is a ZIP archive; unpack it and name the .etl file inside"},
	{"\037\213", 2, "is compressed with gzip; run gunzip on it first"},
	{"MSCF", 4, "is a cabinet archive; unpack it (cabextract) and name the .etl file inside"},
	{"7z\274\257", 4, "is a 7-Zip archive; unpack it and name the .etl file inside"},
	{"ElfFile", 8, "is an event log (.evtx), not an event trace (.etl)"},
	{"\177ELF", 4, "is a Linux program, not an event trace (.etl)"},
	{"MZ", 2, "is a Windows program, not an event trace (.etl)"},
	{"PERFILE2", 8, "is a recording of perf, not an event trace (.etl)"},
};

static bool looks_like_text(const uint8_t *p, uint64_t n)
{
	uint64_t i = 0;

	if (n > 512)
		n = 512;
	if (n >= 2 && (etl_u16(p) == 0xfeff || etl_u16(p) == 0xfffe))
		return true;
	while (i < n &&
		(p[i] == '\n' || p[i] == '\r' || p[i] == '\t' || (p[i] >= 32 && p[i] != 127)))
		i++;
	return i == n;
}

/*
 * Windows XP and 2003 had buffer headers of the same length that do not tell their size. The
 * session header after it looks as it does today, and tells the version of Windows.
 */
static bool is_xp(const struct etl_file *f)
{
	const uint8_t *r = f->fl_map + ETL_BUFHDR;

	if (f->fl_size < ETL_BUFHDR + 0x28)
		return false;
	return r[3] == 0xc0 && (r[2] == 1 || r[2] == 2) && etl_u16(r + 6) == 0 && r[0x24] == 5;
}

static const char *not_a_trace(const struct etl_file *f)
{
	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (f->fl_size >= magics[i].mg_len &&
			!memcmp(f->fl_map, magics[i].mg_bytes, magics[i].mg_len))
			return magics[i].mg_why;
	if (looks_like_text(f->fl_map, f->fl_size))
		return "is a text file, not an event trace (.etl)";
	if (is_xp(f))
		return "has the buffers of Windows XP or 2003, which cannot be read; "
		       "convert it with tracerpt or xperf -merge on a newer Windows";
	return NULL;
}

static bool decode_session(
	struct etl_file *f, const uint8_t *p, const uint8_t *end, const char **why)
{
	uint64_t raw;
	uint32_t size = 0;

	if (etl_frame(p, end, &size, &raw, why) == ETL_FRAME_OK && p[3] == 0xc0)
		return etl_logfile_decode(f, p, size, why);
	*why = "is no event trace (.etl): no session header stands in its first buffer; "
	       "if it was one, it is damaged: copy or record it again";
	return false;
}

/* The first buffer is stored as it is even in compressed files; newer systems may differ. */
static bool read_session(struct etl_file *f, const char **why)
{
	const uint8_t *p = f->fl_map + ETL_BUFHDR;
	uint64_t n;
	size_t out = 0;
	uint8_t *tmp;
	bool ok;

	*why = "is too short for an event trace; copy or record it again";
	if (f->fl_size < ETL_BUFHDR + 8)
		return false;
	n = f->fl_size - ETL_BUFHDR < HEADER_MAX ? f->fl_size - ETL_BUFHDR : HEADER_MAX;
	if (!(etl_u16(f->fl_map + 0x34) & ETL_BUF_COMPRESSED))
		return decode_session(f, p, p + n, why);
	*why = "cannot be read: out of memory";
	if (!(tmp = malloc(HEADER_MAX)))
		return false;
	etl_expand(p, n, tmp, HEADER_MAX, &out);
	ok = decode_session(f, tmp, tmp + out, why);
	free(tmp);
	return ok;
}

static bool open_file(struct etl_file *f, const char *path, const char **why)
{
	*why = "cannot be read: out of memory";
	if (!(f->fl_path = strdup(path)))
		return false;
	if (!map_file(f, why) || (*why = not_a_trace(f)) || !read_session(f, why))
		return false;
	f->fl_log.lf_path = f->fl_path;
	f->fl_log.lf_filesize = f->fl_size;
	etl_clock_init(&f->fl_clock, &f->fl_log);
	return true;
}

/*
 * Nanosecond 0 is the earliest start. Files with one clock count from the earliest t0 of it;
 * files with different clocks each from their own start, at its distance in wall time.
 */
static void join_clocks(struct etw_trace *t)
{
	const struct etl_file *first = &t->tr_files[0];
	struct etl_file *f;

	for (f = t->tr_files; f < t->tr_files + t->tr_nfiles; f++) {
		if (!etl_clock_same(&t->tr_files[0].fl_log, &f->fl_log))
			t->tr_walltime = true;
		if (f->fl_log.lf_starttime < first->fl_log.lf_starttime)
			first = f;
	}
	for (f = t->tr_files; f < t->tr_files + t->tr_nfiles; f++) {
		if (t->tr_walltime)
			f->fl_clock.ck_nsbase =
				(f->fl_log.lf_starttime - first->fl_log.lf_starttime) * 100;
		else
			f->fl_clock.ck_origin = first->fl_log.lf_t0;
	}
}

static bool index_all(struct etw_trace *t)
{
	for (unsigned i = 0; i < t->tr_nfiles; i++) {
		struct etl_file *f = &t->tr_files[i];

		t->tr_stats.es_bytes += f->fl_size;
		t->tr_stats.es_events_lost += f->fl_log.lf_events_lost;
		t->tr_stats.es_buffers_lost += f->fl_log.lf_buffers_lost;
		if (!etl_index(t, f))
			return false;
	}
	etl_touched(t, KEEP_MAPPED);
	return etl_streams(t);
}

static bool open_all(
	struct etw_trace *t, const char *const *paths, unsigned n, char *err, size_t errlen)
{
	const char *why;

	for (; t->tr_nfiles < n; t->tr_nfiles++) {
		struct etl_file *f = &t->tr_files[t->tr_nfiles];

		f->fl_no = t->tr_nfiles;
		if (open_file(f, paths[f->fl_no], &why))
			continue;
		t->tr_nfiles++; /* for etw_close() */
		if (why)
			snprintf(err, errlen, "%s %s", paths[f->fl_no], why);
		else
			snprintf(err, errlen, "cannot open %s: %s", paths[f->fl_no],
				strerror(errno));
		return false;
	}
	return true;
}

struct etw_trace *etw_open(const char *const *paths, unsigned n, char *err, size_t errlen)
{
	struct etw_trace *t = calloc(1, sizeof(*t));

	snprintf(err, errlen, "%s", n ? "out of memory" : "no file was named");
	if (!t || !n || !(t->tr_files = calloc(n, sizeof(*t->tr_files))))
		goto fail;
	if (!open_all(t, paths, n, err, errlen))
		goto fail;
	join_clocks(t);
	if (!index_all(t))
		goto fail;
	t->tr_indexed = t->tr_stats;
	etl_merge_start(t);
	return t;
fail:
	etw_close(t);
	return NULL;
}

static void close_file(struct etl_file *f)
{
	if (f->fl_map)
		munmap((void *)f->fl_map, f->fl_size);
	free(f->fl_bufs);
	free(f->fl_path);
	free(f->fl_logger);
	free(f->fl_filename);
}

void etw_close(struct etw_trace *t)
{
	if (!t)
		return;
	for (unsigned i = 0; t->tr_files && i < t->tr_nfiles; i++)
		close_file(&t->tr_files[i]);
	for (uint32_t i = 0; i < t->tr_nstreams; i++)
		free(t->tr_streams[i].sm_mem);
	free(t->tr_files);
	free(t->tr_streams);
	free(t->tr_heap);
	free(t);
}

unsigned etw_nfiles(const struct etw_trace *t)
{
	return t->tr_nfiles;
}

const struct etw_logfile *etw_logfile(const struct etw_trace *t, unsigned file)
{
	return file < t->tr_nfiles ? &t->tr_files[file].fl_log : NULL;
}

uint64_t etw_ns(const struct etw_trace *t, unsigned file, uint64_t raw)
{
	return file < t->tr_nfiles ? etl_clock_ns(&t->tr_files[file].fl_clock, raw) : 0;
}

uint64_t etw_filetime(const struct etw_trace *t, unsigned file, uint64_t raw)
{
	return file < t->tr_nfiles ? etl_clock_filetime(&t->tr_files[file].fl_clock, raw) : 0;
}

uint64_t etw_elapsed_ns(const struct etw_trace *t, unsigned file, uint64_t ticks)
{
	return file < t->tr_nfiles ? etl_ratio(&t->tr_files[file].fl_clock.ck_ns, ticks) : 0;
}
