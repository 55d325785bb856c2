/* What the predicate assigns and the body only reads. */
/* @opts: -q */
BEGIN
/(n = 3) && n++ == 3/
{
	printf("%d\n", n);
}

BEGIN
/(m = 1)/
{
	if (m)
		printf("if %d\n", m);
	exit(0);
}
