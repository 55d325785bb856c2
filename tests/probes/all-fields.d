/* @opts: -q */
dtrace:::BEGIN
{
	printf("1 ");
}

:::BEGIN
{
	printf("2 ");
}

::BEGIN
{
	printf("3 ");
}

:BEGIN
{
	printf("4 ");
}

BEGIN
{
	printf("5\n");
	exit(0);
}
