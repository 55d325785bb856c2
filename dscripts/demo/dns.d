#!/usr/sbin/dtrace -s
/*
 * dns.d - DNS queries: the name, the process, the time it took, and the result.
 *
 *	dtrace -E trace.etl -x manifests=folder -s dns.d
 *
 * A trace has these events if its session enabled the provider Microsoft-Windows-DNS-Client.  The
 * script reads their fields by name, so the trace must describe them (a merged trace does), or you
 * must supply the manifest.
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
