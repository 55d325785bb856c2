/* @opts: -q */
BEGIN
/0/
{
	@a["k"] = count();
}

BEGIN
{
	printa(@a);
	printf("between\n");
	printa("%s %@d\n", @a);
	exit(0);
}
