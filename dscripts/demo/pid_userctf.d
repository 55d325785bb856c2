#!/usr/sbin/dtrace -s
/*
 * pid_userctf.d MODULE FUNCTION - reads a structure of the process: how long it asks to sleep.
 *
 *	dtrace -s pid_userctf.d -c 'sleep 0.25' libc nanosleep
 *	dtrace -s pid_userctf.d -p PID libc thrd_sleep
 *
 * The function's first two arguments are pointers to a struct timespec: the time to sleep, and where
 * to put what is left of it if a signal ends the sleep.  A pointer of the process can't be followed as it
 * is; copyin() fetches as many bytes as the structure has, and then its members have names.  The
 * structure is declared here, with the sizes that it has in a 64-bit program.
 */
#pragma D option quiet

struct interval {
	int64_t in_sec;
	int64_t in_nsec;
};

pid$target:$1:$2:entry
{
	this->asked = (struct interval *)copyin(arg0, sizeof (struct interval));
	printf("%s %d: %s of %d.%09d s\n", execname, tid, probefunc, this->asked->in_sec, this->asked->in_nsec);
	print(*this->asked);
	printf("\n");
	self->since = timestamp;
	self->time = this->asked->in_sec * 1000000000 + this->asked->in_nsec;
}

pid$target:$1:$2:return
/self->since/
{
	printf("%s %d: took %d us more, result %d\n", execname, tid, (timestamp - self->since - self->time) / 1000,
		(int)arg1);
	self->since = 0;
}
