BEGIN
{
	trace(sizeof (stack));
}
