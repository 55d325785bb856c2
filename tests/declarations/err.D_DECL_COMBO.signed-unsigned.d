signed unsigned x;

BEGIN
{
}
