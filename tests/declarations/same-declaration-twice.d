/* @opts: -q */
int x;
int x;
self string s;
self string s;
extern int printk(const char *, ...);
extern int printk(const char *, ...);

BEGIN
{
	x = 1;
	printf("%d\n", x);
	exit(0);
}
