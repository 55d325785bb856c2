#pragma D attributes Stable/Stable/Common

BEGIN
{
	trace(1);
	exit(0);
}
