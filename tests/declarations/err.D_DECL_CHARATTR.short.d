short char x;

BEGIN
{
}
