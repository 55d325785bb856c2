#!/usr/sbin/dtrace -s
/*
 * hello.d - the smallest program: one probe, two actions.
 *
 *	dtrace -s hello.d
 *	dtrace -E trace.etl -s hello.d
 *
 * BEGIN fires once, before any other probe; exit() ends tracing.
 */
#pragma D option quiet

dtrace:::BEGIN
{
	printf("hello, world\n");
	exit(0);
}
