/* @opts: -q -x stackindent=4 -x switchrate=10hz -x aggrate=100ms -x bufsize=64k */
BEGIN
{
	exit(0);
}
