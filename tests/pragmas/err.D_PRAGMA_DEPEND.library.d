#pragma D depends_on library io.d

BEGIN
{
	trace(1);
	exit(0);
}
