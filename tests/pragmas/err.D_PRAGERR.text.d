#error not for this system

BEGIN
{
	trace(1);
	exit(0);
}
