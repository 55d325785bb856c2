int x;

BEGIN
{
	trace(x.a);
}
