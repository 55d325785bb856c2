int a[int, ...];

BEGIN
{
}
