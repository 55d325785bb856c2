/*
 * Two functions of one name.  Prints how often they are entered and return, both together.
 */
#include <stdio.h>

int other(int n);

static __attribute__((noinline, noclone)) int twice(int n)
{
	__asm__ volatile("");
	return 2 * n;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 30; i++)
		sum += twice(i);
	for (int i = 0; i < 11; i++)
		sum += other(i);
	printf("twice entry %d\ntwice return %d\n", 30 + 11, 30 + 11);
	return sum > 0 ? 7 : 1;
}
