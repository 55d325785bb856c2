/* @opts: -q */
struct s {
	char a;
	struct {
		short b;
		int c;
	} in;
	int d[4];
};

BEGIN
{
	printf("%d %d %d\n", offsetof(struct s, in), offsetof(struct s, d), offsetof(struct s, in) + 1);
	printf("%d\n", sizeof (offsetof(struct s, d)));
	exit(0);
}
