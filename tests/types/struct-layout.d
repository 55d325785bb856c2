/* @opts: -q */
struct s {
	char a;
	short b;
	char c;
	int d;
	char e;
	long f;
	char g;
};
struct t {
	char a[3];
	short b[2];
	struct s c;
	char d;
};
struct u {
	char a;
	char *p;
	char b;
};

BEGIN
{
	printf("%d %d %d %d %d %d %d\n", offsetof(struct s, a), offsetof(struct s, b),
	    offsetof(struct s, c), offsetof(struct s, d), offsetof(struct s, e),
	    offsetof(struct s, f), offsetof(struct s, g));
	printf("%d\n", sizeof (struct s));
	printf("%d %d %d %d\n", offsetof(struct t, b), offsetof(struct t, c), offsetof(struct t, d),
	    sizeof (struct t));
	printf("%d %d %d\n", offsetof(struct u, p), offsetof(struct u, b), sizeof (struct u));
	exit(0);
}
