BEGIN
{
	trace(sizeof (printf));
}
