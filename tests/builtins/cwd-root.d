/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "cd /usr/bin; kill -0 1; cd /dev; kill -0 1; cd /; kill -0 1"' */
syscall::kill:entry
/pid == $target/
{
	printf("%s %s %d\n", cwd, root, cwd == "/dev");
}
