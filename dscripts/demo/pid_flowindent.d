#!/usr/sbin/dtrace -s
/*
 * pid_flowindent.d MODULE FUNCTION - what a function calls in its module, as a picture of the flow.
 *
 *	dtrace -s pid_flowindent.d -c COMMAND a.out main	the command's own functions
 *	dtrace -s pid_flowindent.d -p PID libc fopen		inside of a library, until ^C
 *
 * All functions of the module are traced, but those that aren't called by the one asked for, directly
 * or through others, print nothing: self->inside counts the calls of it that the thread is in.  The
 * clauses of a probe run from top to bottom, so the count is raised before, and lowered after, the
 * clause that prints has looked at it.  The option flowindent indents; the number is microseconds
 * since the outermost entry.  After a call that ends by longjmp() all is further to the right: no return
 * told of its end.
 */
#pragma D option quiet
#pragma D option flowindent
#pragma D option bufsize=16m

pid$target:$1:$2:entry
/self->inside++ == 0/
{
	self->since = timestamp;
}

pid$target:$1::entry,
pid$target:$1::return
/self->inside/
{
	printf("%d\n", (timestamp - self->since) / 1000);
}

pid$target:$1:$2:return
/self->inside/
{
	self->inside--;
}
