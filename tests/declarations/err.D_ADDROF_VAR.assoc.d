int a[string];

BEGIN
{
	trace(&a["x"]);
}
