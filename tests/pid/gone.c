/*
 * Code that is gone when its names are asked for.  One source for programs and libraries: NAME is
 * in the names of the functions, so that others have the same addresses later.
 *
 *	gone exit		calls, and exits at once
 *	gone exec PROGRAM ARG...	calls, and executes another
 *	gone fork PROGRAM ARG...	a child does that, while the parent calls
 *	gone load LIB...	loads each, lets it call, and unloads it
 *
 * What is called is take(), with the address of a function of the caller's.
 */
#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PART __attribute__((noinline, noclone))
#define GLUE2(a, b) a##b
#define GLUE(a, b) GLUE2(a, b)
#define place GLUE(NAME, _place)
#define caller GLUE(NAME, _caller)

typedef void take_fn(void (*)(void));

PART void place(void)
{
	__asm__ volatile("");
}

PART void caller(take_fn *take)
{
	for (volatile int i = 0; i < 3; i++) /* one place, which isn't unrolled */
		take(place);
}

#ifdef LIBRARY
void calls(take_fn *take)
{
	caller(take);
	__asm__ volatile("");
}
#else
PART void take(void (*where)(void))
{
	__asm__ volatile("" : : "r"(where));
}

static int load(char **libs)
{
	for (; *libs; libs++) {
		void *lib = dlopen(*libs, RTLD_NOW);
		void (*calls)(take_fn *) = lib ? (void (*)(take_fn *))dlsym(lib, "calls") : NULL;

		if (!calls)
			return 1;
		calls(take);
		if (dlclose(lib) != 0)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	pid_t child = -1;

	if (argc > 2 && !strcmp(argv[1], "load"))
		_exit(load(argv + 2));
	if (argc > 2 && !strcmp(argv[1], "fork"))
		child = fork();
	caller(take);
	if (child > 0)
		waitpid(child, NULL, 0);
	else if (argc > 2)
		execv(argv[2], argv + 2);
	_exit(argc > 2 && child <= 0);
}
#endif
