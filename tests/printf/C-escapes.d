/* @opts: -q */
BEGIN
{
	printf("%C %C %C %C %C %C %C %C\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v', 0);
	exit(0);
}
