tick-0
{
}
