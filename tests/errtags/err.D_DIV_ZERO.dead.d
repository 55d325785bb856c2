BEGIN
{
	trace(0 && 1 / 0);
}
