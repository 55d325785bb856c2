#pragma D option quiet strsize=8

BEGIN
{
	trace(1);
	exit(0);
}
