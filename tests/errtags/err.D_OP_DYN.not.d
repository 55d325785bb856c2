BEGIN
{
	trace(!curpsinfo);
}
