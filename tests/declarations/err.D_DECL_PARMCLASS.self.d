extern int f(self int x);

BEGIN
{
}
