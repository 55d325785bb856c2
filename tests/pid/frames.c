/*
 * A known stack at the entries of functions: some begin by keeping the frame pointer, some don't.
 * Prints how often they are called.
 */
#include <stdio.h>

#define PART __attribute__((noinline, noclone))
#define CALLS 100

static volatile int calls;

PART int leaf(int n)
{
	return n ^ 5;
}

PART int middle(int n)
{
	calls++;
	return leaf(n) + 1;
}

/* Calls itself from one place. */
PART int down(int n)
{
	return n == 0 ? middle(n) - 1 : down(n - 1) + 1;
}

PART int outer(int n)
{
	return down(2) + middle(n) + 1;
}

int main(void)
{
	for (int i = 0; i < CALLS; i++)
		outer(i);
	printf("%d\n", CALLS);
	return calls == 2 * CALLS ? 7 : 1;
}
