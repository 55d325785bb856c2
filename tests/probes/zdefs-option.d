/* @opts: -q -Z */
nosuch:::
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}
