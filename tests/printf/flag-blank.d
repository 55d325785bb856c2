/* @opts: -q */
BEGIN
{
	printf("[% d][% d][% 5d]\n", 42, -42, 7);
	exit(0);
}
