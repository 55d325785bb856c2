/* @opts: -q */
int n;

/* Clauses of a probe run in program order, and see what the ones before did. */
BEGIN
/n == 0/
{
	n = 1;
	printf("first\n");
}

BEGIN
/n == 1/
{
	n = 2;
	printf("second\n");
}

BEGIN
/n == 1/
{
	printf("no\n");
}

BEGIN
{
	exit(0);
}
