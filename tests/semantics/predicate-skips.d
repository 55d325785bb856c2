/* @opts: -q */
/* A predicate of 0 skips the clause; later ones still run. */
int x;

BEGIN
/0/
{
	printf("never\n");
	x = 1;
}

BEGIN
/!0/
{
	y = 2;
}

BEGIN
{
	printf("%d %d\n", x, y);
	exit(0);
}
