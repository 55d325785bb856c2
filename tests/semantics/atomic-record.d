/* @opts: -q */
/* What a clause recorded before its fault is discarded; its effects on variables stay. */
int zero, n;

BEGIN
{
	printf("lost ");
	n++;
	@ = sum(5);
	printf("%d", 1 / zero);
	n++;
}

BEGIN
{
	printf("%d\n", n);
	exit(0);
}

END
{
	printa("%@d\n", @);
}
