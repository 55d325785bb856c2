/* @opts: -F */
/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
/* Of the firing that exit() ends no later clause is shown. */
BEGIN
{
	trace("shown");
}

BEGIN
{
	exit(0);
}

BEGIN
{
	trace("not shown");
}
