/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* Every property of every event, by its schema; the manifest comes after the first event that needs it. */
#pragma D option strsize=1k
demo-orders:::events,
demo.service:::events,
demo-merged:::events
{
	printf("%s %s: %s\n", etwprovider, etwname, etwprops());
}
