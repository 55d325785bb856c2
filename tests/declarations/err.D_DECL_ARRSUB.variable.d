int n;
int a[n];

BEGIN
{
}
