BEGIN
{
}
/* to the end
