/* @opts: -q */
BEGIN
{
	printf("it's '%s' and \"%s\"\n", "a'b", "c\"d");
	exit(0);
}
