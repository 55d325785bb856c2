/*
 * corrupt N SEED FILE...	N traces, each one of the files with some bytes changed, through the
 * whole replay corrupt cut STEP FILE...	each file cut at every STEP bytes
 *
 * A case is told by its number: the same words give the same cases, and CORRUPT_ONLY=K runs the
 * K-th alone (and leaves it in CORRUPT_SAVE=FILE, if that is set). Ends with status 1 when a case
 * takes much longer than its file does intact; a crash, a hang (an alarm) and what a sanitizer
 * finds end it at once, with the case's number on stderr.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "replay.h"

#define HANG 120 /* s */
#define MAXFILES 64

struct input {
	const char *in_name;
	uint8_t *in_data;
	size_t in_size;
	double in_seconds; /* intact */
};

static struct input inputs[MAXFILES];
static unsigned ninputs;
static unsigned long current, nslow, nopened;
static double slowest;
static unsigned long slowest_case;
static uint64_t seed;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33) % n;
}

static void say_case(void)
{
	char line[64];
	int n = snprintf(line, sizeof(line), "corrupt: in case %lu\n", current);

	if (write(STDERR_FILENO, line, (size_t)n) < 0)
		_exit(3);
}

static void on_signal(int sig)
{
	say_case();
	signal(sig, SIG_DFL);
	raise(sig == SIGALRM ? SIGABRT : sig);
}

extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

static void input_read(const char *path)
{
	struct input *in = &inputs[ninputs++];
	FILE *fp = fopen(path, "rb");
	long size;

	if (!fp || fseek(fp, 0, SEEK_END) != 0 || (size = ftell(fp)) <= 0) {
		perror(path);
		exit(2);
	}
	rewind(fp);
	in->in_name = path;
	in->in_size = (size_t)size;
	in->in_data = malloc(in->in_size);
	if (!in->in_data || fread(in->in_data, 1, in->in_size, fp) != in->in_size) {
		perror(path);
		exit(2);
	}
	fclose(fp);
	replay_bytes(in->in_data, in->in_size);
	in->in_seconds = replay_bytes(in->in_data, in->in_size).rd_seconds;
}

static void save(const uint8_t *data, size_t size)
{
	const char *path = getenv("CORRUPT_SAVE");
	FILE *fp = path ? fopen(path, "wb") : NULL;

	if (fp) {
		fwrite(data, 1, size, fp);
		fclose(fp);
	}
}

static void try(const struct input *in, const uint8_t *data, size_t size)
{
	struct replayed rd;

	alarm(HANG);
	rd = replay_bytes(data, size);
	alarm(0);
	nopened += rd.rd_opened;
	if (rd.rd_seconds > slowest) {
		slowest = rd.rd_seconds;
		slowest_case = current;
	}
	if (rd.rd_seconds < 1 + 8 * in->in_seconds)
		return;
	nslow++;
	fprintf(stderr, "corrupt: case %lu, of %s: %.2f s, %.2f s intact\n", current, in->in_name,
		rd.rd_seconds, in->in_seconds);
}

/*
 * Damage: bytes, or numbers where numbers may stand; near the head of the file or of a buffer, or
 * anywhere.
 */
static size_t place(const uint8_t *data, size_t size)
{
	uint32_t bufsize = 0;

	if (size > 0x6c)
		memcpy(&bufsize, data + 0x68, sizeof(bufsize));
	switch (rnd(4)) {
	case 0: return rnd(size < 0x400 ? (uint32_t)size : 0x400);
	case 1:
		if (bufsize >= 0x400 && bufsize < size)
			return (size_t)bufsize * rnd((uint32_t)(size / bufsize)) + rnd(0x100);
		/* fall through */
	default: return rnd((uint32_t)size);
	}
}

static void damage_once(uint8_t *data, size_t size)
{
	static const uint64_t numbers[] = { 0, 1, 7, 0x48, 0xff, 0x7fff, 0xffff, 0x10000,
		0x7fffffff, 0xffffffff, 0x100000000, INT64_MAX, UINT64_MAX };
	size_t at = place(data, size), n = 1u << rnd(4);
	uint64_t v = numbers[rnd(sizeof(numbers) / sizeof(numbers[0]))];

	switch (rnd(5)) {
	case 0: data[at < size ? at : 0] = (uint8_t)rnd(256); break;
	case 1: data[at < size ? at : 0] ^= (uint8_t)(1u << rnd(8)); break;
	case 2:
	case 3:
		at &= ~(n - 1);
		if (at + n <= size)
			memcpy(data + at, &v, n);
		break;
	case 4: /* a stretch from elsewhere */
		n = 1 + rnd(256);
		if (at + n <= size && n < size)
			memmove(data + at, data + rnd((uint32_t)(size - n)), n);
		break;
	}
}

static void corrupt(const struct input *in)
{
	uint8_t *data = malloc(in->in_size);
	unsigned times = 1u << rnd(7);
	size_t size = in->in_size;

	if (!data)
		abort();
	memcpy(data, in->in_data, size);
	for (unsigned i = 0; i < times; i++)
		damage_once(data, size);
	if (rnd(8) == 0)
		size = 1 + rnd((uint32_t)size);
	save(data, size);
	try(in, data, size);
	free(data);
}

static void run_random(unsigned long n, uint64_t first, const char *only)
{
	for (current = 0; current < n; current++) {
		if (only && strtoul(only, NULL, 10) != current)
			continue;
		seed = (first << 32 | current) * 0x9e3779b97f4a7c15u;
		rnd(2);
		corrupt(&inputs[rnd(ninputs)]);
	}
}

static void run_cuts(size_t step, const char *only)
{
	for (unsigned i = 0; i < ninputs; i++)
		for (size_t size = 1; size < inputs[i].in_size;
			size = (size / step + 1) * step, current++) {
			if (only && strtoul(only, NULL, 10) != current)
				continue;
			save(inputs[i].in_data, size);
			try(&inputs[i], inputs[i].in_data, size);
		}
}

int main(int argc, char **argv)
{
	static const int signals[] = { SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE };
	const char *only = getenv("CORRUPT_ONLY");
	unsigned long n;

	if (argc < 4 || argc - 3 > MAXFILES ||
		(n = strtoul(argv[strcmp(argv[1], "cut") ? 1 : 2], NULL, 10)) == 0) {
		fprintf(stderr, "usage: corrupt N SEED FILE... | corrupt cut STEP FILE...\n");
		return 2;
	}
	replay_init(FUZZ_LIBDIR);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(say_case);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (signals[i] == SIGALRM || !__sanitizer_set_death_callback)
			signal(signals[i], on_signal);
	for (int i = 3; i < argc; i++)
		input_read(argv[i]);
	if (strcmp(argv[1], "cut"))
		run_random(n, strtoull(argv[2], NULL, 10), only);
	else
		run_cuts(n, only);
	printf("%lu cases, %lu taken for traces, slowest %.2f s (case %lu), %lu too slow\n",
		current, nopened, slowest, slowest_case, nslow);
	for (unsigned i = 0; i < ninputs; i++)
		free(inputs[i].in_data);
	return nslow > 0;
}
