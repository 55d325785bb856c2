/* @opts: -q */
BEGIN
{
	x = alloca(100000000);
}

BEGIN
{
	exit(0);
}
