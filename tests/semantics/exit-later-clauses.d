/* @opts: -q */
/* Later clauses of the firing do not. */
int x;

BEGIN
{
	exit(0);
}

BEGIN
{
	printf("never\n");
	x = 1;
}

END
{
	printf("%d\n", x);
}
