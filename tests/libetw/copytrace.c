/*
 * copytrace OUT FILE...: copies a trace to one file, and checks that the copy has the same records.
 */
#include <stdio.h>
#include <stdbool.h>
#include <string.h>
#include <stdlib.h>
#include "etw.h"

static struct etw_trace *trace_open(const char *const *paths, unsigned n)
{
	char err[512];
	struct etw_trace *t = etw_open(paths, n, err, sizeof(err));

	if (!t) {
		fprintf(stderr, "copytrace: %s\n", err);
		exit(2);
	}
	return t;
}

static bool is_header(const struct etw_event *ev)
{
	return ev->ev_kind == ETW_SYSTEM && ev->ev_hookid == 0 && ev->ev_buffer == 0 &&
		ev->ev_index == 0;
}

/* The next record but headers of sessions; false at the end. */
static bool event_next(struct etw_trace *t, struct etw_event *ev)
{
	while (etw_next(t, ev))
		if (!is_header(ev))
			return true;
	return false;
}

static int differ(const char *what, unsigned long long n)
{
	printf("record %llu: another %s\n", n, what);
	return 1;
}

static int compare(struct etw_trace *a, struct etw_trace *b)
{
	struct etw_event x, y;
	unsigned long long n = 0;

	for (;; n++) {
		bool more = event_next(a, &x);

		if (event_next(b, &y) != more)
			return differ(more ? "end, too early" : "end, too late", n);
		if (!more)
			break;
		if (x.ev_cpu != y.ev_cpu)
			return differ("CPU", n);
		if (x.ev_ns != y.ev_ns || x.ev_filetime != y.ev_filetime)
			return differ("time", n);
		if (x.ev_size != y.ev_size || memcmp(x.ev_record, y.ev_record, x.ev_size))
			return differ("content", n);
	}
	printf("%llu records are the same\n", n);
	return 0;
}

int main(int argc, char **argv)
{
	const char *const *in = (const char *const *)argv + 2;
	struct etw_relog_config rc = { .rc_bufsize = 0 };
	struct etw_writer_stats ws;
	struct etw_trace *t, *copy;
	char err[512];
	int rv;

	if (argc > 3 && !strcmp(argv[2], "-z")) {
		rc.rc_compressed = 1;
		in++;
		argc--;
	}
	if (argc < 3)
		return 2;
	t = trace_open(in, (unsigned)argc - 2);
	if (etw_relog(t, argv[1], &rc, NULL, NULL, &ws, err, sizeof(err)) < 0) {
		fprintf(stderr, "copytrace: %s\n", err);
		return 1;
	}
	copy = trace_open((const char *const[]){ argv[1] }, 1);
	etw_rewind(t);
	rv = compare(t, copy);
	if (etw_stats(copy)->es_damaged != 0)
		rv = differ("damage", etw_stats(copy)->es_damaged);
	etw_close(t);
	etw_close(copy);
	return rv;
}
