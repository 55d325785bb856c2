/* %@T and %@Y print a value as a time. */
/* @opts: -q */
BEGIN
{
	@ = min(1000000000);
	printa("%@T|%@Y|%@20Y\n", @, @, @);
	exit(0);
}
