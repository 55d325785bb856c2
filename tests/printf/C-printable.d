/* @opts: -q */
BEGIN
{
	printf("%C%C%C [%5C] [%-5C]\n", 'x', ' ', '~', '\n', '\n');
	exit(0);
}
