/* @opts: -q */
BEGIN
{
	printf("[%s] [%s] [%s] [%s]\n", probeprov, probemod, probefunc, probename);
}

tick-1ms
{
	printf("[%s] [%s] [%s] [%s]\n", probeprov, probemod, probefunc, probename);
	exit(0);
}
