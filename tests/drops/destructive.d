/* @opts: -q -w */
BEGIN
{
	exit(0);
}
