/* @opts: -q -Z */
pid$target:::entry
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}
