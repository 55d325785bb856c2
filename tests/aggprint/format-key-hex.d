/* @opts: -q */
BEGIN
{
	@[255, 255, 255] = count();
	printa("%x %#x %o %@d\n", @);
	exit(0);
}
