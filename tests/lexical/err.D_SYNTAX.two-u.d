BEGIN
{
	trace(1uu);
}
