/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* A script may name a manifest by itself. */
#pragma D option manifests=etw/manifests/dns.man
microsoft-windows-dns-client::QueryEnd:event
{
	printf("%s %d\n", args[0]->QueryName, args[0]->QueryStatus);
}
