/* @opts: -q */
BEGIN
{
	x = 1;
	if (x)
		if (!x)
			printf("no\n");
		else
			printf("inner\n");
	exit(0);
}
