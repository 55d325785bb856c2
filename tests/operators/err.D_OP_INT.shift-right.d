int *p;

BEGIN
{
	trace(1 >> p);
}
