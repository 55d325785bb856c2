dtrace:a:b:c:BEGIN
{
}
