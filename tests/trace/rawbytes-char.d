/* @opts: -x rawbytes */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((char)'a');
	exit(0);
}
