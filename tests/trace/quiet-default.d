/* @opts: -q */
BEGIN
{
}

BEGIN
{
	exit(0);
}
