/* @opts: -q */
BEGIN
{
	print(-1);
	exit(0);
}
