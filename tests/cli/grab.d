/* @cmd: sleep 0.3 & dtrace -n 'END' -p $! >/dev/null */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
