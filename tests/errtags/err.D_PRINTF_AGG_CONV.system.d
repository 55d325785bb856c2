BEGIN
{
	system("%@d", 1);
}
