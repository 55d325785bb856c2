#error wrong
BEGIN
{
}
