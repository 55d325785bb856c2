/* @opts: -q */
BEGIN
{
	x = 0;
}

BEGIN
{
	trace(*(int *)(x + 16));
}

BEGIN
{
	printf("next\n");
	exit(0);
}
