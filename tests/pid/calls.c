/*
 * Functions that are called a known number of times.
 *
 *	pid-calls THREADS	each thread calls all of them; prints the counters, exits with 7
 *	pid-calls forever	prints "ready", calls add() until it is killed
 *	pid-calls many		calls many() once
 *	pid-calls fork		calls add() 5 times, 10 times in each of 3 children, once in
 *				a grandchild
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 500
#define PART __attribute__((noinline, noclone))

/* In a page of the file that nothing else reads. */
static const struct note {
	const char *no_text;
	char no_padding[8192];
} untouched __attribute__((aligned(4096))) = { "never read", "" };

static atomic_long adds, facts, names, jumps;

PART int add(int a, int b)
{
	adds++;
	return a + b;
}

PART long fact(long n)
{
	facts++;
	return n < 2 ? 1 : n * fact(n - 1);
}

PART size_t name(const char *text, long a, long b, long c, long d, long e)
{
	names++;
	return strlen(text) + (size_t)(a + b + c + d + e);
}

PART void jump(jmp_buf *to)
{
	jumps++;
	longjmp(*to, 1);
}

PART void jumps_back(void)
{
	jmp_buf to;

	if (setjmp(to) == 0)
		jump(&to);
}

static void *calls(void *arg)
{
	long sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		sum += add(i % 3, -1) + fact(5);
		sum += (long)name(i & 1 ? "odd" : "even", 1, 2, 3, 4, 5);
		jumps_back();
	}
	return (void *)(sum + (long)arg);
}

/* Its last arguments are on the stack. */
PART long many(long a, long b, long c, long d, long e, long f, int g, long h, short i,
	const struct note *j)
{
	return a + b + c + d + e + f + g + h + i + (j != NULL);
}

static int forks(void)
{
	for (int i = 0; i < 5; i++)
		add(i, i);
	for (int child = 0; child < 3; child++) {
		if (fork() != 0)
			continue;
		for (int i = 0; i < 10; i++)
			add(i, i);
		if (child == 2 && fork() == 0)
			_exit(add(1, -1));
		while (wait(NULL) > 0)
			;
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	return 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t th[64];

	if (argc > 1 && strcmp(argv[1], "forever") == 0) {
		puts("ready");
		fflush(stdout);
		for (int i = 0;; i++, usleep(1000))
			add(i, i);
	}
	if (argc > 1 && strcmp(argv[1], "fork") == 0)
		return forks();
	if (argc > 1 && strcmp(argv[1], "many") == 0)
		return many(1, 2, 3, 4, 5, 6, -7, 8, -9, &untouched) == 0;
	for (int i = 0; i < n && i < 64; i++)
		pthread_create(&th[i], NULL, calls, NULL);
	for (int i = 0; i < n && i < 64; i++)
		pthread_join(th[i], NULL);
	printf("add %ld\nfact %ld\njump %ld\nname %ld\n", adds, facts, jumps, names);
	return 7;
}
