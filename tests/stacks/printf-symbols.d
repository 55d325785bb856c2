/* @opts: -q */
BEGIN
{
	printf("%a|%-6a|%6a|%A\n", func(0x10), mod(0x10), sym(0x10), ufunc(0x10));
	exit(0);
}
