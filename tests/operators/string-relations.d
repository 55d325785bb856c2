/* @opts: -q */
string a, b;

BEGIN
{
	a = "abc";
	b = "abd";
	printf("%d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
	printf("%d%d%d%d%d%d\n", a < a, a <= a, a > a, a >= a, a == a, a != a);
	printf("%d%d%d\n", a < "abcd", "ab" < a, "" < a);
	exit(0);
}
