static int x;

BEGIN
{
}
