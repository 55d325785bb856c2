BEGIN
{
	trace(curpsinfo + 1);
}
