BEGIN
{
	@a[1] = count();
	@a["s"] = count();
}
