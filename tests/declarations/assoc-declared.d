/* @opts: -q */
int a[int];
string b[string, int];
uint8_t c[char];

BEGIN
{
	a[1] = 10;
	b["k", 2] = "v";
	c['x'] = 257;
	printf("%d %s %d %d %d\n", a[1], b["k", 2], c['x'], a[2], b["k", 3] == NULL);
	exit(0);
}
