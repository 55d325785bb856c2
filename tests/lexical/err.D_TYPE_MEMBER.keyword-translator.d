BEGIN
{
	trace(curpsinfo->translator);
}
