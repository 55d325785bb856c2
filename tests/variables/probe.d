/* @opts: -q */
BEGIN
{
	printf("%s:%s:%s:%s %d\n", probeprov, probemod, probefunc, probename, id);
	exit(0);
}
