double d;

BEGIN
{
	trace(d + d);
}
