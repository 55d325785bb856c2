#define X 1

BEGIN
{
	trace(X);
	exit(0);
}
