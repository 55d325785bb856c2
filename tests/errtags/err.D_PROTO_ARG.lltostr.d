BEGIN
{
	trace(lltostr("a"));
}
