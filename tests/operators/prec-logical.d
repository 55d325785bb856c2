/* @opts: -q */
/* && before ^^ before || */
BEGIN
{
	t = 1;
	f = 0;
	printf("%d %d\n", t || t && f, (t || t) && f);
	printf("%d %d\n", t ^^ t && f, (t ^^ t) && f);
	printf("%d %d\n", t || t ^^ t, (t || t) ^^ t);
	printf("%d%d%d\n", 1 || 1 && 0, 1 ^^ 1 && 0, 1 || 1 ^^ 1);
	exit(0);
}
