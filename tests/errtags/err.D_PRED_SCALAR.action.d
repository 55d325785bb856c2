BEGIN
/trace(1)/
{
}
