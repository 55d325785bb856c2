/* @opts: -q */
int t[4];

BEGIN
{
	t[0] = 'A';
	t[1] = 0xe9;
	t[2] = 0x1f600;
	printf("[%ls][%ws][%8ls][%.3ls]\n", t, t, t, t);
	exit(0);
}
