/* @opts: -q */
int *p;
struct s {
	int a;
} *q;
char *c;

BEGIN
{
	p = 0;
	q = NULL;
	c = 0;
	printf("%d%d%d%d\n", p == 0, q == NULL, 0 == c, NULL != p);
	exit(0);
}
