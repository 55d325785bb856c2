int mod`x;

BEGIN
{
}
