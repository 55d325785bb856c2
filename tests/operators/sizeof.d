/* @opts: -q */
struct s {
	char a;
	int b;
	short c;
};

BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n", sizeof (char), sizeof (short), sizeof (int), sizeof (long),
	    sizeof (long long), sizeof (void *), sizeof (uint16_t), sizeof (struct s));
	printf("%d %d %d\n", sizeof ("x"), sizeof (string), sizeof ('c'));
	printf("%d %d\n", offsetof(struct s, b), offsetof(struct s, c));
	exit(0);
}
