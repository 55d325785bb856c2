/* The script of cases that are a command line: $script in a .cmd file. */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
