/* @opts: -q */
int zero;

BEGIN
{
	if (1 / zero)
		printf("never\n");
	else
		printf("never\n");
}

BEGIN
{
	printf("next\n");
	exit(0);
}
