#!/usr/sbin/dtrace -s
/*
 * pid_userctf.d MODULE FUNCTION - reads a structure of the process: how long it asks to sleep.
 *
 *	dtrace -s pid_userctf.d -c 'sleep 0.25' libc nanosleep
 *	dtrace -s pid_userctf.d -p PID libc thrd_sleep
 *
 * The function's first argument is a pointer to a struct timespec.  struct pid$target`timespec is that
 * type as the process itself has it, with all its members; so nothing is declared here.  It comes from
 * the debugging information of the program or of one of its libraries: of cc -g, or of a package with
 * the debug files, for the C library libc6-dbg.  What such a pointer leads to is read at the probe.
 *
 * Where the function itself has debugging information, args[0] is arg0 with its type, without a cast.
 */
#pragma D option quiet

pid$target:$1:$2:entry
{
	this->asked = (struct pid$target`timespec *)arg0;
	printf("%s %d: %s of %d.%09d s\n", execname, tid, probefunc, this->asked->tv_sec, this->asked->tv_nsec);
	print(*this->asked);
	printf("\n");
	self->since = timestamp;
	self->time = this->asked->tv_sec * 1000000000 + this->asked->tv_nsec;
}

pid$target:$1:$2:return
/self->since/
{
	printf("%s %d: took %d us more, result %d\n", execname, tid, (timestamp - self->since - self->time) / 1000,
		(int)arg1);
	self->since = 0;
}
