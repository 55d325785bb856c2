/* @opts: -q */
BEGIN
{
	printf("1");
	trace(2);
	printf("3");
	trace("4");
	printf("\n");
	exit(0);
}
