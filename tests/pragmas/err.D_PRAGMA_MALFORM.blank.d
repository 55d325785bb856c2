#pragma D option strsize = 8

BEGIN
{
	trace(1);
	exit(0);
}
