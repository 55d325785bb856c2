/* @opts: -x rawbytes */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace(0x41424344);
	exit(0);
}
