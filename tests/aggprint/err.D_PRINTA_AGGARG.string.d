BEGIN
{
	@a = count();
	printa("%@d", 1);
}
