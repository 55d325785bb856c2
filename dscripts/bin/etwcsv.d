#!/usr/sbin/dtrace -s
/*
 * etwcsv.d - every event of a Windows trace as a line of CSV, after a line with the column names.
 *
 *	dtrace -E trace.etl -s etwcsv.d -o trace.csv
 *
 * Times are nanoseconds since 1970.  The last column has all fields of the event, as NAME VALUE
 * NAME VALUE ...  To get a column for one field, print etwfieldstr("NAME").
 */
#pragma D option quiet
#pragma D option strsize=8k

BEGIN
{
	printf("time,cpu,process,pid,tid,provider,event,id,opcode,level,keywords,properties\n");
}

diag:::events
{
	printf("%d,%d,\"%s\",%d,%d,%s,\"%s\",%d,%s,%d,0x%x,\"%s\"\n", walltimestamp, cpu, execname, pid, tid,
	    etwprovider, etwname, etwid, etwopcode, etwlevel, etwkeywords, etwprops("csv"));
}
