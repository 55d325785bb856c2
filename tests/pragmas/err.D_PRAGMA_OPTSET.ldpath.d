#pragma D option ldpath=/bin/ld

BEGIN
{
	trace(1);
	exit(0);
}
