/*
 * The task context of a firing: user registers, directories, control group, pid in its namespace
 * and open files. Values that the feed captured at the event are used as they are; others come from
 * /proc, if the process runs here and still exists. Unknown values are 0, "" or a closed file.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "engine.h"
#include "openfile.h"

#define PATHMAX 4096

static const struct dt_taskctx no_context;

static const struct dt_taskctx *context_of(const struct dif_mach *ma)
{
	return ma->ma_fi->fi_taskctx ? ma->ma_fi->fi_taskctx : &no_context;
}

static uint64_t put_text(struct dif_mach *ma, const char *s)
{
	return dif_put_text(ma, s, strlen(s));
}

/*
 * Writes the name /proc/PID/what of the firing's process; false: the process isn't on this machine.
 */
static bool proc_name(const struct dif_mach *ma, const char *what, char *buf, size_t size)
{
	const struct dt_engine *en = ma->ma_arg;

	snprintf(buf, size, "/proc/%d/%s", (int)ma->ma_fi->fi_thread->t_proc->p_pid, what);
	return en->en_live;
}

static bool proc_link(const struct dif_mach *ma, const char *what, char *buf)
{
	char name[64];
	ssize_t n = proc_name(ma, what, name, sizeof(name)) ? readlink(name, buf, PATHMAX - 1) : -1;

	buf[n > 0 ? n : 0] = 0;
	return n > 0;
}

static bool proc_text(const struct dif_mach *ma, const char *what, char *buf, size_t size)
{
	char name[64];

	buf[0] = 0;
	return proc_name(ma, what, name, sizeof(name)) && base_slurp(AT_FDCWD, name, buf, size) > 0;
}

static uint64_t link_text(struct dif_mach *ma, const char *captured, const char *what)
{
	char buf[PATHMAX];

	if (captured)
		return put_text(ma, captured);
	proc_link(ma, what, buf);
	return put_text(ma, buf);
}

/* Returns the path from the line of the unified hierarchy, "0::/path". */
static const char *cgroup_late(const struct dif_mach *ma, char *buf, size_t size)
{
	char *at;

	proc_text(ma, "cgroup", buf, size);
	at = strncmp(buf, "0::", 3) ? strstr(buf, "\n0::") : buf;
	if (!at)
		return "";
	at += (*at == '\n') + 3;
	at[strcspn(at, "\n")] = 0;
	return at;
}

static const char *cgroup_of(const struct dif_mach *ma, char *buf, size_t size)
{
	const struct dt_taskctx *wh = context_of(ma);

	return wh->tc_cgroup ? wh->tc_cgroup : cgroup_late(ma, buf, size);
}

/* The id of a group is the inode number of its directory. */
static uint64_t cgroupid_of(const struct dif_mach *ma)
{
	static const char *const mounts[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	char buf[PATHMAX], dir[PATHMAX + 64];
	const char *path;
	struct stat st;

	path = cgroup_late(ma, buf, sizeof(buf));
	for (unsigned i = 0; *path && i < 2; i++) {
		snprintf(dir, sizeof(dir), "%s%s", mounts[i], path);
		if (stat(dir, &st) == 0)
			return st.st_ino;
	}
	return 0;
}

/* The last number of the line NSpid is the pid in the innermost namespace. */
static int32_t nspid_of(const struct dif_mach *ma)
{
	char buf[8192], *at, *end;

	if (context_of(ma)->tc_nspid)
		return context_of(ma)->tc_nspid;
	if (!proc_text(ma, "status", buf, sizeof(buf)) || !(at = strstr(buf, "\nNSpid:")))
		return ma->ma_fi->fi_thread->t_proc->p_pid;
	end = at + 1 + strcspn(at + 1, "\n");
	while (end > at && strchr("0123456789", end[-1]))
		end--;
	return atoi(end);
}

bool dt_taskctx_builtin(struct dif_mach *ma, uint32_t var, uint64_t index, uint64_t *value)
{
	const struct dt_taskctx *wh = context_of(ma);
	char buf[PATHMAX];

	switch (var) {
	case DIF_VAR_UREGS: *value = index < wh->tc_nuregs ? wh->tc_uregs[index] : 0; return true;
	case DIF_VAR_CWD: *value = link_text(ma, wh->tc_cwd, "cwd"); return true;
	case DIF_VAR_ROOT: *value = link_text(ma, wh->tc_root, "root"); return true;
	case DIF_VAR_CGROUP: *value = put_text(ma, cgroup_of(ma, buf, sizeof(buf))); return true;
	case DIF_VAR_CGROUPID: *value = cgroupid_of(ma); return true;
	case DIF_VAR_NSPID: *value = (uint64_t)nspid_of(ma); return true;
	}
	return false;
}

/*
 * Files.
 */
static char *file_text(struct dif_mach *ma, const char *s)
{
	return (char *)(uintptr_t)put_text(ma, s);
}

static uint64_t put_file(struct dif_mach *ma, const ofile_t *from)
{
	ofile_t *of = dif_scratch(ma, sizeof(*of));

	if (!of)
		return 0;
	*of = *from;
	of->of_path = file_text(ma, from->of_path);
	of->of_fs = file_text(ma, from->of_fs);
	of->of_mount = file_text(ma, from->of_mount);
	return of->of_path && of->of_fs && of->of_mount ? (uintptr_t)of : 0;
}

static const ofile_t closed = { .of_fd = -1,
	.of_path = (char *)"",
	.of_fs = (char *)"",
	.of_mount = (char *)"" };

static long info_number(const char *info, const char *key, int base)
{
	const char *at = strstr(info, key);

	return at ? strtol(at + strlen(key), NULL, base) : 0;
}

/*
 * Sets *mount and *fs if the line describes mount `id`. In this line they are /mnt2 and ext3:
 *   36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
 */
static void mount_line(char *line, long id, char **mount, char **fs)
{
	char *save, *word = strtok_r(line, " ", &save), *sep;

	if (!word || strtol(word, NULL, 10) != id)
		return;
	for (int i = 0; word && i < 4; i++)
		word = strtok_r(NULL, " ", &save);
	sep = word ? strstr(save, "- ") : NULL;
	if (!sep)
		return;
	*mount = word;
	*fs = sep + 2;
	(*fs)[strcspn(*fs, " ")] = 0;
}

#define MOUNTINFO_MAX (4u << 20) /* bytes; a process may have any number of mounts */

/* *mount and *fs point into found (PATHMAX bytes), or are unchanged. */
static void mount_find(const struct dif_mach *ma, long id, char *found, char **mount, char **fs)
{
	char name[64], *text, *line, *next;
	size_t len;
	int fd = proc_name(ma, "mountinfo", name, sizeof(name)) ?
		base_open(NULL, name, UINT64_MAX, BASE_NAMED) :
		-1;

	if (fd < 0)
		return;
	text = base_read(fd, MOUNTINFO_MAX, &len);
	close(fd);
	for (line = text; line && *line && *mount == closed.of_mount; line = next) {
		char *m = NULL, *f = NULL;

		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		mount_line(line, id, &m, &f);
		if (!m || !f)
			continue;
		size_t at = strlen(m) + 1;
		if (at + strlen(f) + 1 > PATHMAX)
			break;
		strcpy(found, m);
		strcpy(found + at, f);
		*mount = found;
		*fs = found + at;
	}
	free(text);
}

static uint64_t file_late(struct dif_mach *ma, int32_t fd)
{
	char what[32], path[PATHMAX], info[1024], found[PATHMAX];
	ofile_t of = closed;

	snprintf(what, sizeof(what), "fd/%d", (int)fd);
	if (fd < 0 || !proc_link(ma, what, path))
		return put_file(ma, &closed);
	of.of_fd = fd;
	of.of_path = path;
	snprintf(what, sizeof(what), "fdinfo/%d", (int)fd);
	if (proc_text(ma, what, info, sizeof(info))) {
		of.of_offset = info_number(info, "pos:", 10);
		of.of_flags = (uint32_t)info_number(info, "flags:", 8);
		mount_find(ma, info_number(info, "mnt_id:", 10), found, &of.of_mount, &of.of_fs);
	}
	return put_file(ma, &of);
}

uint64_t dt_taskctx_ofile(struct dif_mach *ma, int32_t fd)
{
	const struct dt_taskctx *wh = context_of(ma);

	for (unsigned i = 0; i < wh->tc_nfiles; i++)
		if (wh->tc_files[i].tcf_asked == fd)
			return put_file(ma, &wh->tc_files[i].tcf_file);
	return file_late(ma, fd);
}
