BEGIN
{
	trace(sizeof (curpsinfo));
}
