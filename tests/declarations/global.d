/* @opts: -q */
int declared;

BEGIN
{
	assigned = 5;
	printf("%d %d\n", declared, assigned);
	declared = assigned + 1;
}

END
{
	printf("%d\n", declared);
}

BEGIN
{
	exit(0);
}
