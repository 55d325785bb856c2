int a[string];

BEGIN
{
	trace(a);
}
