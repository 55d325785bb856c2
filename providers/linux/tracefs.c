/*
 * Tracepoints as tracefs describes them: families (systems), names, and their records.
 *
 * If tracefs isn't mounted, a private mount is used. What was read is kept as long as the engine.
 */
#include "lx.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "index.h"
#include "stream.h"

#define FSCONFIG_CMD_CREATE 6 /* missing in <sys/mount.h> of older systems */
#define FIELDS_MAX 64

struct record {
	struct base_link rc_link;	      /* in tf_names */
	char *rc_system, *rc_event, *rc_type; /* "struct linux_..." */
	char *rc_pointer;		      /* "struct linux_... *" */
	bool rc_read;
	struct dt_tracefs_format rc_format;
	struct dt_record_field rc_fields[FIELDS_MAX];
	unsigned rc_nfields;
};

struct tracefs {
	int tf_dir; /* the folder `events` + 1; 0: not open */
	struct record **tf_records;
	uint32_t tf_nrecords;
	struct base_index tf_names; /* of the records, by event */
};

static void record_free(struct record *rc)
{
	for (unsigned i = 0; i < rc->rc_nfields; i++)
		free((void *)rc->rc_fields[i].rf_name);
	free(rc->rc_system);
	free(rc->rc_event);
	free(rc->rc_type);
	free(rc->rc_pointer);
	free(rc);
}

static void tracefs_fini(void *arg)
{
	struct tracefs *tf = arg;

	for (uint32_t i = 0; i < tf->tf_nrecords; i++)
		record_free(tf->tf_records[i]);
	free(tf->tf_records);
	base_index_clear(&tf->tf_names, NULL);
	if (tf->tf_dir)
		close(tf->tf_dir - 1);
}

static struct tracefs *tracefs_of(struct dt_engine *en)
{
	static const char key;

	return dt_engine_state(en, &key, sizeof(struct tracefs), tracefs_fini);
}

static int mount_own(void)
{
	int ctx = (int)syscall(SYS_fsopen, "tracefs", 1), fd = -1; /* 1: close on exec */

	if (ctx >= 0 && syscall(SYS_fsconfig, ctx, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
		fd = (int)syscall(SYS_fsmount, ctx, 1, 0);
	if (ctx >= 0)
		close(ctx);
	return fd;
}

static int events_open(void)
{
	static const char *const places[] = { "/sys/kernel/tracing/events",
		"/sys/kernel/debug/tracing/events" };
	int root, dir = -1;

	for (unsigned i = 0; i < 2 && dir < 0; i++)
		dir = base_openread(AT_FDCWD, places[i], O_DIRECTORY);
	if (dir >= 0 || (root = mount_own()) < 0)
		return dir;
	dir = base_openread(root, "events", O_DIRECTORY);
	close(root);
	return dir;
}

/* The folder `events`, or -1. */
static int events_dir(struct tracefs *tf)
{
	if (tf && !tf->tf_dir)
		tf->tf_dir = events_open() + 1;
	return tf ? tf->tf_dir - 1 : -1;
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Calls fn for each folder in it, by name. */
static bool folders(struct dt_engine *en, const char *path, void (*fn)(const char *, void *),
	void *arg)
{
	struct dirent **list = NULL;
	int dir = events_dir(tracefs_of(en)),
	    n = dir >= 0 ? scandirat(dir, path, &list, NULL, compare_names) : -1;

	for (int i = 0; i < n; i++) {
		if (list[i]->d_type == DT_DIR && list[i]->d_name[0] != '.')
			fn(list[i]->d_name, arg);
		free(list[i]);
	}
	free(list);
	return n >= 0;
}

bool dt_tracefs_systems(struct dt_engine *en, void (*fn)(const char *, void *), void *arg)
{
	return folders(en, ".", fn, arg);
}

bool dt_tracefs_events(struct dt_engine *en, const char *system, void (*fn)(const char *, void *),
	void *arg)
{
	return folders(en, system, fn, arg);
}

static struct record *record_make(const char *system, const char *event)
{
	struct record *rc = base_calloc(1, sizeof(*rc));

	if (!rc)
		return NULL;
	rc->rc_system = base_strdup(system);
	rc->rc_event = base_strdup(event);
	if (!rc->rc_system || !rc->rc_event ||
		base_asprintf(&rc->rc_pointer, "struct linux_%s_%s *", system, event) < 0) {
		rc->rc_pointer = NULL;
		record_free(rc);
		return NULL;
	}
	for (char *s = rc->rc_pointer + strlen("struct "); *s != ' '; s++)
		if (strchr("-.", *s))
			*s = '_';
	rc->rc_type = base_strdup(rc->rc_pointer);
	if (!rc->rc_type) {
		record_free(rc);
		return NULL;
	}
	rc->rc_type[strlen(rc->rc_type) - strlen(" *")] = '\0';
	return rc;
}

static struct record *record_of(struct dt_engine *en, const char *system, const char *event)
{
	struct tracefs *tf = tracefs_of(en);
	uint64_t hash = base_hash_text(event);
	struct record *rc;

	for (struct base_link *ln = tf ? base_index_first(&tf->tf_names, hash) : NULL; ln;
		ln = base_index_next(ln)) {
		rc = BASE_ENTRY(ln, struct record, rc_link);
		if (strcmp(rc->rc_event, event) == 0 && strcmp(rc->rc_system, system) == 0)
			return rc;
	}
	if (!tf || !base_more(tf->tf_records, tf->tf_nrecords))
		return NULL;
	rc = record_make(system, event);
	if (!rc)
		return NULL;
	tf->tf_records[tf->tf_nrecords++] = rc;
	base_index_add(&tf->tf_names, &rc->rc_link, hash);
	return rc;
}

const char *dt_tracefs_record(struct dt_engine *en, const char *system, const char *event)
{
	struct record *rc = record_of(en, system, event);

	return rc ? rc->rc_pointer : NULL;
}

/*
 * Formats: "\tfield:unsigned char name[16];\toffset:8;\tsize:16;\tsigned:0;"
 */
static const char *type_by_size(uint32_t size, bool sign)
{
	switch (size) {
	case 1: return sign ? "int8_t" : "uint8_t";
	case 2: return sign ? "int16_t" : "uint16_t";
	case 4: return sign ? "int32_t" : "uint32_t";
	default: return sign ? "int64_t" : "uint64_t";
	}
}

static bool has_word(const char *text, const char *word)
{
	return strstr(text, word) != NULL;
}

static void field_type(struct dt_record_field *rf, const char *decl, const char *dims, bool sign)
{
	uint32_t count = dims ? (uint32_t)strtoul(dims + 1, NULL, 10) : 0;
	bool text = has_word(decl, "char");

	if (has_word(decl, "*")) {
		rf->rf_type = "uintptr_t";
	} else if (dims) { /* number of elements from the sizes: the dimension may be a name */
		uint32_t each = count != 0 && rf->rf_size % count == 0 ? rf->rf_size / count : 1;

		each = each == 1 || each == 2 || each == 4 || each == 8 ? each : 1;
		rf->rf_count = rf->rf_size / each;
		rf->rf_type = text && each == 1 ? "char" : type_by_size(each, sign);
	} else if (rf->rf_size == 1 || rf->rf_size == 2 || rf->rf_size == 4 || rf->rf_size == 8) {
		rf->rf_type = type_by_size(rf->rf_size, sign);
	} else {
		rf->rf_type = "uint8_t";
		rf->rf_count = rf->rf_size;
	}
}

static void field_location(struct record *rc, struct dt_record_field *rf, const char *decl)
{
	struct dt_tracefs_format *tf = &rc->rc_format;

	if ((!has_word(decl, "__data_loc") && !has_word(decl, "__rel_loc")) ||
		tf->tf_nlocs == DT_LX_LOCS)
		return;
	tf->tf_locs[tf->tf_nlocs].lo_off = (uint16_t)rf->rf_offset;
	tf->tf_locs[tf->tf_nlocs++].lo_relative = has_word(decl, "__rel_loc");
	rf->rf_type = "uint32_t"; /* length << 16 | offset */
	rf->rf_count = 0;
}

static void field_line(struct record *rc, char *line)
{
	struct dt_record_field *rf = &rc->rc_fields[rc->rc_nfields];
	char *decl = strstr(line, "field:"), *end = decl ? strchr(decl, ';') : NULL, *name, *dims;
	unsigned off, size;
	int sign = 0;

	if (!end || rc->rc_nfields == FIELDS_MAX ||
		sscanf(end + 1, " offset:%u; size:%u; signed:%d", &off, &size, &sign) < 2 ||
		size == 0)
		return;
	*end = '\0';
	decl += 6;
	dims = strrchr(decl, '[');
	if (dims && dims > decl && dims[-1] == ' ') /* "__data_loc char[] name" */
		dims = NULL;
	if (dims && strchr(dims, ' '))
		dims = NULL;
	if (dims)
		*dims = '\0';
	name = strrchr(decl, ' ');
	if (!name)
		return;
	*name++ = '\0';
	rf->rf_record = rc->rc_type + 7;
	rf->rf_name = base_strdup(name);
	rf->rf_offset = off;
	rf->rf_size = size;
	if (dims)
		*dims = '[';
	field_type(rf, decl, dims, sign != 0);
	field_location(rc, rf, decl);
	if (off + size > rc->rc_format.tf_size)
		rc->rc_format.tf_size = off + size;
	rc->rc_nfields += rf->rf_name != NULL;
}

static bool format_read(struct dt_engine *en, struct record *rc)
{
	char path[300], line[1024];
	int dir = events_dir(tracefs_of(en)), fd;
	FILE *fp;

	snprintf(path, sizeof(path), "%s/%s/format", rc->rc_system, rc->rc_event);
	fd = dir >= 0 ? base_openread(dir, path, 0) : -1;
	fp = fd >= 0 ? base_fdstream(fd, "re") : NULL;
	if (!fp)
		return false;
	while (fgets(line, sizeof(line), fp)) {
		if (strncmp(line, "ID: ", 4) == 0)
			rc->rc_format.tf_id = (uint32_t)strtoul(line + 4, NULL, 10);
		else
			field_line(rc, line);
	}
	fclose(fp);
	if (rc->rc_format.tf_size > DT_LX_RECORD / 2)
		rc->rc_format.tf_size = DT_LX_RECORD / 2;
	rc->rc_read = rc->rc_format.tf_id != 0 && rc->rc_format.tf_size >= 8;
	return rc->rc_read;
}

const struct dt_tracefs_format *dt_tracefs_format(struct dt_engine *en, const char *system,
	const char *event)
{
	struct record *rc = record_of(en, system, event);

	return rc && (rc->rc_read || format_read(en, rc)) ? &rc->rc_format : NULL;
}

uint32_t dt_tracefs_find(struct dt_engine *en, const char *tag)
{
	const struct tracefs *tf = tracefs_of(en);

	for (uint32_t i = 0; tf && i < tf->tf_nrecords; i++) {
		if (strcmp(tf->tf_records[i]->rc_type + 7, tag) == 0)
			return i + 1;
	}
	return 0;
}

bool dt_tracefs_field(struct dt_engine *en, uint32_t number, unsigned i, struct dt_record_field *f)
{
	const struct tracefs *tf = tracefs_of(en);
	struct record *rc = tf && number > 0 && number <= tf->tf_nrecords ?
		tf->tf_records[number - 1] :
		NULL;

	if (!rc || (!rc->rc_read && !format_read(en, rc)) || i >= rc->rc_nfields)
		return false;
	*f = rc->rc_fields[i];
	return true;
}
