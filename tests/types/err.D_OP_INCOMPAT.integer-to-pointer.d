int *p;

BEGIN
{
	p = 5;
}
