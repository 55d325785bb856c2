/* @opts: -q */
/* What follows an escaped NUL is not part of the string's text. */
BEGIN
{
	s = "ab\0cd";
	printf("%s %d\n", s, strlen(s));
	exit(0);
}
