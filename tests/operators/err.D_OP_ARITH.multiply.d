int *p;

BEGIN
{
	trace(p * 2);
}
