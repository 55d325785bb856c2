/* @cmd: timeout --preserve-status -s INT 1 env --ignore-signal=INT "$DTRACE" -qn 'tick-1500ms { printf("went on\n"); exit(4); }' */
/* @status: 4 */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
