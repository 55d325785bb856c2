/*
 * A function with a part that is seldom needed, which compilers put elsewhere under a name of its
 * own; it is jumped to, and uses the function's own memory.  Prints a sum of it.
 */
#include <stdio.h>

static __attribute__((cold, noinline, noclone)) void rare(long *x)
{
	*x += 3;
}

static __attribute__((noinline, noclone)) long sum(int n, long *y)
{
	long a[10], all = 0;

	for (int i = 0; i < 10; i++)
		a[i] = n + i;
	if (n % 50 == 49) {
		rare(y);
		rare(&a[3]);
		a[n % 7] += *y;
		rare(&a[n % 7]);
	}
	__asm__ volatile("" : : "r"(a) : "memory");
	for (int i = 0; i < 10; i++)
		all += a[i];
	return all + *y;
}

int main(int argc, char **argv)
{
	long y = 0, all = 0;

	(void)argv;
	for (int i = 0; i < 1000; i++)
		all += sum(i, &y);
	printf("%d %ld %ld\n", argc, y, all);
	return 7;
}
