#!/usr/sbin/dtrace -s
/*
 * etwdump.d - every event of a Windows trace, a line each: time, CPU, process, thread, provider, event, properties.
 *
 *	dtrace -E trace.etl -s etwdump.d
 *	dtrace -E trace.etl -x manifests=folder -s etwdump.d
 *
 * What an event is called and what its properties are is told by the trace, by manifests that you have, or, for the
 * kernel's events, is known; of other events there is the number and how many bytes of payload there are. To see one
 * provider alone, replace diag:::events by PROVIDER:::events.
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
