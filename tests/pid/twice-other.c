/* The other function of that name. */
int other(int n);

static __attribute__((noinline, noclone)) int twice(int n)
{
	__asm__ volatile("");
	return 2 * n + 1;
}

int other(int n)
{
	return twice(n) + 1;
}
