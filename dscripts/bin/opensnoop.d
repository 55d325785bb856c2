#!/usr/sbin/dtrace -s
/*
 * opensnoop.d - every open of a file, with its process and its result.
 *
 *	dtrace -s opensnoop.d			all processes, until ^C
 *	dtrace -s opensnoop.d -p PID		one process; -c COMMAND: a command, while it runs
 *	dtrace -s opensnoop.d 10			for ten seconds
 *	dtrace -s opensnoop.d 0 NAME		all processes of a program
 *
 * FD is the call's result, -1 if it failed; ERR is the error number, as in errno.h.  The path is
 * printed as the caller wrote it: if it doesn't begin with a slash, it is relative to the caller's
 * working directory.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

dtrace:::BEGIN
{
	printf("%6s %8s %-16s %4s %4s  %s\n", "UID", "PID", "PROGRAM", "FD", "ERR", "PATH");
}

syscall::open:entry,
syscall::creat:entry
/($target == 0 || pid == $target) && ($$2 == "" || execname == $$2)/
{
	self->path = copyinstr(arg0);
	self->ok = 1;
}

syscall::openat:entry,
syscall::openat2:entry
/($target == 0 || pid == $target) && ($$2 == "" || execname == $$2)/
{
	self->path = copyinstr(arg1);
	self->ok = 1;
}

syscall::open:return,
syscall::creat:return,
syscall::openat:return,
syscall::openat2:return
/self->ok/
{
	printf("%6d %8d %-16s %4d %4d  %s\n", uid, pid, execname, (int)arg0, errno, self->path);
	self->path = 0;
	self->ok = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
