/* @opts: -F -q */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace(1);
	trace("\n");
	exit(0);
}
