/* @opts: -q */
struct bits {
	int a:4;
	int :4;
	int b:8;
	int c:8;
};

BEGIN
{
	printf("%d\n", sizeof (struct bits));
	exit(0);
}
