/* @cmd: dtrace -n 'END' -c "sh -c 'kill -9 \$\$'" >/dev/null */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
