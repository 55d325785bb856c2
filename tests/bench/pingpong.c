/*
 * pingpong N: N one-byte round trips over a loopback TCP connection, for the benchmarks of live
 * tracing.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* One side: whoever begins writes first. */
static void play(int s, long n, int begins)
{
	char c = 'x';
	int one = 1;

	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	for (long i = 0; i < n; i++) {
		if (begins && write(s, &c, 1) != 1)
			die("write");
		if (read(s, &c, 1) != 1)
			die("read");
		if (!begins && write(s, &c, 1) != 1)
			die("write");
	}
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 20000;
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(a);
	int l = socket(AF_INET, SOCK_STREAM, 0), s, status;
	pid_t child;

	if (l < 0 || bind(l, (struct sockaddr *)&a, sizeof(a)) < 0 || listen(l, 1) < 0 ||
		getsockname(l, (struct sockaddr *)&a, &len) < 0)
		die("listen");
	child = fork();
	if (child < 0)
		die("fork");
	s = socket(AF_INET, SOCK_STREAM, 0);
	if (child == 0) {
		if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof(a)) < 0)
			die("connect");
		play(s, n, 1);
		return 0;
	}
	close(s);
	s = accept(l, NULL, NULL);
	if (s < 0)
		die("accept");
	play(s, n, 0);
	return waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}
