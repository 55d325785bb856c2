/* @opts: -q */
BEGIN
{
	printf("%c%c%c [%3c] [%-3c]\n", 'a', 'b', 'c', 'd', 'e');
	printf("%C %C %C %C\n", 'a', '\n', 0, 1);
	exit(0);
}
