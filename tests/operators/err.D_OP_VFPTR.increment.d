void *p;

BEGIN
{
	p++;
}
