/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* Properties as JSON, whose parts json() takes, and for a field of a CSV line. */
#pragma D option strsize=1k
demo.service::Request:event,
demo-merged::Copy-Stop:event
{
	this->j = etwprops("json");
	printf("%s\n", this->j);
	printf("\"%s\"\n", etwprops("csv"));
}

demo.service::Request:event
/args[0]->Ok/
{
	printf("%s %s %s\n", json(this->j, "Url"), json(this->j, "Codes[1]"), json(this->j, "Peer.Port"));
}
