/* @opts: -q */
BEGIN
{
	printf("[%S] [%S]\n", "a\tb\n", "\001");
	exit(0);
}
