/*
 * The keeper: a process that lets stopped processes go on.
 *
 * A process that loads libraries is stopped until they are traced (loading.c). To signal another
 * user's process takes a capability that dtrace gives up; it asks the keeper, by a socket. And
 * dtrace may be killed meanwhile, or stopped, or it waits for the reader of its output: the keeper
 * watches the ring of notes, which has them until their processes go on, and the socket, whose end
 * tells that dtrace is gone. The keeper holds no other file and no other capability, and is in
 * another session, which ^C doesn't reach.
 */
#include "lx.h"
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 2000 /* ms, in which dtrace should have let a process go on */
/* Of a dtrace that was killed, the program that stops processes goes some time after the socket. */
#define AGAIN 20 /* ms */
#define TIMES 500

enum { FD_ASK, FD_RING, FD_REST };

/* Lets the processes of the notes from *done on go on. */
static void go_on(const struct dt_ring *r, uint64_t *done)
{
	uint64_t pos = __atomic_load_n((const uint64_t *)r->rg_cons, __ATOMIC_ACQUIRE);
	const uint8_t *rec;
	uint32_t len;

	if (*done < pos)
		*done = pos;
	while (dt_ring_peek(r, done, &rec, &len) == DT_RING_RECORD)
		kill((pid_t)((const struct dt_loadingnote *)rec)->nt_pid, SIGCONT);
}

static bool first_note(const struct dt_ring *r, uint64_t *at)
{
	uint64_t pos = *at = __atomic_load_n((const uint64_t *)r->rg_cons, __ATOMIC_ACQUIRE);
	const uint8_t *rec;
	uint32_t len;

	return dt_ring_peek(r, &pos, &rec, &len) == DT_RING_RECORD;
}

static void pause_for(int ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000L }, NULL);
}

/* dtrace is gone. */
static _Noreturn void end(const struct dt_ring *r, uint64_t *done)
{
	for (int i = 0; i < TIMES; i++) {
		go_on(r, done);
		pause_for(AGAIN);
	}
	_exit(0);
}

/* What dtrace asks for: a process that is to go on, or 0 for the keeper's own end. */
static void serve(const struct dt_ring *r, uint64_t *done)
{
	uint32_t pid;

	if (recv(FD_ASK, &pid, sizeof(pid), 0) != sizeof(pid))
		end(r, done);
	if (pid == 0)
		_exit(0);
	kill((pid_t)pid, SIGCONT);
}

static _Noreturn void watch(const struct dt_ring *r)
{
	struct pollfd pf[] = { { .fd = FD_ASK, .events = POLLIN },
		{ .fd = FD_RING, .events = POLLIN } };
	uint64_t done = 0, first;

	for (;;) {
		if (poll(pf, 2, -1) <= 0)
			continue;
		if (pf[0].revents != 0) {
			serve(r, &done);
			continue;
		}
		if (!first_note(r, &first))
			continue;
		if (poll(pf, 1, PATIENCE) > 0)
			serve(r, &done);
		else if (*r->rg_cons == first)
			go_on(r, &done);
	}
}

/* To CAP_KILL; for a program that it doesn't run there would be nothing, either. */
static void privileges_reduce(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_capget, &head, data) != 0)
		return;
	data[0].effective &= CAP_TO_MASK(CAP_KILL);
	data[0].permitted &= CAP_TO_MASK(CAP_KILL);
	data[0].inheritable = data[1].inheritable = 0;
	data[1].effective = data[1].permitted = 0;
	syscall(SYS_capset, &head, data);
}

static _Noreturn void begin(const struct dt_ring *r, int fd)
{
	int copy = fcntl(fd, F_DUPFD, FD_REST), ring = fcntl(r->rg_fd, F_DUPFD, FD_REST);

	prctl(PR_SET_NAME, "dtrace-keeper");
	privileges_reduce();
	setsid();
	if (dup2(copy, FD_ASK) < 0 || dup2(ring, FD_RING) < 0)
		_exit(1);
	if (syscall(SYS_close_range, FD_REST, ~0u, 0) != 0)
		_exit(1);
	watch(r);
}

/* As fork(), but its end is no news for whoever waits for children. */
static pid_t child_make(void)
{
	return (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
}

int dt_keeper_start(struct dt_loading *lo)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
		return -1;
	lo->ld_keeper = child_make();
	if (lo->ld_keeper == 0)
		begin(&lo->ld_ring, fds[0]);
	close(fds[0]);
	lo->ld_keeperfd = fds[1];
	return lo->ld_keeper < 0 ? -1 : 0;
}

static bool ask(const struct dt_loading *lo, uint32_t pid)
{
	return send(lo->ld_keeperfd, &pid, sizeof(pid), MSG_NOSIGNAL) == sizeof(pid);
}

void dt_keeper_continue(const struct dt_loading *lo, uint32_t pid)
{
	if (lo->ld_keeper <= 0 || !ask(lo, pid))
		kill((pid_t)pid, SIGCONT);
}

void dt_keeper_end(struct dt_loading *lo)
{
	if (lo->ld_keeper <= 0)
		return;
	if (!ask(lo, 0))
		kill(lo->ld_keeper, SIGKILL);
	close(lo->ld_keeperfd);
	waitpid(lo->ld_keeper, NULL, __WALL);
	lo->ld_keeper = 0;
}
