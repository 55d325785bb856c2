/* @opts: -q */
BEGIN
{
	x = 0;
}

BEGIN
{
	printf("lost %d\n", 1);
	trace(5 / x);
}

BEGIN
{
	printf("next\n");
	exit(0);
}
