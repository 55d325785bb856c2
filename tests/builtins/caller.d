/* @opts: -q */
BEGIN
{
	printf("%d %d\n", sizeof (caller), caller == caller);
	exit(0);
}
