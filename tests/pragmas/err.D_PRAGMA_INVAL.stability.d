#pragma D attributes Solid/Stable/Common x
int x;

BEGIN
{
	trace(1);
	exit(0);
}
