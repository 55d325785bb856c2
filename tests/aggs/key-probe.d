/* @opts: -q */
BEGIN
{
	@[probeprov, probemod, probefunc, probename] = count();
	exit(0);
}
