/* @filter: sed 's/^  [0-9] /  0 /' */
BEGIN
{
	printf("a %d", 1);
	printf(" b");
	exit(0);
}
