#!/usr/sbin/dtrace -s
/*
 * rwsnoop.d - every read and write by a system call, with its process and file.
 *
 *	dtrace -s rwsnoop.d			all processes, until ^C
 *	dtrace -s rwsnoop.d -p PID		one process; -c COMMAND: a command, while it runs
 *	dtrace -s rwsnoop.d 10			for ten seconds
 *	dtrace -s rwsnoop.d 0 NAME		all processes of a program
 *
 * Each line has the direction (R or W), the call's result (the number of bytes, or -1), and the
 * file or socket.  Accesses to memory-mapped files are not shown, because they use no system call.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

dtrace:::BEGIN
{
	printf("%6s %8s %-16s %1s %10s  %s\n", "UID", "PID", "PROGRAM", "D", "BYTES", "FILE");
}

syscall::read:entry,
syscall::readv:entry,
syscall::pread64:entry,
syscall::preadv:entry,
syscall::write:entry,
syscall::writev:entry,
syscall::pwrite64:entry,
syscall::pwritev:entry
/($target == 0 || pid == $target) && ($$2 == "" || execname == $$2)/
{
	self->path = fds[arg0].fi_pathname;
	self->ok = 1;
}

syscall::read:return,
syscall::readv:return,
syscall::pread64:return,
syscall::preadv:return,
syscall::write:return,
syscall::writev:return,
syscall::pwrite64:return,
syscall::pwritev:return
/self->ok/
{
	printf("%6d %8d %-16s %1s %10d  %s\n", uid, pid, execname, strstr(probefunc, "read") != 0 ? "R" : "W",
	    (int)arg0, self->path);
	self->path = 0;
	self->ok = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
