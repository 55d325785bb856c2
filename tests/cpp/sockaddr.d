/* @cmd: dtrace -C -s $case -c "bash -c 'exec 2>/dev/null; exec 3<>/dev/tcp/127.0.0.1/9'" */
/* @feed: live */
/* @needs: root */
/* A structure of the system's headers in the memory of a process. */
#include <netinet/in.h>
#pragma D option quiet

/* The first connect() may be the C library's, to the name service's socket. */
syscall::connect:entry
/pid == $target/
{
	this->in = (struct sockaddr_in *)copyin(arg1, sizeof (struct sockaddr_in));
}

syscall::connect:entry
/pid == $target && this->in->sin_family == AF_INET/
{
	printf("%d %s\n", ntohs(this->in->sin_port), inet_ntoa(&this->in->sin_addr.s_addr));
	exit(0);
}
