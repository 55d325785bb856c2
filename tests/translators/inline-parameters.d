/* @opts: -q */
inline int add[int a, int b] = a + b;
inline int square[int x] = x * x;
inline int nested[int x] = add[square[x], 1];
inline string pick[int which, string a, string b] = which ? a : b;

BEGIN
{
	y = 3;
	printf("%d %d %d\n", add[1, 2], square[y + 1], nested[y]);
	printf("%s %s\n", pick[1, "one", "two"], pick[y - 3, "one", "two"]);
	exit(0);
}
