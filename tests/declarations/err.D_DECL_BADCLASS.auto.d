auto int x;

BEGIN
{
}
