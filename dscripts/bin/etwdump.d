#!/usr/sbin/dtrace -s
/*
 * etwdump.d - every event of a Windows trace, one line each: time, CPU, process, thread, provider,
 * event and fields.
 *
 *	dtrace -E trace.etl -s etwdump.d
 *	dtrace -E trace.etl -x manifests=folder -s etwdump.d
 *
 * The names of events and fields come from the trace, from your manifests, or, for events of the
 * kernel, from built-in tables.  For other events, it prints the event's number and the size of its
 * payload.  To see only one provider, replace diag:::events by PROVIDER:::events.
 */
#pragma D option quiet
#pragma D option strsize=8k

diag:::events
{
	this->known = etwprops();
	this->size = strjoin(strjoin("(", lltostr(arg3)), " bytes)");
	printf("%12d.%06d %2d %s(%d) %d %s %s %s\n", timestamp / 1000000000, timestamp % 1000000000 / 1000, cpu,
	    execname, pid, tid, etwprovider, etwname,
	    strlen(this->known) || arg3 == 0 ? this->known : this->size);
}
