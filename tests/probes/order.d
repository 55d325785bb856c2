/* @opts: -q */
/* Clauses of a probe run in the program's order, whatever form their descriptions have. */
:::BEGIN
{
	printf("a");
}

END,dtrace:::BEGIN
{
	printf("b");
}

1
{
	printf("c");
}

B*
{
	printf("d\n");
	exit(0);
}
