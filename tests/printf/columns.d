/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	printf("one");
	printf("%s", "two\n");
	printf("three");
	exit(0);
}
