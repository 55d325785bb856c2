/*
 * The progress of a replay, on the last line of a terminal: shown after a second, and cleared
 * before anything else is printed.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cmd.h"

#define BAR 40
#define FIRST_MS 1000
#define EVERY_MS 100

static struct {
	bool on, shown;
	int64_t begin, last; /* ms */
} progress;

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

void progress_start(void)
{
	progress.begin = now_ms();
	progress.on = isatty(STDERR_FILENO);
}

void progress_clear(void)
{
	if (progress.shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	progress.shown = false;
}

static void progress_draw(unsigned percent)
{
	char bar[BAR + 1];
	unsigned n = percent * BAR / 100;

	memset(bar, '#', n);
	memset(bar + n, ' ', BAR - n);
	bar[BAR] = 0;
	fprintf(stderr, "\r[%s] %3u%%", bar, percent);
	fflush(stderr);
	progress.shown = true;
}

/* total 0: something is about to be printed */
int progress_show(uint64_t done, uint64_t total, void *arg)
{
	int64_t now;

	(void)arg;
	if (!total)
		progress_clear();
	if (!total || !progress.on)
		return DTRACE_HANDLE_OK;
	now = now_ms();
	if (now - progress.begin < FIRST_MS || now - progress.last < EVERY_MS)
		return DTRACE_HANDLE_OK;
	progress.last = now;
	progress_draw(done < total ? (unsigned)(done * 100 / total) : 100);
	return DTRACE_HANDLE_OK;
}
