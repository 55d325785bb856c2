/* @opts: -q -x strsize=8 */
/* trace() shows an empty string as bytes, as on Solaris; on Oracle Linux as no text. */
BEGIN
{
	trace("");
	exit(0);
}
