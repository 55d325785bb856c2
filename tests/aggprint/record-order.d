/* @opts: -q */
BEGIN
{
	@ = sum(1);
	printa("first %@d\n", @);
	printf("middle\n");
	clear(@);
	printa("last %@d\n", @);
	exit(0);
}
