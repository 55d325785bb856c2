/* @opts: -q */
int m[2][3];

BEGIN
{
	m[1][2] = 12;
	m[0][1] = 1;
	printf("%d %d %d %d %d\n", m[1][2], m[0][1], m[1][0], sizeof (m), sizeof (m[0]));
	exit(0);
}
