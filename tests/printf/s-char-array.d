/* @opts: -q */
char t[6];

BEGIN
{
	t[0] = 'a';
	t[1] = 'b';
	printf("[%s][%5s][%.1s]\n", t, t, t);
	exit(0);
}
