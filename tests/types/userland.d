/* @opts: -q */
userland char *u;
char *userland w;

BEGIN
{
	u = 0;
	printf("%d %d\n", u == 0, sizeof (u));
	exit(0);
}
