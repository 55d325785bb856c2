/* @opts: -q */
const int c;
volatile long v;
const char *p;
char *const q;
char * restrict r;

BEGIN
{
	v = 2;
	p = NULL;
	printf("%d %d %d %d %d\n", c, v, sizeof (p), sizeof (q), sizeof (r));
	exit(0);
}
