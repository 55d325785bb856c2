/* @opts: -q */
BEGIN
{
	exit(0);
}

END
{
	printf("%s\n", vtimestamp > 0 ? "the command has run" : "0");
}
