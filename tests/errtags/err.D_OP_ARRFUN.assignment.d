int a[3];
int c[3];
BEGIN
{
	a = c;
}
