/* @opts: -q */
BEGIN
{
	@["k"] = sum(5);
	printa("[%@+d] [%@ d]\n", @);
	exit(0);
}
