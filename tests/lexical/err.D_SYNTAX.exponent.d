BEGIN
{
	trace(1e5);
}
