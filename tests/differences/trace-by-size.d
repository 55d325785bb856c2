/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((uint8_t)255);
	trace((uint32_t)-1);
	trace((uint64_t)-1);
	exit(0);
}
