#pragma D binding 1.0 x
int x;

BEGIN
{
	trace(1);
	exit(0);
}
