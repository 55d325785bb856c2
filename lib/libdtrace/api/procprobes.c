/*
 * The probes that programs and libraries declare themselves, for the provider usdt: of one process,
 * of the processes of -c and -p, or of all that run, with the files of option usdt.
 */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
#include "openfile.h"
#include "process.h"
#include "table.h"

#define FILES_MAX 65536

struct visit {
	dtrace_hdl_t *vi_handle;
	const struct dt_userprobes *vi_query;
	struct dt_maps *vi_maps;
	struct base_table vi_seen; /* images */
	struct dt_userprobe vi_probe;
};

static bool provider_wanted(const char *provider, void *arg)
{
	const struct visit *vi = arg;

	return base_glob(vi->vi_query->uq_provider, provider);
}

static void site_found(const struct dt_elfsite *es, void *arg)
{
	struct visit *vi = arg;
	struct dt_userprobe *up = &vi->vi_probe;

	up->up_provider = es->es_provider;
	up->up_name = es->es_name;
	up->up_function = es->es_function;
	up->up_args = es->es_args;
	up->up_offset = es->es_offset;
	up->up_semaphore = es->es_semaphore;
	vi->vi_query->uq_fn(up, vi->vi_query->uq_arg);
}

/* Takes over the descriptor. */
static void file_visit(struct visit *vi, int fd, const char *path, const char *root)
{
	const char *slash = strrchr(path, '/');

	vi->vi_probe.up_fd = fd;
	vi->vi_probe.up_path = path;
	vi->vi_probe.up_object = slash ? slash + 1 : path;
	dt_elf_notes(&(struct dt_elfnotes){ .eq_file = { fd, path, root },
		.eq_want = provider_wanted,
		.eq_fn = site_found,
		.eq_arg = vi });
	close(fd);
}

/* A file is visited once, however many processes map it. */
static void object_visit(const struct dt_object *ob, void *arg)
{
	struct visit *vi = arg;
	const struct dt_image *im = ob->ob_image;
	bool *seen = base_table_add(&vi->vi_seen, (uintptr_t)im);
	int fd;

	if (!seen || *seen || *im->im_path != '/')
		return;
	*seen = true;
	fd = dt_object_open(ob);
	if (fd < 0)
		return;
	vi->vi_probe.up_exe = ob->ob_exe;
	file_visit(vi, fd, im->im_path, ob->ob_process->ps_root);
}

static void process_visit(struct visit *vi, uint32_t pid)
{
	struct dt_process ps;

	vi->vi_probe.up_pid = pid;
	if (dt_process_read(&ps, pid, vi->vi_maps))
		dt_process_objects(&ps, object_visit, vi);
}

/* The processes of -c and -p; a command that waits at its exec goes on to where libraries are. */
static void targets_visit(struct visit *vi, uint32_t pid)
{
	for (dtrace_proc_t *dp = vi->vi_handle->dh_procs; dp; dp = dp->dp_next) {
		if (pid != DT_USER_TARGETS && pid != (uint32_t)dp->dp_pid)
			continue;
		dt_target_advance(dp->dp_target);
		if (pid == DT_USER_TARGETS) {
			base_table_clear(&vi->vi_seen);
			process_visit(vi, (uint32_t)dp->dp_pid);
		}
	}
}

static void processes_visit(struct visit *vi)
{
	DIR *d = opendir("/proc");
	struct dirent *de;

	for (dtrace_proc_t *dp = vi->vi_handle->dh_procs; dp; dp = dp->dp_next)
		dt_target_advance(dp->dp_target);
	while (d && (de = readdir(d)))
		if (isdigit((unsigned char)*de->d_name))
			process_visit(vi, (uint32_t)strtoul(de->d_name, NULL, 10));
	if (d)
		closedir(d);
}

static void path_visit(struct visit *vi, const char *path)
{
	int fd = base_open(NULL, path, DT_ELF_MAX, BASE_NAMED);

	vi->vi_probe.up_exe = false;
	if (fd >= 0)
		file_visit(vi, fd, path, NULL);
}

/* A file, or each file of a directory. */
static void option_visit(struct visit *vi, const char *path)
{
	DIR *d = opendir(path);
	struct dirent *de;
	char file[PATH_MAX], line[PATH_MAX + 64];

	if (!d && access(path, R_OK) != 0) {
		snprintf(line, sizeof(line), "option usdt: can't read %s: %s", path,
			strerror(errno));
		dt_say(vi->vi_handle, line);
	}
	if (!d)
		path_visit(vi, path);
	while (d && (de = readdir(d)))
		if (snprintf(file, sizeof(file), "%s/%s", path, de->d_name) < (int)sizeof(file))
			path_visit(vi, file);
	if (d)
		closedir(d);
}

static void options_visit(struct visit *vi)
{
	const char *p = vi->vi_handle->dh_opts.op_str[DT_OPT_USDT];
	char path[PATH_MAX];

	while (p && *p) {
		size_t n = strcspn(p, ":");

		if (n != 0 && n < sizeof(path)) {
			snprintf(path, sizeof(path), "%.*s", (int)n, p);
			option_visit(vi, path);
		}
		p += n + (p[n] == ':');
	}
}

void dt_find_probes(void *arg, uint32_t pid, const struct dt_userprobes *query)
{
	struct visit vi = { .vi_handle = arg,
		.vi_query = query,
		.vi_maps = dt_maps_create(),
		.vi_seen = { .mp_size = sizeof(bool), .mp_max = FILES_MAX } };

	if (!vi.vi_maps)
		return;
	if (pid == DT_USER_ALL) {
		processes_visit(&vi);
		vi.vi_probe.up_pid = 0;
		options_visit(&vi);
	} else {
		targets_visit(&vi, pid);
	}
	if (pid != DT_USER_ALL && pid != DT_USER_TARGETS)
		process_visit(&vi, pid);
	base_table_clear(&vi.vi_seen);
	dt_maps_destroy(vi.vi_maps);
}
