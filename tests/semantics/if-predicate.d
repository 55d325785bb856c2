/* @opts: -q */
/* The clause's own predicate stands before its conditions. */
BEGIN
/0/
{
	if (1)
		printf("never\n");
	else
		printf("never\n");
	printf("never\n");
}

BEGIN
/1/
{
	if (0)
		printf("never\n");
	else
		printf("else\n");
	exit(0);
}
