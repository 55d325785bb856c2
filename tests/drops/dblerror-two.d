/* @opts: -q */
BEGIN
{
	trace(*(int *)0);
}

ERROR
{
	trace(*(int *)4);
}

ERROR
{
	trace(*(int *)4);
}

BEGIN
{
	exit(0);
}
