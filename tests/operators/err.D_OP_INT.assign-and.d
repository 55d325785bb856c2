int *p;

BEGIN
{
	p &= 1;
}
