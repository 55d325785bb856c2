BEGIN
/1/
/1/
{
}
