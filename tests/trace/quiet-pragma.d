#pragma D option quiet

BEGIN
{
	trace("t");
	exit(0);
}
