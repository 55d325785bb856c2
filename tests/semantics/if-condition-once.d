/* @opts: -q */
/* A condition is evaluated once, and what it assigned stays. */
BEGIN
{
	n = 0;
	if (++n == 1)
		printf("then %d\n", n);
	else
		printf("else %d\n", n);
	if ((m = n + 4) > 3) {
		printf("%d\n", m);
		n = 10;
	} else {
		printf("no\n");
	}
	printf("%d\n", n);
	exit(0);
}
