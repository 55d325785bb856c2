/*
 * Opening a trace: the files are checked, indexed and cut into streams. A file that isn't a trace
 * is reported by name, with a remedy.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "etl.h"
#include "source.h"

#define HEADER_MAX (ETL_HEAD - ETL_BUFHDR)

struct magic {
	const char *mg_bytes;
	size_t mg_len;
	const char *mg_why;
};

static const struct magic magics[] = {
	{ "PK\003\004", 4,
		"is a ZIP archive in an archive; unpack it and name the .etl file inside" },
	{ "MSCF", 4, "is a cabinet archive; unpack it (cabextract) and name the .etl file inside" },
	{ "7z\274\257", 4, "is a 7-Zip archive; unpack it and name the .etl file inside" },
	{ "ElfFile", 8, "is an event log (.evtx), not an event trace (.etl)" },
	{ "\177ELF", 4, "is a Linux program, not an event trace (.etl)" },
	{ "MZ", 2, "is a Windows program, not an event trace (.etl)" },
	{ "PERFILE2", 8, "is a perf recording, not an event trace (.etl)" },
};

static bool looks_like_text(const uint8_t *p, uint64_t n)
{
	uint64_t i = 0;

	if (n > 512)
		n = 512;
	if (n >= 2 && (base_u16(p) == 0xfeff || base_u16(p) == 0xfffe))
		return true;
	while (i < n &&
		(p[i] == '\n' || p[i] == '\r' || p[i] == '\t' || (p[i] >= 32 && p[i] != 127)))
		i++;
	return i == n;
}

/*
 * Windows XP and 2003 had buffer headers of the same length, without a size. The session header
 * after it is as it is today, and has the version of Windows.
 */
static bool is_xp(const uint8_t *head, size_t n)
{
	const uint8_t *r = head + ETL_BUFHDR;

	if (n < ETL_BUFHDR + 0x28)
		return false;
	return r[3] == 0xc0 && (r[2] == 1 || r[2] == 2) && base_u16(r + 6) == 0 && r[0x24] == 5;
}

static const char *not_a_trace(const uint8_t *head, size_t n)
{
	if (n == 0)
		return "is empty; the trace was never written, or its copy failed";
	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (n >= magics[i].mg_len && !memcmp(head, magics[i].mg_bytes, magics[i].mg_len))
			return magics[i].mg_why;
	if (looks_like_text(head, n))
		return "is a text file, not an event trace (.etl)";
	if (is_xp(head, n))
		return "was recorded by Windows XP or 2003, whose buffers are not supported; "
		       "convert it with tracerpt or xperf -merge on a newer Windows";
	return NULL;
}

static bool decode_session(struct etl_file *f, const uint8_t *p, const uint8_t *end,
	const char **why)
{
	uint64_t raw;
	uint32_t size = 0;

	if (etl_frame(p, end, &size, &raw, why) == ETL_FRAME_OK && p[3] == 0xc0)
		return etl_logfile_decode(f, p, size, why);
	*why = "is not an event trace (.etl): its first buffer has no session header; "
	       "if it was one, it is damaged: copy or record it again";
	return false;
}

/* Even in compressed files the first buffer is uncompressed; newer systems may differ. */
static bool read_session(struct etl_file *f, const uint8_t *head, size_t n, const char **why)
{
	const uint8_t *p = head + ETL_BUFHDR;
	size_t out = 0;
	uint8_t *tmp;
	bool ok;

	*why = "is too short for an event trace; copy or record it again";
	if (n < ETL_BUFHDR + 8)
		return false;
	n -= ETL_BUFHDR;
	if (!(base_u16(head + 0x34) & ETL_BUF_COMPRESSED))
		return decode_session(f, p, p + n, why);
	*why = "cannot be read: out of memory";
	if (!(tmp = base_malloc(HEADER_MAX)))
		return false;
	etl_expand(p, n, tmp, HEADER_MAX, &out);
	ok = decode_session(f, tmp, tmp + out, why);
	free(tmp);
	return ok;
}

bool etl_check_head(const uint8_t *head, size_t n, const char **why)
{
	struct etl_file f = { 0 };
	bool ok = !(*why = not_a_trace(head, n)) && read_session(&f, head, n, why);

	free(f.fl_logger);
	free(f.fl_filename);
	return ok;
}

static bool check_file(struct etl_file *f, const char **why)
{
	uint8_t *head = base_malloc(ETL_HEAD);
	size_t n;
	bool ok;

	*why = "cannot be read: out of memory";
	if (!head)
		return false;
	n = etl_pread(f->fl_fd, 0, head, ETL_HEAD);
	ok = !(*why = not_a_trace(head, n)) && read_session(f, head, n, why);
	free(head);
	return ok;
}

static struct etl_file *new_file(struct etw_trace *t, int fd)
{
	struct etl_file *grown = base_realloc(t->tr_files, (t->tr_nfiles + 1) * sizeof(*grown));
	struct etl_file *f;

	if (!grown) {
		close(fd);
		return NULL;
	}
	t->tr_files = grown;
	f = &grown[t->tr_nfiles];
	*f = (struct etl_file){ .fl_fd = fd, .fl_no = t->tr_nfiles++ };
	return f;
}

/* Takes over the descriptor. member: the name in an archive, or NULL. */
static bool add_file(struct etw_trace *t, const char *path, const char *member, int fd,
	const char **why)
{
	struct etl_file *f = new_file(t, fd);
	struct stat st;

	*why = "cannot be read: out of memory";
	if (!f || base_asprintf(&f->fl_path, member ? "%s(%s)" : "%s", path, member) < 0)
		return false;
	*why = NULL;
	if (fstat(fd, &st) < 0)
		return false;
	f->fl_size = (uint64_t)st.st_size;
	if (!check_file(f, why))
		return false;
	f->fl_log.lf_path = f->fl_path;
	f->fl_log.lf_filesize = f->fl_size;
	etl_clock_init(&f->fl_clock, &f->fl_log);
	return true;
}

#define NAME_MAX_SAID 200 /* bytes of a member's name in a message */

/* `culprit`: the name of the bad member, if there is one. */
static bool add_archive(struct etw_trace *t, const char *path, int fd, char *culprit,
	const char **why)
{
	struct etl_zip *z = etl_zip_open(fd, why);
	const char *name = NULL;
	unsigned n = 0;
	int member = -1;

	if (!z)
		return false;
	if (etl_zip_check(z, &name, why))
		for (; (member = etl_zip_next(z, &name, why)) >= 0; n++)
			if (!add_file(t, path, name, member, why))
				break;
	if (*why && name)
		snprintf(culprit, NAME_MAX_SAID, "%s", name);
	if (member < 0 && !*why && !n)
		*why = "is a ZIP archive without an .etl file in it";
	etl_zip_close(z);
	return member < 0 && !*why;
}

static bool add_path(struct etw_trace *t, const char *path, bool named, char *culprit,
	const char **why)
{
	int fd = etl_source_open(path, named, why);

	if (fd < 0)
		return false;
	if (etl_is_zip(fd))
		return add_archive(t, path, fd, culprit, why);
	return add_file(t, path, NULL, fd, why);
}

/*
 * Nanosecond 0 is the earliest start. Files that share a clock count from its earliest t0; files
 * with different clocks count from their own starts, offset by wall time.
 */
static void join_clocks(struct etw_trace *t)
{
	const struct etl_file *first = &t->tr_files[0];

	for (struct etl_file *f = t->tr_files; f < t->tr_files + t->tr_nfiles; f++) {
		if (!etl_clock_same(&t->tr_files[0].fl_log, &f->fl_log))
			t->tr_walltime = true;
		if (f->fl_log.lf_starttime < first->fl_log.lf_starttime)
			first = f;
	}
	for (struct etl_file *f = t->tr_files; f < t->tr_files + t->tr_nfiles; f++) {
		if (t->tr_walltime)
			f->fl_clock.ck_nsbase = (f->fl_log.lf_starttime -
							first->fl_log.lf_starttime) *
				100;
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
	join_clocks(t);
	return etl_streams(t);
}

static bool open_all(struct etw_trace *t, const char *const *paths, unsigned named, unsigned n,
	char *err, size_t errlen)
{
	for (unsigned i = 0; i < n; i++) {
		const char *name = strcmp(paths[i], "-") ? paths[i] : "standard input", *why;
		char culprit[NAME_MAX_SAID] = "";

		if (add_path(t, paths[i], i < named, culprit, &why))
			continue;
		if (why && *culprit)
			snprintf(err, errlen, "%s(%s) %s", name, culprit, why);
		else if (why)
			snprintf(err, errlen, "%s %s", name, why);
		else
			snprintf(err, errlen, "cannot open %s: %s", name, strerror(errno));
		return false;
	}
	return true;
}

struct etw_trace *etw_open(const char *const *paths, unsigned n, char *err, size_t errlen)
{
	return etw_open_found(paths, n, n, err, errlen);
}

struct etw_trace *etw_open_found(const char *const *paths, unsigned named, unsigned n, char *err,
	size_t errlen)
{
	struct etw_trace *t = base_calloc(1, sizeof(*t));

	snprintf(err, errlen, "%s", n ? "out of memory" : "no file was named");
	if (!t || !n || !open_all(t, paths, named, n, err, errlen))
		goto fail;
	if (!index_all(t))
		goto fail;
	t->tr_indexed = t->tr_stats;
	t->tr_heldmax = ETL_MAX_HELD;
	etl_merge_start(t);
	return t;
fail:
	etw_close(t);
	return NULL;
}

static void close_file(struct etl_file *f)
{
	close(f->fl_fd);
	free(f->fl_win);
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
	free(t->tr_packed);
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

uint64_t etw_elapsed_ns(const struct etw_trace *t, unsigned file, uint64_t ticks)
{
	return file < t->tr_nfiles ? etl_ratio(&t->tr_files[file].fl_clock.ck_ns, ticks) : 0;
}
