BEGIN
{
	trace(speculation(1));
}
