/* @cmd: dtrace -q -s $case 2>/dev/null */
/* @status: 4 */
int zero;

ERROR
{
	printf("%s:%s:%s:%s %d %d\n", probeprov, probemod, probefunc, probename, id, epid);
	exit(4);
}

BEGIN
{
	trace(1 / zero);
}
