/*
 * lockstat-like COMMAND [ARG...]: which system calls a command makes, how many of each, and how
 * long they take on average; the most frequent first.  An example of a program that uses libdtrace:
 *
 *	cc lockstat-like.c $(pkg-config --cflags --libs libdtrace)
 */
#include <dtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "syscall:::entry /pid == $target/ { self->ts = timestamp; }\n"
			   "syscall:::return /self->ts/ {\n"
			   "	@calls[probefunc] = count();\n"
			   "	@ns[probefunc] = avg(timestamp - self->ts);\n"
			   "	self->ts = 0;\n"
			   "}\n";

static dtrace_hdl_t *g_dtp;

static void fatal(const char *what)
{
	fprintf(stderr, "lockstat-like: %s: %s\n", what, dtrace_errmsg(g_dtp, dtrace_errno(g_dtp)));
	dtrace_close(g_dtp);
	exit(1);
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)arg;
	fprintf(stderr, "lockstat-like: the counts are too low: %s", drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

#define MAXROWS 512

struct row {
	char name[DTRACE_FUNCNAMELEN];
	long long calls, ns;
};

struct table {
	struct row rows[MAXROWS];
	int n;
};

static struct row *find_row(struct table *t, const char *name)
{
	for (int i = 0; i < t->n; i++)
		if (!strcmp(t->rows[i].name, name))
			return &t->rows[i];
	if (t->n == MAXROWS)
		return NULL;
	snprintf(t->rows[t->n].name, sizeof(t->rows[t->n].name), "%s", name);
	return &t->rows[t->n++];
}

static int add_entry(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	const dtrace_recdesc_t *name = &desc->dtagd_rec[1], *data = &desc->dtagd_rec[2];
	struct row *row = find_row(arg, agg->dtada_data + name->dtrd_offset);
	const int64_t *v = (const int64_t *)(agg->dtada_data + data->dtrd_offset);

	if (row && data->dtrd_action == DTRACEAGG_COUNT)
		row->calls = v[0];
	else if (row && v[0])
		row->ns = v[1] / v[0];
	return DTRACE_AGGWALK_NEXT;
}

static int by_calls(const void *a, const void *b)
{
	long long x = ((const struct row *)a)->calls, y = ((const struct row *)b)->calls;

	return x < y ? 1 : x > y ? -1 : 0;
}

static void report(void)
{
	static struct table t;
	long long total = 0;

	if (dtrace_aggregate_snap(g_dtp) != 0 || dtrace_aggregate_walk(g_dtp, add_entry, &t) != 0)
		fatal("couldn't read the aggregations");
	qsort(t.rows, t.n, sizeof(t.rows[0]), by_calls);
	printf("%-24s %8s %10s\n", "SYSTEM CALL", "CALLS", "AVG NS");
	for (int i = 0; i < t.n; i++) {
		printf("%-24s %8lld %10lld\n", t.rows[i].name, t.rows[i].calls, t.rows[i].ns);
		total += t.rows[i].calls;
	}
	printf("%-24s %8lld\n", "total", total);
}

int main(int argc, char **argv)
{
	struct ps_prochandle *P;
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;
	int err, done = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: lockstat-like command [args]\n");
		return 2;
	}
	if ((g_dtp = dtrace_open(DTRACE_VERSION, 0, &err)) == NULL) {
		fprintf(stderr, "lockstat-like: %s\n", dtrace_errmsg(NULL, err));
		return 1;
	}
	if (dtrace_setopt(g_dtp, "quiet", 0) != 0 ||
		dtrace_setopt(g_dtp, "switchrate", "50ms") != 0)
		fatal("failed to set an option");
	if (dtrace_handle_drop(g_dtp, on_drop, NULL) != 0)
		fatal("failed to set the handler of drops");
	if ((P = dtrace_proc_create(g_dtp, argv[1], &argv[1])) == NULL)
		fatal("the command");
	prog = dtrace_program_strcompile(g_dtp, text, DTRACE_PROBESPEC_NAME, 0, 1, argv);
	if (prog == NULL)
		fatal("failed to compile");
	if (dtrace_program_exec(g_dtp, prog, &info) == -1)
		fatal("failed to enable");
	if (info.dpi_matches < 100 || info.dpi_aggregates != 2)
		fatal("strange program");
	if (dtrace_go(g_dtp) != 0)
		fatal("failed to start");
	dtrace_proc_continue(g_dtp, P);
	while (!done) {
		dtrace_sleep(g_dtp);
		switch (dtrace_work(g_dtp, stdout, NULL, NULL, NULL)) {
		case DTRACE_WORKSTATUS_DONE: done = 1; break;
		case DTRACE_WORKSTATUS_OKAY: break;
		default: fatal("processing aborted");
		}
	}
	report();
	dtrace_close(g_dtp);
	return 0;
}
