/* @opts: -q */
/* A fault in an ERROR clause is counted, and raises no other. */
int zero, n;

ERROR
{
	n++;
	trace(2 / zero);
}

BEGIN
{
	trace(1 / zero);
}

BEGIN
{
	printf("%d\n", n);
	exit(0);
}
