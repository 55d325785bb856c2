int a[void, int];

BEGIN
{
}
