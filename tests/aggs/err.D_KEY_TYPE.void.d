BEGIN
{
	@[(void)0] = count();
}
