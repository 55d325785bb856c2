BEGIN
{
	trace("ab
	c");
}
