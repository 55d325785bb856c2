int a[3];
BEGIN
/a/
{
}
