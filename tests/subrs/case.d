/* Letters of ASCII only. */
/* @opts: -q */
BEGIN
{
	printf("%s %s\n", toupper("abc XYZ 019 [`{@"), tolower("abc XYZ 019 [`{@"));
	printf("[%s] [%s]\n", toupper(""), tolower(""));
	printf("%s\n", toupper("stra\303\244e"));
	s = "Abc";
	printf("%s %s\n", tolower(s), s);
	exit(0);
}
