int a[];

BEGIN
{
}
