/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
/* trace() chooses its columns by the size of an integer, as on Solaris; on Oracle Linux by its signedness, and wider. */
BEGIN
{
	trace((uint8_t)255);
	trace((uint32_t)-1);
	trace((uint64_t)-1);
	exit(0);
}
