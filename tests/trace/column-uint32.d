/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((uint32_t)1);
	trace((uint32_t)-1);
	exit(0);
}
