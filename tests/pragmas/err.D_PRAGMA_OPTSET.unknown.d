#pragma D option nosuch

BEGIN
{
	trace(1);
	exit(0);
}
