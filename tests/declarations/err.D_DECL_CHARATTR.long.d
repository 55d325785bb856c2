long char x;

BEGIN
{
}
