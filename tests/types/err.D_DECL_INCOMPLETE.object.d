struct nowhere x;

BEGIN
{
}
