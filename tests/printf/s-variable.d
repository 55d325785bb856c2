/* @opts: -q */
BEGIN
{
	s = "text";
	printf("%s %s\n", s, strjoin(s, "!"));
	exit(0);
}
