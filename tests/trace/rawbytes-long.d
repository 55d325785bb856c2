/* @opts: -x rawbytes */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace((long long)1);
	exit(0);
}
