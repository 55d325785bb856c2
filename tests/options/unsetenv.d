/* @cmd: CASE_A=1 dtrace -q -x unsetenv=CASE_A -n BEGIN -c 'sh -c "echo ${CASE_A-gone}"' */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
