#pragma D option incdir=/tmp

BEGIN
{
	trace(1);
	exit(0);
}
