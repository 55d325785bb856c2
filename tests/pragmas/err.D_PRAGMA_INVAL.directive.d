#pragma D nosuch

BEGIN
{
	trace(1);
	exit(0);
}
