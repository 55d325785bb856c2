/*
 * A load for live.py: reads a number, and calls a function that does nothing as often.
 */
#include <stdio.h>

static __attribute__((noinline, noclone)) void empty(void)
{
	__asm__ volatile("");
}

int main(void)
{
	long n;

	if (scanf("%ld", &n) != 1)
		return 1;
	while (n-- > 0)
		empty();
	return 0;
}
