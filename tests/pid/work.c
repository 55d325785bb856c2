/*
 * A function whose structure a tracer may read or change: prints what it returns.
 */
#include <stdio.h>

struct part {
	int number;
	char name[16];
};

__attribute__((noinline)) long work(struct part *p, long n)
{
	__asm__ volatile("" : : : "memory");
	return p->number + n + p->name[0];
}

int main(void)
{
	struct part p = { 5, "alpha" };

	for (int i = 0; i < 3; i++) {
		long r = work(&p, i);

		printf("%ld %s\n", r, p.name);
		fflush(stdout);
	}
	return 0;
}
