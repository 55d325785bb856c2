/* @opts: -q */
/* strsize doesn't count the NUL: 256 characters fit by default. */
BEGIN
{
	a = "0123456789012345678901234567890123456789012345678901234567890123";
	b = strjoin(a, a);
	c = strjoin(b, b);
	printf("%d %d\n", strlen(b), strlen(c));
	exit(0);
}
