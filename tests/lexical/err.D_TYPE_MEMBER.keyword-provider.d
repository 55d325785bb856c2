BEGIN
{
	trace(curpsinfo->provider);
}
