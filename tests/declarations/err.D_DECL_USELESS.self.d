self int;

BEGIN
{
}
