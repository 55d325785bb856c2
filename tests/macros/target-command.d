/* @cmd: dtrace -qn 'syscall::exit_group:entry /pid == $target/ { printf("%s\n", execname); }' -c 'true' */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
