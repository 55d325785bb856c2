#pragma D option undef=X

BEGIN
{
	trace(1);
	exit(0);
}
