/*
 * Lets stopped processes go on if dtrace can't.
 *
 * A process that loads libraries is stopped until they are traced (loading.c). dtrace may be killed
 * meanwhile, or stopped, or it waits for the reader of its output. So a process of its own watches
 * the ring of notes, which has them until their processes go on, and a socket, whose end tells that
 * dtrace is gone. It holds no other file, and is in another session, which ^C doesn't reach.
 */
#include "lx.h"
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

enum { FD_END, FD_RING, FD_REST };

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

static void pause_for(int ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000L }, NULL);
}

/* dtrace has ended: properly, if it has written so. */
static _Noreturn void end(const struct dt_ring *r, uint64_t *done)
{
	char byte;

	if (read(FD_END, &byte, 1) != 1)
		for (int i = 0; i < TIMES; i++) {
			go_on(r, done);
			pause_for(AGAIN);
		}
	_exit(0);
}

static _Noreturn void watch(const struct dt_ring *r)
{
	struct pollfd pf[] = { { .fd = FD_END, .events = POLLIN },
		{ .fd = FD_RING, .events = POLLIN } };
	uint64_t done = 0, first;

	for (;;) {
		if (poll(pf, 2, -1) < 0)
			continue;
		if (pf[0].revents != 0)
			end(r, &done);
		first = *r->rg_cons;
		if (poll(pf, 1, PATIENCE) > 0)
			end(r, &done);
		if (*r->rg_cons == first)
			go_on(r, &done);
	}
}

static _Noreturn void begin(const struct dt_ring *r, int fd)
{
	int copy = fcntl(fd, F_DUPFD, FD_REST), ring = fcntl(r->rg_fd, F_DUPFD, FD_REST);

	prctl(PR_SET_NAME, "dtrace-keeper");
	setsid();
	if (dup2(copy, FD_END) < 0 || dup2(ring, FD_RING) < 0)
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

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
		return -1;
	lo->ld_keeper = child_make();
	if (lo->ld_keeper == 0)
		begin(&lo->ld_ring, fds[0]);
	close(fds[0]);
	lo->ld_keeperfd = fds[1];
	return lo->ld_keeper < 0 ? -1 : 0;
}

void dt_keeper_end(struct dt_loading *lo)
{
	if (lo->ld_keeper <= 0)
		return;
	if (send(lo->ld_keeperfd, "", 1, MSG_NOSIGNAL) != 1)
		kill(lo->ld_keeper, SIGKILL);
	close(lo->ld_keeperfd);
	waitpid(lo->ld_keeper, NULL, __WALL);
	lo->ld_keeper = 0;
}
