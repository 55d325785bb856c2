/* @opts: -q */
/* Later statements of the clause that called exit() still run. */
BEGIN
{
	exit(0);
	x = 5;
	printf("same clause\n");
}

END
{
	printf("%d\n", x);
}
