/* @opts: -q */
union u {
	char c;
	short s;
	long l;
	char a[12];
};

BEGIN
{
	printf("%d %d %d\n", sizeof (union u), offsetof(union u, l), offsetof(union u, a));
	exit(0);
}
