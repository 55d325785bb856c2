/* @opts: -q */
BEGIN
{
	p = (int *)alloca(16);
	*p = 1;
	*(p + 1) = 2;
	p[2] = p[0] + p[1];
	printf("%d %d %d %d\n", p[0], p[1], p[2], (p + 2) - p);
	exit(0);
}
