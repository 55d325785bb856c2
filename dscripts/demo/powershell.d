#!/usr/sbin/dtrace -s
/*
 * powershell.d - which commands PowerShell ran, and from which script.
 *
 *	dtrace -E trace.etl -s powershell.d
 *
 * The events are in a trace if its session had the provider Microsoft-Windows-PowerShell; number 7937 is a command.
 * What it was stands in the first text of the payload, many lines NAME = VALUE, of which we take two: the text is cut
 * at a name with strstr(), and the value is what stands up to the end of that line.  The payload is read as it is, so
 * that no manifest is needed; with one, etwfieldstr("ContextInfo") is the same text.
 */
#pragma D option quiet
#pragma D option strsize=4k

microsoft-windows-powershell:::events
/etwid == 7937/
{
	this->text = wstringof((wchar_t *)arg2);
	this->command = strstr(this->text, "Command Name = ");
	this->type = strstr(this->text, "Command Type = ");
}

microsoft-windows-powershell:::events
/etwid == 7937 && this->command != NULL && this->type != NULL/
{
	this->type = substr(this->type, 15, index(this->type, "\r") - 15);
	this->command = substr(this->command, 15, index(this->command, "\r") - 15);
	@[this->type, this->command] = count();
}

END
{
	printf("%-12s %-40s %s\n", "TYPE", "COMMAND", "COUNT");
	printa("%-12s %-40s %@d\n", @);
}
