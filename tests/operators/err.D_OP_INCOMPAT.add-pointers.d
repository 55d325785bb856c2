int *p, *q;

BEGIN
{
	trace(p + q);
}
