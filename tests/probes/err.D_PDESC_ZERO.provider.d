nosuch:::BEGIN
{
}
