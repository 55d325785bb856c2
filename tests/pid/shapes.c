/*
 * Functions that end in other ways than by a return, or in another process.
 *
 *	pid-shapes threads N	recursion that ends by returns, by longjmp(), by pthread_exit()
 *	pid-shapes signals	a signal handler that interrupts functions, and calls the same ones
 *	pid-shapes vfork	vfork() and exec in the middle of calls, many times
 *	pid-shapes fork		the same with fork(); the children return from the calls
 *	pid-shapes nap		nanosleep() of an eighth of a second
 *	pid-shapes open LIB...	dlopen() of each
 *	pid-shapes reload LIB	prints "ready", calls LIB, then loads and unloads it many times
 *	pid-shapes exec ARG...	prints "ready", calls, then executes the rest
 *	pid-shapes calls	prints "ready", calls, then prints the code of a function
 *
 * The last three call until SIGTERM, for a minute at most.
 *
 * Each ends with the status 7, and prints how often functions were entered and how often they
 * returned: "add entry 10".  A function counts its entry first of all, and its return last of all.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PART __attribute__((noinline, noclone))
#define FUNCTIONS(F) F(add) F(deep) F(leap) F(part) F(handler) F(launch) F(clone_calls)
#define COUNTER(name) static atomic_long name##_in, name##_out;
FUNCTIONS(COUNTER)

#define ENTER(name) name##_in++
#define LEAVE(name) name##_out++

PART int add(int a, int b)
{
	ENTER(add);
	LEAVE(add);
	return a + b;
}

PART long deep(long n)
{
	long sum;

	ENTER(deep);
	sum = n <= 0 ? 0 : deep(n - 1) + add(1, (int)n);
	LEAVE(deep);
	return sum;
}

/* Goes down n calls; the last one leaves all of them at once, if it has where to. */
PART long leap(jmp_buf *to, long n)
{
	long sum;

	ENTER(leap);
	if (n == 0 && to)
		longjmp(*to, 1);
	sum = n == 0 ? 0 : leap(to, n - 1) + 1;
	LEAVE(leap);
	return sum;
}

/* Goes down n calls; the last one may end the thread. */
PART long part(long n, bool end)
{
	long sum;

	ENTER(part);
	if (n == 0 && end)
		pthread_exit((void *)7);
	sum = n == 0 ? 0 : part(n - 1, end) + 1;
	LEAVE(part);
	return sum;
}

static void *thread(void *arg)
{
	volatile long sum = 0;
	jmp_buf to;

	for (volatile int i = 0; i < 60; i++) {
		sum += deep(i % 20);
		if (setjmp(to) == 0)
			sum += leap(&to, i % 7);
		sum += leap(NULL, i % 3);
		sum += deep(2);
	}
	return (void *)(part(3, false) + part(5, true) + sum + (long)arg);
}

static int threads(int n)
{
	pthread_t th[64];
	void *result;
	int good = 0;

	for (int i = 0; i < n && i < 64; i++)
		pthread_create(&th[i], NULL, thread, NULL);
	for (int i = 0; i < n && i < 64; i++)
		if (pthread_join(th[i], &result) == 0)
			good += result == (void *)7;
	return good == n ? 0 : 1;
}

PART void handler(int sig)
{
	ENTER(handler);
	add(sig, 1);
	deep(3);
	LEAVE(handler);
}

static int signals(void)
{
	struct itimerval often = { { 0, 2000 }, { 0, 2000 } }, never = { { 0, 0 }, { 0, 0 } };
	struct sigaction act = { .sa_handler = handler };

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; handler_in < 100; i++)
		deep(i % 8);
	setitimer(ITIMER_REAL, &never, NULL);
	return 0;
}

/* Calls in a child are another process's: it counts them back. */
PART void clone_calls(void)
{
	ENTER(clone_calls);
	add(1, 2);
	LEAVE(clone_calls);
}

PART int launch(const char *program)
{
	int status = -1;
	pid_t pid;

	ENTER(launch);
	pid = vfork();
	if (pid == 0) {
		long in = add_in, out = add_out;

		clone_calls();
		add_in = in;
		add_out = out;
		clone_calls_in = clone_calls_out = 0;
		execl(program, program, (char *)NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	LEAVE(launch);
	return status;
}

static int vforks(void)
{
	int bad = 0;

	for (int i = 0; i < 20; i++)
		bad |= launch("/bin/true") | add(-i, i);
	return bad;
}

/* Returns in two processes, n calls down. */
PART pid_t part_ways(int n)
{
	pid_t pid = n == 0 ? fork() : part_ways(n - 1);

	__asm__ volatile("" ::: "memory"); /* it calls itself, and doesn't jump there */
	return pid;
}

static int forks(void)
{
	int status, bad = 0;

	for (int i = 0; i < 20; i++) {
		pid_t pid = part_ways(i % 4);

		if (pid == 0) {
			deep(5);
			exit(add(i, 1));
		}
		deep(2);
		bad |= waitpid(pid, &status, 0) != pid || !WIFEXITED(status) ||
			WEXITSTATUS(status) != i + 1;
	}
	return bad;
}

static long ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static volatile sig_atomic_t enough;

static void on_term(int sig)
{
	enough = sig;
}

/* The time at which to end. */
static long ready(void)
{
	signal(SIGTERM, on_term);
	puts("ready");
	fflush(stdout);
	return ms() + 60000;
}

static void call_on(void)
{
	for (long end = ready(); !enough && ms() < end; usleep(100))
		deep(3);
}

static void print_code(void)
{
	const unsigned char *code = (const unsigned char *)&deep;

	printf("code");
	for (int i = 0; i < 16; i++)
		printf(" %02x", code[i]);
	puts("");
}

static int call_lib(void *lib)
{
	int (*half)(int) = lib ? (int (*)(int))dlsym(lib, "half") : NULL, bad = !half;

	for (int i = 0; i < 10 && half; i++)
		bad |= half(2 * i) != i;
	return bad;
}

static int reload(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW);
	int bad = 0;

	for (long end = ready(); !enough && ms() < end; usleep(1000))
		bad |= call_lib(lib);
	for (int i = 0; i < 100 && lib; i++) {
		dlclose(lib);
		lib = dlopen(path, RTLD_NOW);
		bad |= call_lib(lib);
	}
	return bad;
}

PART int open_all(char **libs)
{
	for (; *libs; libs++)
		if (!dlopen(*libs, RTLD_NOW))
			puts(*libs);
	return 0;
}

static int act(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (strcmp(what, "threads") == 0 && argc > 2)
		return threads(atoi(argv[2]));
	if (strcmp(what, "signals") == 0)
		return signals();
	if (strcmp(what, "vfork") == 0)
		return vforks();
	if (strcmp(what, "fork") == 0)
		return forks();
	if (strcmp(what, "nap") == 0)
		return nanosleep(&(struct timespec){ 0, 125000000 }, NULL);
	if (strcmp(what, "open") == 0)
		return open_all(argv + 2);
	if (strcmp(what, "reload") == 0 && argc > 2)
		return reload(argv[2]);
	if (strcmp(what, "calls") == 0) {
		call_on();
		print_code();
		return 0;
	}
	if (strcmp(what, "exec") == 0 && argc > 2) {
		call_on();
		execv(argv[2], argv + 2);
	}
	return 1;
}

int main(int argc, char **argv)
{
	if (act(argc, argv) != 0)
		return 1;
#define PRINT(name) \
	if (name##_in) \
		printf(#name " entry %ld\n", name##_in); \
	if (name##_out) \
		printf(#name " return %ld\n", name##_out);
	FUNCTIONS(PRINT)
	return 7;
}
