/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* An event whose schema nobody knows. */
microsoft-windows-dns-client:::events
{
	printf("%s [%s] [%s] %d\n", etwname, etwprops(), etwfieldstr("QueryName"), etwfield("QueryType"));
}
