struct nowhere *p;

BEGIN
{
	trace(p->a);
}
