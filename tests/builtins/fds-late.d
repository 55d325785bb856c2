/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "exec 8</etc/passwd; kill -0 1; sleep 2 & wait"' */
/* A descriptor that the event does not carry is looked up while the process lives. */
int fd;

syscall::kill:entry
/pid == $target/
{
	fd = 3 + 5;
}

syscall::wait4:entry
/pid == $target && fd/
{
	printf("%s\n", fds[fd].fi_pathname);
	exit(0);
}
