/* @opts: -q */
BEGIN
{
	if (1) {
	} else {
		printf("never\n");
	}
	if (0)
		;
	else
		;
	printf("end\n");
	exit(0);
}
