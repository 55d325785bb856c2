unsigned double x;

BEGIN
{
}
