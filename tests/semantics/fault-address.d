/* @opts: -q */
BEGIN
{
	x = *(char *)16;
}

BEGIN
{
	exit(0);
}
