/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = sum(10);
	printa(@);
	printa("%s %@d\n", @);
	exit(0);
}
