BEGIN
{
	@b[@a] = count();
}
