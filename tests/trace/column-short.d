/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((short)1);
	trace((short)-1);
	exit(0);
}
