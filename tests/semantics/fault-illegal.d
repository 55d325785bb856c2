/* @opts: -q */
BEGIN
{
	x = lltostr(5, 99);
}

BEGIN
{
	exit(0);
}
