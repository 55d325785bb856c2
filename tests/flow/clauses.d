/* @opts: -F */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	trace(1);
}

BEGIN
{
	trace(2);
	exit(0);
}
