/* @cmd: timeout -s KILL 1 "$DTRACE" -q -x switchrate=10ms -n 'tick-50ms { printf("x\n"); }' | head -n 2 */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
