/* @opts: -q */
/* Each use records its keys in its own size: an int and a long of one value are two keys. */
BEGIN
{
	@[(int)1] = count();
	@[(long)1] = count();
	@[(long)2] = count();
	@[(char)2] = count();
	@[(int)1] = count();
	printa(@);
	printa("%d %@d\n", @);
}

BEGIN
{
	clear(@);
}

BEGIN
{
	@[(long)2] = count();
	printa("%d %@d\n", @);
	trunc(@, 1);
	printa("%d %@d\n", @);
	trunc(@);
	exit(0);
}
