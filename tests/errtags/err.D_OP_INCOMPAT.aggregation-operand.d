BEGIN
{
	@x = count();
	trace(@x + 1);
}
