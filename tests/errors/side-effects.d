/* @opts: -q */
/* What a clause recorded goes when it faults; what it did to variables and aggregations stays. */
BEGIN
{
	x = 0;
}

BEGIN
{
	y = 7;
	@a = count();
	printf("lost\n");
	trace(1 / x);
}

BEGIN
{
	printf("%d\n", y);
	exit(0);
}
