#pragma D option unsetenv=A

BEGIN
{
	trace(1);
	exit(0);
}
