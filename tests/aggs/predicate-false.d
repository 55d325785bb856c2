/* @opts: -q */
BEGIN
/0/
{
	@ = count();
}

BEGIN
{
	exit(0);
}
