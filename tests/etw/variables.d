/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* What stands in the header of an event, with the names that the schema gives it. */
demo-orders:::events,
demo-merged:::events,
{feedf00d-4444-4d4d-9301-020304050607}:::events
{
	printf("%s|%s|%s|%s|%d|%d|%x\n", etwprovider, etwname, etwtask, etwopcode, etwid, etwlevel, etwkeywords);
}
