/* @opts: -q */
/* The address of a constant may be kept: a later statement, or a later clause, reads it. */
BEGIN
{
	c = (char *)"hello";
	printf("%s %s %c\n", stringof(c), stringof(c + 1), *c);
}

END
{
	printf("%s\n", stringof(c + 3));
}

BEGIN
{
	printf("%d\n", c[4] == 'o');
	exit(0);
}
