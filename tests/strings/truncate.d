/* @opts: -q -x strsize=8 */
BEGIN
{
	s = "0123456789";
	printf("%s %d\n", s, sizeof (s));
	exit(0);
}
