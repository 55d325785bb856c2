/* @opts: -q -x strsize=16 -x rawbytes */
BEGIN
{
	trace("abc");
	exit(0);
}
