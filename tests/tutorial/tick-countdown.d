/* @opts: -q */
/* A countdown, and the end of it. */
int i;

BEGIN
{
	i = 3;
}

tick-10ms
/i > 0/
{
	printf("%d\n", i);
	i--;
}

tick-10ms
/i == 0/
{
	printf("blastoff!\n");
	exit(0);
}
