/* @cmd: dtrace -E $trace -C -s $case */
/* The headers of the system, their types, enumerators and macros in a program. */
#include <sys/types.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stddef.h>
#include <endian.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <fcntl.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include <sys/epoll.h>
#include <linux/types.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <linux/bpf.h>
#pragma D option quiet

struct sockaddr_in a;
struct sockaddr_in6 a6;
FILE *fp;
id_t id_of_c;				/* not D's, which is signed */

BEGIN
{
	a.sin_family = AF_INET;
	a.sin_port = htons(80);
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	printf("%d %d %s\n", sizeof (a), ntohs(a.sin_port), inet_ntoa(&a.sin_addr.s_addr));
	printf("%d %d %d\n", sizeof (struct stat), sizeof (*fp), offsetof(struct sockaddr_in, sin_addr));
	printf("%d %d\n", sizeof (struct epoll_event), offsetof(struct epoll_event, data));
	printf("%d %d %d %d\n", IPPROTO_TCP, SOCK_STREAM, BPF_MAP_TYPE_HASH, FUTEX_WAKE);
	printf("%x %x\n", BPF_F_CTXLEN_MASK, PERF_SAMPLE_BRANCH_ANY);
	printf("%d %d %d\n", S_ISREG(0100644), ENOENT, errno);
	a6.sin6_addr.s6_addr[15] = 9;
	printf("%s\n", inet_ntoa6(&a6.sin6_addr));
	self->n = 5;
	self->n = NULL;
	printf("%d %d\n", self->n, execname == NULL);
	exit(0);
}
