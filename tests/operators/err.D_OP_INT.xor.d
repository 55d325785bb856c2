double d;

BEGIN
{
	trace(d ^ 1);
}
