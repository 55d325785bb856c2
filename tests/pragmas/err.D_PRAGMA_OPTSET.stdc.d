#pragma D option stdc=c

BEGIN
{
	trace(1);
	exit(0);
}
