/*
 * etlwalk FILE... - the bare loop of the reader: merges all records of the files and counts
 * them, to see what reading costs before anything is done with an event.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include "etw.h"

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static void print_damage(const struct etw_stats *st)
{
	printf("damaged %llu, unordered %llu, resorted buffers %llu, torn bytes %llu\n",
		(unsigned long long)st->es_damaged, (unsigned long long)st->es_unordered,
		(unsigned long long)st->es_resorted, (unsigned long long)st->es_torn);
	for (uint32_t i = 0; i < st->es_nlist; i++)
		printf("  file %u, offset %llu: %s\n", st->es_list[i].dm_file,
			(unsigned long long)st->es_list[i].dm_offset, st->es_list[i].dm_reason);
}

int main(int argc, char **argv)
{
	double t0 = now(), t1, t2;
	char err[512];
	struct etw_trace *t = etw_open((const char *const *)argv + 1, (unsigned)(argc - 1), err,
		sizeof(err));
	struct etw_event ev;
	uint64_t n = 0, last = 0, back = 0;
	struct rusage ru;

	if (!t) {
		fprintf(stderr, "etlwalk: %s\n", err);
		return 1;
	}
	t1 = now();
	for (; etw_next(t, &ev); n++) {
		back += ev.ev_ns < last;
		last = ev.ev_ns;
	}
	t2 = now();
	getrusage(RUSAGE_SELF, &ru);
	printf("%llu events in %.3f s (open %.3f s): %.1f M events/s, %.0f MB/s, rss %ld KiB\n",
		(unsigned long long)n, t2 - t1, t1 - t0, n / (t2 - t1) / 1e6,
		etw_stats(t)->es_bytes / (t2 - t1) / 1e6, ru.ru_maxrss);
	printf("last event at %.9f s, %llu steps back in time\n", last / 1e9,
		(unsigned long long)back);
	print_damage(etw_stats(t));
	etw_close(t);
	return 0;
}
