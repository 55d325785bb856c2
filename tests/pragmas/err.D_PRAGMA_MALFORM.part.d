#pragma D attributes Stable/Stable/Common provider dtrace thing

BEGIN
{
	trace(1);
	exit(0);
}
