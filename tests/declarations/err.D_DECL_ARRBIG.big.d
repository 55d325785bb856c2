int a[4294967296];

BEGIN
{
}
