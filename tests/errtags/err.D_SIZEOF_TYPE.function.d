BEGIN
{
	trace(sizeof (int (int)));
}
