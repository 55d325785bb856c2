/* @opts: -q */
/* Bytes compare as unsigned. */
BEGIN
{
	a = "\200";
	b = "z";
	printf("%d%d%d\n", a > b, a < b, "\377" >= a);
	printf("%d%d\n", "B" < "a", "a" < "ab");
	exit(0);
}
