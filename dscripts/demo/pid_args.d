#!/usr/sbin/dtrace -s
/*
 * pid_args.d [MODULE [FUNCTION [text]]] - the arguments and the result of each call of a function.
 *
 *	dtrace -s pid_args.d -c COMMAND a.out main		a function of the program itself
 *	dtrace -s pid_args.d -p PID libc malloc			a function of a library that a process has loaded
 *	dtrace -s pid_args.d -c 'ls /usr' libc opendir text	the first argument is a string
 *
 * arg0 to arg5 are what the first six registers for arguments hold, so as many of them mean something
 * as the function has parameters.  A string is in the memory of the process: copyinstr() fetches it.
 * At a return arg1 is the result.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

pid$target:$$1:$$2:entry
/$$3 == "text"/
{
	printf("%6d %s(\"%s\", %x, %x, %x, %x, %x)\n", tid, probefunc, copyinstr(arg0), arg1, arg2, arg3, arg4, arg5);
}

pid$target:$$1:$$2:entry
/$$3 != "text"/
{
	printf("%6d %s(%x, %x, %x, %x, %x, %x)\n", tid, probefunc, arg0, arg1, arg2, arg3, arg4, arg5);
}

pid$target:$$1:$$2:return
{
	printf("%6d %s returns %x\n", tid, probefunc, arg1);
}
