/* @opts: -q */
struct tag {
	int a;
	long b;
};
typedef short mine_t;

BEGIN
{
	printf("%d %d\n", sizeof (struct D`tag), sizeof (D`mine_t));
	exit(0);
}
