/* @opts: -q */
enum {
	ONE = 1,
	TWO
};

BEGIN
/TWO == 2/
{
	printf("%d %d\n", ONE + TWO, sizeof (ONE));
	exit(0);
}
