/* A process that is held at its exec, or grabbed: target.h. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "alloc.h"
#include "stage.h"

struct dt_target {
	pid_t tg_pid;
	int tg_pidfd;
	bool tg_child;
	bool tg_held;	/* stopped after its exec, traced by this thread */
	bool tg_atexec; /* nothing of it has run, and it may be advanced */
	bool tg_ended;
	struct dt_target_end tg_end;
};

static void fail(char *err, size_t len, const char *what, const char *name, const char *why)
{
	snprintf(err, len, "failed to %s %s: %s", what, name, why);
}

static int pidfd_get(pid_t pid)
{
	return syscall(SYS_pidfd_open, pid, 0);
}

static void environ_change(const char *changes)
{
	char *list = base_strdup(changes ? changes : ""), *save;

	for (char *entry = list ? strtok_r(list, "\n", &save) : NULL; entry;
		entry = strtok_r(NULL, "\n", &save)) {
		char *eq = strchr(entry, '=');

		if (eq)
			*eq = '\0';
		if (eq)
			setenv(entry, eq + 1, 1);
		else
			unsetenv(entry);
	}
	free(list);
}

/*
 * In the child: waits until the parent has seized it, then runs the command, or sends errno and
 * exits.
 */
static void child_run(const char *file, char *const *argv, const struct dt_target_how *how,
	int gofd, int errfd)
{
	char go;
	int error;

	if (read(gofd, &go, 1) != 1)
		_exit(127);
	environ_change(how->th_environ);
	execvp(file, argv);
	error = errno;
	if (write(errfd, &error, sizeof(error)) != sizeof(error))
		_exit(126);
	_exit(127);
}

static ssize_t read_all(int fd, void *buf, size_t len)
{
	ssize_t n;

	do
		n = read(fd, buf, len);
	while (n < 0 && errno == EINTR);
	return n;
}

static pid_t wait_for(pid_t pid, int *status)
{
	pid_t got;

	do
		got = waitpid(pid, status, __WALL);
	while (got < 0 && errno == EINTR);
	return got;
}

/* Lets the seized child run to its exec. Returns 0, or an errno; the child has ended then. */
static int exec_await(pid_t pid, int gofd, int errfd)
{
	int status, error = 0;

	if (send(gofd, "", 1, MSG_NOSIGNAL) != 1)
		return errno;
	for (;;) {
		if (wait_for(pid, &status) < 0)
			return errno;
		if (!WIFSTOPPED(status)) {
			if (read_all(errfd, &error, sizeof(error)) != sizeof(error))
				error = ECHILD;
			return error;
		}
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			return 0;
		/* a signal came first: it is delivered to the command; a group stop is skipped */
		ptrace(PTRACE_CONT, pid, NULL,
			status >> 16 ? NULL : (void *)(long)WSTOPSIG(status));
	}
}

static int child_hold(pid_t pid, int gofd, int errfd)
{
	int error = 0, status;

	if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) != 0)
		error = errno;
	else
		error = exec_await(pid, gofd, errfd);
	if (error) {
		kill(pid, SIGKILL);
		wait_for(pid, &status);
	}
	return error;
}

static int child_start(const char *file, char *const *argv, const struct dt_target_how *how,
	pid_t *out)
{
	int go[2], err[2], error;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, go) != 0)
		return errno;
	if (pipe2(err, O_CLOEXEC) != 0) {
		error = errno;
		close(go[0]);
		close(go[1]);
		return error;
	}
	pid = fork();
	if (pid == 0) {
		close(go[1]);
		child_run(file, argv, how, go[0], err[1]);
	}
	error = pid < 0 ? errno : 0;
	close(go[0]);
	close(err[1]);
	if (!error)
		error = child_hold(pid, go[1], err[0]);
	close(go[1]);
	close(err[0]);
	*out = pid;
	return error;
}

static struct dt_target *target_new(pid_t pid)
{
	struct dt_target *tg = base_calloc(1, sizeof(*tg));

	if (!tg)
		return NULL;
	tg->tg_pid = pid;
	tg->tg_pidfd = pidfd_get(pid);
	if (tg->tg_pidfd < 0) {
		free(tg);
		return NULL;
	}
	return tg;
}

static void end_note(struct dt_target *tg, int status)
{
	tg->tg_ended = true;
	tg->tg_held = false;
	tg->tg_end.te_known = true;
	tg->tg_end.te_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
	tg->tg_end.te_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

struct dt_target *dt_target_start(const char *file, char *const *argv,
	const struct dt_target_how *how, char *err, size_t errlen)
{
	struct dt_target *tg = NULL;
	int error, status;
	pid_t pid = -1;

	error = child_start(file, argv, how, &pid);
	if (!error && !(tg = target_new(pid))) {
		error = errno;
		kill(pid, SIGKILL);
		wait_for(pid, &status);
	}
	if (error) {
		fail(err, errlen, "execute", file, strerror(error));
	} else {
		tg->tg_child = tg->tg_held = true;
		tg->tg_atexec = how->th_stage == DT_STAGE_EXEC && !how->th_fixed;
		if (dt_stage_reach(pid, how->th_stage, &status))
			end_note(tg, status);
	}
	return tg;
}

void dt_target_advance(struct dt_target *tg)
{
	int status;

	if (!tg->tg_held || !tg->tg_atexec)
		return;
	tg->tg_atexec = false;
	if (dt_stage_reach(tg->tg_pid, DT_STAGE_ENTRY, &status))
		end_note(tg, status);
}

struct dt_target *dt_target_create(const char *cmdline, const struct dt_target_how *how, char *err,
	size_t errlen)
{
	struct dt_target *tg = NULL;
	const char *why;
	char **argv = dt_target_split(cmdline, &why);

	if (argv)
		tg = dt_target_start(argv[0], argv, how, err, errlen);
	else
		fail(err, errlen, "execute", cmdline, why);
	free(argv);
	return tg;
}

struct dt_target *dt_target_grab(pid_t pid, char *err, size_t errlen)
{
	struct dt_target *tg = target_new(pid);
	char name[24];

	if (tg)
		return tg;
	/* EINVAL or ENOENT: it is the id of a thread, not of a process */
	snprintf(name, sizeof(name), "pid %d", (int)pid);
	fail(err, errlen, "grab", name,
		strerror(errno == EINVAL || errno == ENOENT ? ESRCH : errno));
	return NULL;
}

void dt_target_destroy(struct dt_target *tg)
{
	int status;

	if (!tg)
		return;
	if (tg->tg_held) {
		kill(tg->tg_pid, SIGKILL);
		wait_for(tg->tg_pid, &status);
	} else {
		dt_target_poll(tg, NULL); /* reaps it if it has ended already */
	}
	close(tg->tg_pidfd);
	free(tg);
}

pid_t dt_target_pid(const struct dt_target *tg)
{
	return tg->tg_pid;
}

int dt_target_fd(const struct dt_target *tg)
{
	return tg->tg_pidfd;
}

int dt_target_continue(struct dt_target *tg)
{
	if (!tg->tg_held)
		return 0;
	tg->tg_held = false;
	/* it was killed while it was held: dt_target_poll() reports its end */
	if (ptrace(PTRACE_DETACH, tg->tg_pid, NULL, NULL) != 0 && errno != ESRCH)
		return -1;
	return 0;
}

static void child_reap(struct dt_target *tg)
{
	int status;
	pid_t got = waitpid(tg->tg_pid, &status, WNOHANG | __WALL);

	if (got == 0 || (got < 0 && errno == EINTR) ||
		(got > 0 && !WIFEXITED(status) && !WIFSIGNALED(status)))
		return;
	if (got > 0) {
		end_note(tg, status);
		return;
	}
	tg->tg_ended = true; /* reaped elsewhere, or SIGCHLD is ignored */
	tg->tg_held = false;
}

bool dt_target_poll(struct dt_target *tg, struct dt_target_end *end)
{
	struct pollfd pf = { .fd = tg->tg_pidfd, .events = POLLIN };

	if (!tg->tg_ended && poll(&pf, 1, 0) == 1) {
		if (tg->tg_child)
			child_reap(tg);
		else
			tg->tg_ended = true;
	}
	if (end)
		*end = tg->tg_end;
	return tg->tg_ended;
}
