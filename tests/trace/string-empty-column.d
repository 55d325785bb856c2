/* @opts: -x strsize=8 */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace("");
	exit(0);
}
