/* @opts: -q */
BEGIN
{
	trace(probename);
	exit(0);
}
