/* The initial system table of a live machine: the processes that exist already, from /proc. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "engine.h"
#include "openfile.h"
#include "stream.h"

/*
 * "pid (comm) S ppid pgrp session ...": comm may hold anything, so it ends at the last parenthesis.
 */
static char *stat_split(char *buf, char **comm)
{
	char *open = strchr(buf, '('), *close = strrchr(buf, ')');

	if (!open || !close || close < open)
		return NULL;
	*close = 0;
	*comm = open + 1;
	return close + 2;
}

/*
 * The initial stack: argc, the pointers of argv and a NULL, then those of the environment. Its
 * address is the 28th number of /proc/PID/stat, 0 for those who may not know.
 */
static void read_stack(proc_t *p)
{
	char path[32], buf[1024], *comm, *rest;
	struct iovec local, remote;
	unsigned long sp;
	int32_t argc;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)p->p_pid);
	if (base_slurp(AT_FDCWD, path, buf, sizeof(buf)) <= 0 || !(rest = stat_split(buf, &comm)))
		return;
	for (unsigned i = 3; rest && i < 28; i++)
		rest = strchr(rest, ' ') ? strchr(rest, ' ') + 1 : NULL;
	if (!rest || (sp = strtoul(rest, NULL, 10)) == 0)
		return;
	local = (struct iovec){ &argc, sizeof(argc) };
	remote = (struct iovec){ (void *)sp, sizeof(argc) };
	if (process_vm_readv(p->p_pid, &local, 1, &remote, 1, 0) == (ssize_t)sizeof(argc))
		p->p_argc = argc;
	p->p_argv = sp + 8;
	p->p_envp = sp + 16 + 8 * (uint64_t)(uint32_t)p->p_argc;
}

static void cmdline_read(int dirfd, proc_t *p, char *buf, size_t size)
{
	ssize_t n = base_slurp(dirfd, "cmdline", buf, size);

	p->p_argc = 0;
	if (n <= 0) {
		buf[0] = 0;
		return;
	}
	for (ssize_t i = 0; i < n; i++)
		if (!buf[i]) {
			p->p_argc++;
			buf[i] = i + 1 < n ? ' ' : 0;
		}
}

static void ids_read(int dirfd, proc_t *p, char *buf, size_t size)
{
	const char *s;

	if (base_slurp(dirfd, "status", buf, size) < 0)
		return;
	s = strstr(buf, "\nUid:");
	if (s)
		sscanf(s, "\nUid: %u %u", &p->p_uid, &p->p_euid);
	s = strstr(buf, "\nGid:");
	if (s)
		sscanf(s, "\nGid: %u %u", &p->p_gid, &p->p_egid);
}

static void threads_read(struct dt_system *sy, int dirfd, uint32_t pid)
{
	int fd = base_openread(dirfd, "task", O_DIRECTORY);
	DIR *d = fd < 0 ? NULL : base_fdopendir(fd);
	struct dirent *de;
	char name[300], comm[64];

	while (d && (de = readdir(d))) {
		thread_t *t;
		ssize_t n;

		if (!isdigit((unsigned char)de->d_name[0]))
			continue;
		t = dt_sys_thread(sy, atoi(de->d_name), pid);
		t->t_flags &= ~THREAD_UNKNOWN;
		snprintf(name, sizeof(name), "%s/comm", de->d_name);
		n = base_slurp(fd, name, comm, sizeof(comm));
		if (n > 0) {
			comm[strcspn(comm, "\n")] = 0;
			dt_sys_thread_name(sy, t, comm);
		}
	}
	if (d)
		closedir(d);
	else if (fd >= 0)
		close(fd);
}

static int64_t boot_wall(void)
{
	struct timespec real, boot;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_BOOTTIME, &boot);
	return (real.tv_sec - boot.tv_sec) * 1000000000ll + real.tv_nsec - boot.tv_nsec;
}

/* What /proc/PID/stat says. */
struct statline {
	char sl_comm[64];
	int sl_ppid, sl_pgrp, sl_session;
	int64_t sl_start; /* ns since 1970 */
};

static bool stat_read(int dirfd, struct statline *sl)
{
	char buf[1024], *comm, *rest;
	unsigned long long start;

	if (base_slurp(dirfd, "stat", buf, sizeof(buf)) <= 0 || !(rest = stat_split(buf, &comm)))
		return false;
	if (sscanf(rest,
		    "%*c %d %d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
		    &sl->sl_ppid, &sl->sl_pgrp, &sl->sl_session, &start) != 4)
		return false;
	snprintf(sl->sl_comm, sizeof(sl->sl_comm), "%s", comm);
	sl->sl_start = boot_wall() + (int64_t)(start * (1000000000ull / sysconf(_SC_CLK_TCK)));
	return true;
}

static void process_fill(struct dt_system *sy, int dirfd, const struct statline *sl, proc_t *p)
{
	char buf[8192];

	p->p_ppid = sl->sl_ppid;
	p->p_pgid = sl->sl_pgrp;
	p->p_sid = sl->sl_session;
	p->p_model = 2;
	p->p_start = sl->sl_start;
	cmdline_read(dirfd, p, buf, sizeof(buf));
	dt_sys_proc_exec(sy, p, NULL, *buf ? buf : p->p_name);
	if (!*buf) {
		p->p_flags |= PROC_KERNEL;
		p->p_arglen = 0;
	} else {
		read_stack(p);
	}
	ids_read(dirfd, p, buf, sizeof(buf));
}

static void process_read(struct dt_system *sy, int dirfd, uint32_t pid)
{
	struct statline sl;
	proc_t *p;

	if (!stat_read(dirfd, &sl))
		return;
	p = dt_sys_proc_start(sy, pid, sl.sl_ppid, sl.sl_comm, NULL);
	process_fill(sy, dirfd, &sl, p);
	p->p_nthreads = 0;
	threads_read(sy, dirfd, pid);
}

#define PRIO_DEFAULT 120 /* the kernel's number of nice 0 */

void dt_sys_read_own(struct dt_system *sy, thread_t *t)
{
	int fd = base_openread(AT_FDCWD, "/proc/self", O_DIRECTORY);
	int policy = sched_getscheduler(0);
	struct statline sl;
	cpu_set_t cpus;

	if (fd >= 0 && stat_read(fd, &sl))
		process_fill(sy, fd, &sl, t->t_proc);
	if (fd >= 0)
		close(fd);
	dt_sys_thread_name(sy, t, t->t_proc->p_name);
	if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0) {
		memcpy(&t->t_affinity, &cpus, sizeof(t->t_affinity));
		t->t_ncpus = CPU_COUNT(&cpus);
	}
	t->t_state = THREAD_RUNS;
	t->t_sname = 'O';
	t->t_nice = getpriority(PRIO_PROCESS, 0);
	t->t_pri = PRIO_DEFAULT + t->t_nice;
	t->t_class = policy == SCHED_OTHER || policy == SCHED_BATCH ? THREAD_CLASS_TS :
		policy == SCHED_FIFO || policy == SCHED_RR	    ? THREAD_CLASS_RT :
								      THREAD_CLASS_UNKNOWN;
}

void dt_sys_read_proc(struct dt_system *sy, uint32_t pid)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/%u", pid);
	fd = base_openread(AT_FDCWD, path, O_DIRECTORY);
	if (fd < 0)
		return; /* it has exited */
	process_read(sy, fd, pid);
	close(fd);
}

int32_t dt_proc_ppid(int32_t pid)
{
	char path[32], buf[1024], *comm, *rest;
	int ppid;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (base_slurp(AT_FDCWD, path, buf, sizeof(buf)) <= 0 || !(rest = stat_split(buf, &comm)) ||
		sscanf(rest, "%*c %d", &ppid) != 1)
		return -1;
	return ppid;
}

int dt_sys_load_proc(struct dt_system *sy)
{
	DIR *d = base_opendir("/proc");
	struct dirent *de;

	if (!d)
		return -1;
	while ((de = readdir(d)))
		if (isdigit((unsigned char)de->d_name[0]))
			dt_sys_read_proc(sy, (uint32_t)atoi(de->d_name));
	closedir(d);
	return 0;
}
