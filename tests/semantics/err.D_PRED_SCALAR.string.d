BEGIN
/"text"/
{
}
