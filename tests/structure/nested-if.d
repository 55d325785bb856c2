/* @opts: -q */
BEGIN
{
	x = 3;
	if (x > 1) {
		if (x > 2)
			printf("a");
		else
			printf("b");
	} else
		printf("c");
	if (x > 5) ;
	else {
		printf("d\n");
	}
	exit(0);
}
