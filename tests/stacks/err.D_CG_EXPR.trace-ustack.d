BEGIN
{
	trace(ustack());
}
