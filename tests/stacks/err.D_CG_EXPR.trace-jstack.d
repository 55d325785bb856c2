BEGIN
{
	trace(jstack());
}
