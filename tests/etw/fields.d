/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* Fields by their names: as numbers, as text; what an event lacks is 0 and "". */
demo.service:::events
{
	printf("%d %s|%s|%d|%s|%s|%d|%s|%d\n", etwfield("Status"), etwfieldstr("Url"), etwfieldstr("Codes"),
	    etwfield("Codes"), etwfieldstr("Pair"), etwfieldstr("Peer"), etwfield("Port"), etwfieldstr("Ok"),
	    etwfield("Ok"));
}

demo-orders:::events
/etwfield("id") != 0/
{
	printf("%d %s %s %d\n", etwfield("id"), etwfieldstr("kind"), etwfieldstr("flags"), etwfield("flags"));
	@[etwfieldstr("customer")] = sum(etwfield("id"));
}
