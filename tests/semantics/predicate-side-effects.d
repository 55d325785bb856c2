/* @opts: -q */
int n;

BEGIN
/n++ == 0/
{
	printf("first\n");
}

BEGIN
/n++ == 0/
{
	printf("never\n");
}

BEGIN
{
	printf("%d\n", n);
	exit(0);
}
