int;

BEGIN
{
}
