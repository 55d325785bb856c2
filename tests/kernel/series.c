/*
 * A series of system calls that is the same at each run: numbers of many sizes and signs, reads of
 * many lengths, messages in one buffer, failures, several threads and names.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void numbers(void)
{
	static const int64_t edges[] = { 0, 1, -1, 2, -2, 7, -7, 127, 128, -128, 255, 256, 4095,
		-4095, 65535, 65536, INT32_MAX, INT32_MIN, UINT32_MAX, (int64_t)1 << 40, INT64_MAX,
		INT64_MIN, INT64_MIN + 1 };
	size_t n = sizeof(edges) / sizeof(*edges);
	uint64_t x = 88172645463325252u;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k += 3)
			syscall(SYS_sched_get_priority_max, edges[i], edges[k], i);
	for (int i = 0; i < 500; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		syscall(SYS_sched_get_priority_max, x >> (i % 64), i % 7, i);
	}
}

static void transfers(void)
{
	char buf[70000];
	int from = open("/dev/zero", O_RDONLY), to = open("/dev/null", O_WRONLY);

	for (size_t n = 0; n < sizeof(buf); n += 1 + n / 3)
		if (write(to, buf, (size_t)read(from, buf, n)) < 0)
			exit(1);
	for (int i = 0; i < 20; i++)
		if (read(-1, buf, 10) != -1 || open("/no/such/file", O_RDONLY) != -1)
			exit(1);
	close(from);
	close(to);
}

/* Different texts, read into one buffer. */
static void messages(void)
{
	int fds[2];
	char text[16], buf[16];

	if (pipe(fds) != 0)
		exit(1);
	for (int i = 0; i < 500; i++) {
		memset(text, 0, sizeof(text));
		snprintf(text, sizeof(text), "text %04d", i);
		if (write(fds[1], text, 10) != 10 || read(fds[0], buf, 10) != 10)
			exit(1);
	}
	close(fds[0]);
	close(fds[1]);
}

/* A path that isn't resident when the call begins. */
static void not_resident(void)
{
	static const char path[] = "/no/such/file";
	int fd = memfd_create("path", 0);

	if (fd < 0 || write(fd, path, sizeof(path)) != (ssize_t)sizeof(path))
		exit(1);
	for (int i = 0; i < 10; i++) {
		char *p = mmap(NULL, sizeof(path), PROT_READ, MAP_SHARED, fd, 0);

		if (p == MAP_FAILED || open(p, O_RDONLY) != -1)
			exit(1);
		munmap(p, sizeof(path));
	}
	close(fd);
}

static void *thread(void *arg)
{
	prctl(PR_SET_NAME, arg);
	for (int i = 0; i < 40; i++)
		syscall(SYS_sched_get_priority_max, 1000 + i, 3, i);
	return NULL;
}

/* Small numbers, a pause, large ones. */
static int phases(void)
{
	for (int i = 0; i < 20; i++)
		syscall(SYS_sched_get_priority_max, 5 + i, i % 3, i);
	usleep(400000);
	for (int i = 0; i < 20; i++)
		syscall(SYS_sched_get_priority_max, 500 + i, i % 2, i);
	return 0;
}

/* More keys than a hash of the kernel has room for at a time. */
static int keys(void)
{
	for (int i = 0; i < 18000; i++) {
		syscall(SYS_sched_get_priority_max, 100000 + i, i, i);
		if (i % 3000 == 0)
			usleep(250000);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static char names[4][8] = { "one", "two", "three", "four" };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (argc > 1)
		return strcmp(argv[1], "keys") == 0 ? keys() : phases();
	numbers();
	transfers();
	messages();
	not_resident();
	for (int i = 0; i < 4; i++) {
		pthread_t th;

		pthread_create(&th, NULL, thread, names[i]);
		pthread_join(th, NULL);
	}
	prctl(PR_SET_NAME, "another-name-16");
	numbers();
	return 0;
}
