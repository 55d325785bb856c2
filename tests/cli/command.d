/* @cmd: dtrace -qn 'END { printf("end\n"); }' -c 'sh -c "echo run; exit 3"' */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
