BEGIN
{
	trace("abc
def");
}
