#pragma D depends_on module nosuch

BEGIN
{
	trace(1);
	exit(0);
}
