BEGIN
{
	trace("abc
	");
}
