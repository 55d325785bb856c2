#pragma D binding "one" x
int x;

BEGIN
{
	trace(1);
	exit(0);
}
