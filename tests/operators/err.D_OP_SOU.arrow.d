int *p;

BEGIN
{
	trace(p->a);
}
