#pragma D attributes Stable/Stable/Common never_declared

BEGIN
{
	trace(1);
	exit(0);
}
