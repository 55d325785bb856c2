/* @opts: -q */
BEGIN
{
	a[1] = "hello";
	printf("%c %c\n", a[1][1], a[1][4]);
	exit(0);
}
