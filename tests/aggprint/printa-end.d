/* @opts: -q */
BEGIN
{
	@a["x"] = sum(3);
	@a["y"] = sum(2);
	exit(0);
}

END
{
	printa(@a);
	printa("%-4s%@4d\n", @a);
}
