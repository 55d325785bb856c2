/* @opts: -F */
/* @filter: sed 's/^  [0-9] /  0 /' */
BEGIN
{
	trace("in");
	exit(0);
}
