/* @opts: -q -Z */
nosuchprobe
{
	exit(1);
}

BEGIN
{
	exit(0);
}
