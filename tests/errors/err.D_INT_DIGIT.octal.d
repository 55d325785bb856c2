BEGIN
{
	trace(08);
}
