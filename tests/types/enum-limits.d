/* @opts: -q */
enum lim {
	LOW = -2147483648,
	HIGH = 2147483647
};

BEGIN
{
	printf("%d %d\n", LOW, HIGH);
	exit(0);
}
