int a[5];

BEGIN
/a[1/
{
}
