#!/usr/sbin/dtrace -s
/*
 * powershell.d - which commands PowerShell ran, and from which script.
 *
 *	dtrace -E trace.etl -x manifests=folder -s powershell.d
 *
 * The events are in a trace if its session had the provider Microsoft-Windows-PowerShell; number 7937 is a command.
 * What it was stands in one text of many lines, NAME = VALUE, of which we take two: the text is cut at a name with
 * strstr(), and the value is what stands up to the end of that line.
 */
#pragma D option quiet
#pragma D option strsize=4k

microsoft-windows-powershell:::events
/etwid == 7937/
{
	this->command = strstr(etwfieldstr("ContextInfo"), "Command Name = ");
	this->type = strstr(this->command, "Command Type = ");
	this->type = substr(this->type, 15, index(this->type, "\r") - 15);
	this->command = substr(this->command, 15, index(this->command, "\r") - 15);
	@[this->type, this->command] = count();
}

END
{
	printf("%-12s %-40s %s\n", "TYPE", "COMMAND", "COUNT");
	printa("%-12s %-40s %@d\n", @);
}
