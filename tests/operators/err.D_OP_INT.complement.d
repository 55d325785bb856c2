int *p;

BEGIN
{
	trace(~p);
}
