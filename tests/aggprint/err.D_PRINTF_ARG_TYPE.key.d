BEGIN
{
	@a["k"] = count();
	printa("%d %@d\n", @a);
}
