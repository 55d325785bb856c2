BEGIN
/1/

END
{
}
