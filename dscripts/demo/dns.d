#!/usr/sbin/dtrace -s
/*
 * dns.d - which names were looked up, by whom, how long it took, and what came of it.
 *
 *	dtrace -E trace.etl -x manifests=folder -s dns.d
 *
 * The events are in a trace if its session had the provider Microsoft-Windows-DNS-Client. Their fields are taken by
 * name, so the trace has to describe them (a merged one does), or you give the manifest.
 */
#pragma D option quiet

/* 3006: a query begins */
microsoft-windows-dns-client:::events
/etwid == 3006/
{
	start[pid, etwfieldstr("QueryName")] = timestamp;
	@asked[execname, etwfieldstr("QueryName")] = count();
}

/* 3008: a query ends; QueryStatus is 0, or a Windows error */
microsoft-windows-dns-client:::events
/etwid == 3008/
{
	this->name = etwfieldstr("QueryName");
	this->since = start[pid, this->name];
	printf("%-24s %6d ms  %-32s %s\n", execname, this->since ? (timestamp - this->since) / 1000000 : 0, this->name,
	    etwfield("QueryStatus") ? strjoin("error ", etwfieldstr("QueryStatus")) : etwfieldstr("QueryResults"));
	start[pid, this->name] = 0;
}

END
{
	printf("\n%-24s %-32s %s\n", "PROCESS", "NAME", "QUERIES");
	printa("%-24s %-32s %@d\n", @asked);
}
