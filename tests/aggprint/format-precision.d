/* @opts: -q */
BEGIN
{
	@["key", "key"] = sum(5);
	printa("[%.2s] [%5.1s]\n", @);
	exit(0);
}
