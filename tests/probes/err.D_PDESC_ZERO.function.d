dtrace::nosuch:BEGIN
{
}
