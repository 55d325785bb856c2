/* @opts: -q */
/* A variable that a branch assigns first has its type afterwards, and 0 if the branch was not taken. */
BEGIN
{
	if (0)
		x = "text";
	printf("%d\n", x == NULL);
	exit(0);
}
