/*
 * What is declared before a program: the native records, and the *.d libraries of the directories
 * that the options name, each after the libraries it depends on.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "arena.h"
#include "control.h"
#include "parse.h"
#include "stream.h"

extern const char dt_records_text[];

#define MAX_FILE (64u << 20)

enum state { LB_FRESH, LB_OPEN, LB_LOADED, LB_SKIPPED };

struct dt_library {
	const char *lb_name, *lb_path;
	char *lb_text;
	size_t lb_len;
	enum state lb_state;
	struct depend {
		const char *de_name;
		struct depend *de_next;
	} * lb_depends, **lb_end;
	struct dt_library *lb_next;
	struct dt_library *lb_before; /* loaded before this one */
};

struct loader {
	struct dt_lang *lo_la;
	struct dt_arena *lo_arena;
	struct dt_library *lo_list, **lo_end;
	struct dt_library *lo_current;
	struct dt_library *lo_last; /* loaded */
};

static int fail(struct dt_lang *la, const char *what, const char *a, const char *sep, const char *b)
{
	memset(&la->la_msg, 0, sizeof(la->la_msg));
	la->la_msg.me_tag = D_UNKNOWN;
	snprintf(la->la_msg.me_text, sizeof(la->la_msg.me_text), "%s%s%s%s", what, a, sep, b);
	return -1;
}

static struct dt_library *find(struct loader *lo, const char *name)
{
	for (struct dt_library *lb = lo->lo_list; lb; lb = lb->lb_next)
		if (strcmp(lb->lb_name, name) == 0)
			return lb;
	return NULL;
}

/* Reading. */

static void note_depend(void *arg, struct dt_control *co)
{
	struct loader *lo = arg;
	struct depend *de;
	const char *s;
	size_t n;

	if (!dt_control_is(co, "pragma") || !dt_control_is(co, "D") ||
		!dt_control_is(co, "depends_on") || !dt_control_is(co, "library"))
		return;
	s = dt_control_word(co, &n);
	if (!s)
		return; /* the parser reports it */
	de = dt_arena_alloc(lo->lo_arena, sizeof(*de));
	de->de_name = dt_arena_strndup(lo->lo_arena, s, n);
	*lo->lo_current->lb_end = de;
	lo->lo_current->lb_end = &de->de_next;
}

static char *slurp(struct loader *lo, const char *path, size_t *len)
{
	FILE *fp = base_stream(path, "re");
	struct stat st;
	char *buf = NULL;

	if (!fp)
		return NULL;
	if (fstat(fileno(fp), &st) == 0 && S_ISREG(st.st_mode) && st.st_size < MAX_FILE) {
		buf = dt_arena_alloc(lo->lo_arena, (size_t)st.st_size + 1);
		*len = fread(buf, 1, (size_t)st.st_size, fp);
	}
	fclose(fp);
	return buf;
}

static int add_file(struct loader *lo, const char *dir, const char *name)
{
	struct dt_library *lb = dt_arena_alloc(lo->lo_arena, sizeof(*lb));
	size_t n = strlen(dir) + strlen(name) + 2;
	char *path = dt_arena_alloc(lo->lo_arena, n);

	snprintf(path, n, "%s/%s", dir, name);
	lb->lb_name = dt_arena_strndup(lo->lo_arena, name, strlen(name));
	lb->lb_path = path;
	lb->lb_end = &lb->lb_depends;
	lb->lb_text = slurp(lo, path, &lb->lb_len);
	if (!lb->lb_text)
		return fail(lo->lo_la, "failed to read library ", path, "", "");
	lo->lo_current = lb;
	dt_control_each(lb->lb_text, lb->lb_len, note_depend, lo);
	*lo->lo_end = lb;
	lo->lo_end = &lb->lb_next;
	return 0;
}

static int is_library(const struct dirent *de)
{
	size_t n = strlen(de->d_name);

	return n > 2 && de->d_name[0] != '.' && strcmp(de->d_name + n - 2, ".d") == 0;
}

static int add_dir(struct loader *lo, const char *dir)
{
	struct dirent **names;
	int n = base_scandir(dir, &names, is_library), i, rc = 0;

	for (i = 0; i < n; i++) {
		if (rc == 0 && !find(lo, names[i]->d_name))
			rc = add_file(lo, dir, names[i]->d_name);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	return rc;
}

static int add_dirs(struct loader *lo, const char *list)
{
	char *copy, *save;
	int rc = 0;

	if (!list)
		return 0;
	copy = dt_arena_strndup(lo->lo_arena, list, strlen(list));
	for (char *dir = strtok_r(copy, "\n", &save); dir && rc == 0;
		dir = strtok_r(NULL, "\n", &save))
		rc = add_dir(lo, dir);
	return rc;
}

/* Loading. */

static int parse(struct dt_lang *la, const char *name, const char *text, size_t len, bool *skipped)
{
	if (dt_lang_parse(la, CTX_LIBRARY, name, text, len, 0, NULL) != 0)
		return -1;
	*skipped = !la->la_prog;
	dt_lang_end(la);
	return 0;
}

static int load(struct loader *, struct dt_library *);

static int load_depends(struct loader *lo, struct dt_library *lb, bool *missing)
{
	struct dt_library *on;

	for (struct depend *de = lb->lb_depends; de; de = de->de_next) {
		on = find(lo, de->de_name);
		if (!on)
			return fail(lo->lo_la, "Invalid library dependency in ", lb->lb_name, ": ",
				de->de_name);
		if (on->lb_state == LB_OPEN)
			return fail(lo->lo_la, "Cyclic dependency detected: ", lb->lb_name, " => ",
				on->lb_name);
		if (load(lo, on) != 0)
			return -1;
		*missing |= on->lb_state == LB_SKIPPED;
	}
	return 0;
}

/*
 * A library whose provider or module doesn't exist is left out, and so are libraries that depend on
 * it.
 */
static int load(struct loader *lo, struct dt_library *lb)
{
	bool skip = false;

	if (lb->lb_state != LB_FRESH)
		return 0;
	lb->lb_state = LB_OPEN;
	if (load_depends(lo, lb, &skip) != 0)
		return -1;
	if (!skip && parse(lo->lo_la, lb->lb_path, lb->lb_text, lb->lb_len, &skip) != 0)
		return -1;
	lb->lb_state = skip ? LB_SKIPPED : LB_LOADED;
	lb->lb_before = lo->lo_last;
	lo->lo_last = lb;
	return 0;
}

static int load_all(struct loader *lo)
{
	const struct dt_options *op = lo->lo_la->la_opts;
	bool skipped;
	int rc;

	lo->lo_la->la_records = true;
	rc = parse(lo->lo_la, "dtrace_records.h", dt_records_text, strlen(dt_records_text),
		&skipped);
	lo->lo_la->la_records = false;
	if (rc != 0)
		return -1;
	if (dt_opt(op, DT_OPT_NOLIBS) > 0)
		return 0;
	if (add_dirs(lo, op->op_str[DT_OPT_LIBDIR]) != 0 ||
		add_dirs(lo, op->op_str[DT_OPT_SYSLIBDIR]) != 0)
		return -1;
	for (struct dt_library *lb = lo->lo_list; lb; lb = lb->lb_next)
		if (load(lo, lb) != 0)
			return -1;
	return 0;
}

/* A library before those that it depends on. */
static void tell(const struct loader *lo)
{
	const struct dt_lang_env *env = &lo->lo_la->la_env;

	for (const struct dt_library *lb = lo->lo_last; lb && env->le_loaded; lb = lb->lb_before)
		env->le_loaded(env->le_arg, lb->lb_path);
}

static int load_guarded(struct loader *lo)
{
	struct dt_over over;
	int rc;

	dt_over_push(&over);
	if (setjmp(over.ov_jmp)) {
		dt_over_pop(&over);
		return -1;
	}
	rc = load_all(lo);
	dt_over_pop(&over);
	return rc;
}

int dt_lang_load_libraries(struct dt_lang *la)
{
	struct loader lo = { .lo_la = la, .lo_end = &lo.lo_list };
	struct dt_mark start;
	int rc;

	if (la->la_libsloaded)
		return 0;
	dt_lang_end(la);
	dt_lang_mark(la);
	start = la->la_mark;
	lo.lo_arena = dt_arena_create();
	rc = load_guarded(&lo);
	tell(&lo);
	dt_arena_destroy(lo.lo_arena);
	la->la_libsloaded = rc == 0;
	la->la_libseq = la->la_seq;
	if (rc == 0)
		dt_types_seal(la->la_types);
	if (rc != 0) { /* removes what was loaded, so that the next try starts clean */
		la->la_mark = start;
		dt_lang_undo(la);
	}
	return rc;
}
