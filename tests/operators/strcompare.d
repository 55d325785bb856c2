/* @opts: -q */
BEGIN
{
	s = "abc";
	printf("%d%d%d%d\n", s < "abd", s == "abc", s != "abc", s >= "abcd");
	printf("%d%d\n", s > "ab", s <= "abc");
	printf("%d\n", "\377" > "a");
	exit(0);
}
