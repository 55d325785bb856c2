/* @opts: -q */
/* if and else, which the first DTraces do not have. */
BEGIN
{
	x = 2;
	if (x == 1)
		printf("one");
	else if (x == 2)
		printf("two");
	else
		printf("many");
	printf(" after\n");
	exit(0);
}
