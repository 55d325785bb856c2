/* @opts: -q */
BEGIN
{
	x = 2;
	if (x == 1) {
		printf("one\n");
	} else if (x == 2) {
		printf("two\n");
		x = 3;
	} else {
		printf("many\n");
	}
	if (x == 3)
		printf("three\n");
	printf("end\n");
	exit(0);
}
