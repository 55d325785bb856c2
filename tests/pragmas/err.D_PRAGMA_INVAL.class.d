#pragma D attributes Stable/Stable/Everywhere x
int x;

BEGIN
{
	trace(1);
	exit(0);
}
