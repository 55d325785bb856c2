/* @opts: -q */
BEGIN
{
	printf("[%24Y][%-24Y]\n", (int64_t)0, (int64_t)0);
	exit(0);
}
