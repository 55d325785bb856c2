/* @opts: -x flowindent */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	printf("text %d", 1);
	exit(0);
}
