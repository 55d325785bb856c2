this int a[string];

BEGIN
{
}
