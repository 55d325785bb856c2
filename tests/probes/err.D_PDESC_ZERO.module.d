dtrace:nosuch::BEGIN
{
}
