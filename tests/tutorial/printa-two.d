/* @opts: -q */
BEGIN
{
	@n["a"] = count();
	@s["a"] = sum(10);
	@n["b"] = count();
	@n["b"] = count();
	@s["b"] = sum(5);
	printa("%-4s %@4d %@4d\n", @n, @s);
	exit(0);
}

END
{
	clear(@n);
	trunc(@n);
	trunc(@s);
}
