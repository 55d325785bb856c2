BEGIN
{
	trace("x" / 2);
}
