/* @cmd: dtrace -n 'END' -c 'sh -c "exit 3"' >/dev/null */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
