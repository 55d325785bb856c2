/* @opts: -q */
BEGIN
{
	zero = 0;
	one = 1;
	y = 5;
	zero && (y = 1);
	one || (y = 2);
	printf("%d\n", y);
	one && (y = 7);
	printf("%d\n", y);
	zero || (y = 9);
	printf("%d\n", y);
	exit(0);
}
