#!/usr/sbin/dtrace -s
/*
 * dlopens.d - the libraries that a process opens while it runs.
 *
 *	dtrace -s dlopens.d -p PID		of a process, until ^C
 *	dtrace -s dlopens.d -p PID 10		for ten seconds
 *	dtrace -s dlopens.d -c COMMAND		of a command, while it runs
 *
 * A line for each dlopen() and dlmopen(), at its end: when it began, in ms since tracing did; how long
 * it took, with the constructors that ran; whether it failed; the place from which it was called; the
 * path as the caller wrote it.  A path without a slash was searched for, and an empty one means the
 * program itself.  Libraries that the program is linked with are opened before, by no call.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	start = timestamp;
	printf("%10s %10s %-6s %-40s %s\n", "AT(ms)", "TOOK(us)", "RESULT", "CALLER", "PATH");
}

/* dlopen() and dlmopen(), whose first argument is a namespace; older systems have them in libdl. */
pid$target::dl*open:entry
{
	this->path = probefunc == "dlmopen" ? arg1 : arg0;
	self->path = this->path != 0 ? copyinstr(this->path) : "";
	self->caller = ucaller;
	self->since = timestamp;
}

pid$target::dl*open:return
/self->since/
{
	printf("%10d %10d %-6s %-40A %s\n", (self->since - start) / 1000000, (timestamp - self->since) / 1000,
		arg1 != 0 ? "opened" : "failed", self->caller, self->path);
	self->path = 0;
	self->caller = 0;
	self->since = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
