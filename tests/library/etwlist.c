/* etwlist FILE...: how many events of each provider a trace has, the most frequent first. */
#include <stdio.h>
#include <stdlib.h>
#include <etw.h>

struct count {
	struct etw_guid ct_guid;
	unsigned long ct_n;
};

static int by_count(const void *a, const void *b)
{
	const struct count *x = a, *y = b;

	return (x->ct_n < y->ct_n) - (x->ct_n > y->ct_n);
}

int main(int argc, char *argv[])
{
	static struct count counts[1000];
	char err[512], guid[ETW_GUID_STRLEN];
	struct etw_event ev;
	unsigned n = 0;
	struct etw_trace *trace = etw_open((const char *const *)argv + 1, argc - 1, err,
		sizeof(err));

	if (!trace) {
		fprintf(stderr, "%s\n", err);
		return 1;
	}
	while (etw_next(trace, &ev)) {
		unsigned i = 0;

		while (i < n && !etw_guid_eq(&counts[i].ct_guid, ev.ev_provider))
			i++;
		if (i == sizeof(counts) / sizeof(*counts))
			continue;
		if (i == n)
			counts[n++].ct_guid = *ev.ev_provider;
		counts[i].ct_n++;
	}
	etw_close(trace);
	qsort(counts, n, sizeof(*counts), by_count);
	for (unsigned i = 0; i < n; i++) {
		etw_guid_format(&counts[i].ct_guid, guid);
		printf("%s %lu\n", guid, counts[i].ct_n);
	}
	return 0;
}
