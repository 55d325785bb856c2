int string x;

BEGIN
{
}
