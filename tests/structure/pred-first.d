/* What the predicate assigns and the body only reads. */
/* @opts: -q */
BEGIN
/(n = 3) && n++ == 3/
{
	printf("%d\n", n);
	exit(0);
}
