#pragma D option strsize=big

BEGIN
{
	trace(1);
	exit(0);
}
