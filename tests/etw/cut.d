/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* What does not fit in a string is cut between characters. */
#pragma D option strsize=24
demo.service::Request:event
{
	printf("[%s]\n", etwprops());
}
