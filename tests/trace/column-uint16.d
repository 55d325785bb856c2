/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((uint16_t)1);
	trace((uint16_t)-1);
	exit(0);
}
