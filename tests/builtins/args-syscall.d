/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "cd / && read line </etc/passwd && kill -0 1"' */
int opened;

syscall::openat:entry
/pid == $target && copyinstr(args[1]) == "/etc/passwd"/
{
	printf("%s %d %d\n", copyinstr((uintptr_t)args[1]), args[0], args[2] & O_ACCMODE);
	print(args[0]);
	opened = 1;
}

syscall::openat:return
/opened/
{
	printf("%d %d\n", args[0] > 2, args[0] == args[1]);
	opened = 0;
}

syscall::kill:entry
/pid == $target/
{
	printf("%d %d %d\n", args[0], args[1], sizeof (args[0]));
}
