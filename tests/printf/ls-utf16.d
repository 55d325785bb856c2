/* @opts: -q */
uint16_t t[5];

BEGIN
{
	t[0] = 'A';
	t[1] = 0xd83d;
	t[2] = 0xde00;
	t[3] = 0xdc00;
	printf("[%ls][%ws]\n", t, t);
	exit(0);
}
