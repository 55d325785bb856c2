/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace("wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww");
	exit(0);
}
