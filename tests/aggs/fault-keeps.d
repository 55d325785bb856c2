/* @opts: -q */
BEGIN
{
	@ = count();
	trace(1 / (int)(pid - pid));
}

ERROR
{
	exit(0);
}
