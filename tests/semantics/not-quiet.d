/* @opts: */
/* @filter: sed 's/^ *[0-9][0-9]*  /CPU /' */
BEGIN
{
	trace(5);
	trace("text");
	exit(0);
}
