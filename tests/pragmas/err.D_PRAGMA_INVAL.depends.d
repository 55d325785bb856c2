#pragma D depends_on planet mars

BEGIN
{
	trace(1);
	exit(0);
}
