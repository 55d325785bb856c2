#!/usr/sbin/dtrace -s
/*
 * powershell.d - the commands that PowerShell ran, and how often.
 *
 *	dtrace -E trace.etl -s powershell.d
 *
 * A trace has these events if its session enabled the provider Microsoft-Windows-PowerShell; event
 * 7937 is a command.  The first text of its payload describes it, in many lines NAME = VALUE.  The
 * script takes two of them: strstr() finds the name, and the value is the rest of that line.  It
 * reads the raw payload, so no manifest is needed; with a manifest, etwfieldstr("ContextInfo") is
 * the same text.
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
