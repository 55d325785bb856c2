/* @opts: -q */
BEGIN
{
	printf("[%S]\n", "plain text ~");
	exit(0);
}
