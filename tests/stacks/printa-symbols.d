/* @opts: -q */
BEGIN
{
	@[sym(0x10), usym(0x20), "s"] = count();
	printa("%a %A %s %@d\n", @);
	exit(0);
}
