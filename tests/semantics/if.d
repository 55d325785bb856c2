/* @opts: -q */
BEGIN
{
	if (1 == 1)
		printf("one ");
	if (0)
		printf("never ");
	printf("two\n");
	exit(0);
}
