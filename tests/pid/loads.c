/*
 * Loads libraries: loads HOW FILE:FUNCTION ... Each function is called ten times.
 *
 *   once    one library after the other
 *   again   the same three times, unloaded in between
 *   thread  in a thread of its own, while the first runs
 *   fork    in a child
 *   ever    again and again, until it is killed; prints a line for each round
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char **libraries;
static volatile int over;
static int continued; /* by SIGCONT */

static void note(int sig)
{
	(void)sig;
	continued++;
}

static int load(char *name)
{
	char file[4096];
	char *colon = strrchr(name, ':');
	int (*work)(int), ok = 0;
	void *library;

	if (!colon || (size_t)(colon - name) >= sizeof(file))
		return 0;
	memcpy(file, name, (size_t)(colon - name));
	file[colon - name] = '\0';
	library = dlopen(file, RTLD_NOW);
	work = library ? (int (*)(int))dlsym(library, colon + 1) : NULL;
	for (int i = 0; i < 10 && work; i++)
		ok |= work(i) != -1;
	return work && dlclose(library) == 0 && ok;
}

static int load_all(void)
{
	int ok = 1;

	for (char **p = libraries; *p; p++)
		ok &= load(*p);
	return ok;
}

static void *in_thread(void *arg)
{
	*(int *)arg = load_all();
	over = 1;
	return NULL;
}

static int threads(void)
{
	int ok = 0;
	pthread_t th;

	if (pthread_create(&th, NULL, in_thread, &ok) != 0)
		return 0;
	while (!over)
		usleep(1000);
	pthread_join(th, NULL);
	return ok;
}

static int child(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		_exit(load_all() ? 0 : 1);
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	int ok = 1;

	libraries = argv + 2;
	signal(SIGCONT, note);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (strcmp(how, "ever") == 0)
		for (int n = 1; load_all(); n++) {
			printf("round %d\n", n);
			usleep(2000);
		}
	if (strcmp(how, "thread") == 0)
		ok = threads();
	else if (strcmp(how, "fork") == 0)
		ok = child();
	else
		for (int i = 0; i < (strcmp(how, "again") == 0 ? 3 : 1); i++)
			ok &= load_all();
	printf("%s\n", ok ? "loaded" : "failed");
	return ok ? 7 : 1;
}
