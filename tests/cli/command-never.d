/* @cmd: rm -f cli/never; dtrace -n 'syntax error' -c 'touch cli/never' 2>/dev/null; ls cli/never 2>/dev/null || echo not run */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
