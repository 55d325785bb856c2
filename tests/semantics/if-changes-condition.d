/* @opts: -q */
/* What the branch does to the condition's variables does not bring the other branch in. */
BEGIN
{
	x = 1;
	if (x == 1) {
		x = 2;
	} else {
		printf("never\n");
	}
	if (x == 2)
		x = 1;
	else
		x = 7;
	printf("%d\n", x);
	exit(0);
}
