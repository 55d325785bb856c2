/* @cmd: dtrace -E $trace -C -s $case */
/* In an included file, text of C that has no meaning in D is skipped; layouts are the compiler's. */
#include "gnu.h"
#pragma D option quiet

struct packed p;

BEGIN
{
	p.s = 7;
	printf("%d %d %d\n", sizeof (struct packed), offsetof(struct packed, l), p.s);
	printf("%d %d\n", sizeof (struct packed_after), offsetof(struct packed_after, flag));
	printf("%d %d %d %d\n", sizeof (odd), offsetof(odd, self), offsetof(odd, color),
	    offsetof(odd, tail));
	printf("%d %d %d\n", sizeof (struct sized), sizeof (struct tagged), sizeof (u128));
	printf("%x %x %d %d\n", WIDE, MASK, RED, GREEN);
	printf("%d %d\n", sizeof (flags), sizeof (va));
	exit(0);
}
