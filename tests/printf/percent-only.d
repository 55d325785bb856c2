/* @opts: -q */
BEGIN
{
	printf("%%\n");
	printf("%%%%\n");
	printf("%%d\n");
	printf("a%%%db\n", 7);
	exit(0);
}
