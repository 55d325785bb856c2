BEGIN
{
	trace((int)curpsinfo);
}
