register int x;

BEGIN
{
}
