/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((char)1);
	trace((char)-1);
	exit(0);
}
