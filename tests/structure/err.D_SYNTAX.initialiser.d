int x = 1;

BEGIN
{
}
