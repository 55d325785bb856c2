/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((int)1);
	trace((int)-1);
	exit(0);
}
