/* @opts: -q */
/* A word that is a known variable is an identifier, even where a type has its name. */
BEGIN
{
	pid_t = 9;
}

BEGIN
{
	x = (pid_t) + 1;
	printf("%d\n", x);
	exit(0);
}
