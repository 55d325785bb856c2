/* @opts: -F */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	@ = sum(5);
	exit(0);
}
