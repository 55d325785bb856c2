/* Takes effect from its record on. */
/* @opts: -x strsize=16 */
BEGIN
{
	trace(1);
}

BEGIN
{
	setopt("quiet");
}

BEGIN
{
	trace(2);
	printf("\n");
	setopt("quiet", "no");
}

BEGIN
{
	trace(3);
	setopt("rawbytes", "yes");
	trace("x");
	exit(0);
}
