int x;
char x;

BEGIN
{
}
