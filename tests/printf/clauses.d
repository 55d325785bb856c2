/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	printf("first");
}

BEGIN
{
	printf("second\n");
	exit(0);
}
