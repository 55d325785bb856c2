#pragma D option setenv=A=1

BEGIN
{
	trace(1);
	exit(0);
}
