/* Commands run when their turn in the output has come. */
/* @opts: -wq */
BEGIN
{
	printf("one\n");
	system("echo two %s %d", "arg", 5);
	printf("three\n");
}

BEGIN
{
	@ = count();
	printa("%@d\n", @);
}

BEGIN
{
	system("echo four; exit 3");
	exit(0);
}

END
{
	printf("five\n");
	system("printf 'six '; echo 'seven'");
}
