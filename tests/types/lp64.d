/* @opts: -q -64 */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (int), sizeof (long), sizeof (void *), sizeof (long long));
	exit(0);
}
