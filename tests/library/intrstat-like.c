/*
 * intrstat-like COUNT: each 0.2 s, for each CPU and kind of deferred interrupt, how many there were
 * and how long they took; COUNT times.  No record is consumed: aggregations are read and cleared.
 */
#include <dtrace.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text[] =
	"linux-irq:::softirq_entry { start[cpu] = timestamp; vec[cpu] = args[0]->vec; }\n"
	"linux-irq:::softirq_exit /start[cpu]/ {\n"
	"	@counts[cpu, vec[cpu]] = count();\n"
	"	@times[cpu, vec[cpu]] = sum(timestamp - start[cpu]);\n"
	"	start[cpu] = 0;\n"
	"}\n";

static dtrace_hdl_t *g_dtp;

static void fatal(const char *what)
{
	fprintf(stderr, "intrstat-like: %s: %s\n", what, dtrace_errmsg(g_dtp, dtrace_errno(g_dtp)));
	exit(1);
}

/* Called for the count and the time of a key, one after the other. */
static int walk(const dtrace_aggdata_t *agg, void *arg)
{
	static const char *const names[] = { "hi", "timer", "net_tx", "net_rx", "block", "irq_poll",
		"tasklet", "sched", "hrtimer", "rcu" };
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	const dtrace_recdesc_t *rec = desc->dtagd_rec;
	int cpu = *(const int *)(agg->dtada_data + rec[1].dtrd_offset);
	unsigned vec = *(const unsigned *)(agg->dtada_data + rec[2].dtrd_offset);
	int64_t v = *(const int64_t *)(agg->dtada_data + rec[3].dtrd_offset), *count = arg;

	if (strcmp(desc->dtagd_name, "counts") == 0) {
		*count = v;
		return DTRACE_AGGWALK_NEXT;
	}
	if (*count)
		printf("%3d %-8s %8" PRId64 " %10" PRId64 "\n", cpu, vec < 10 ? names[vec] : "?",
			*count, v / 1000);
	return DTRACE_AGGWALK_NEXT;
}

int main(int argc, char **argv)
{
	int times = argc == 2 ? atoi(argv[1]) : 0, err;
	int64_t count = 0;
	dtrace_prog_t *prog;
	dtrace_proginfo_t info;

	if (times <= 0) {
		fprintf(stderr, "usage: intrstat-like count\n");
		return 2;
	}
	if ((g_dtp = dtrace_open(DTRACE_VERSION, 0, &err)) == NULL) {
		fprintf(stderr, "intrstat-like: %s\n", dtrace_errmsg(NULL, err));
		return 1;
	}
	prog = dtrace_program_strcompile(g_dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (prog == NULL)
		fatal("invalid program");
	if (dtrace_program_exec(g_dtp, prog, &info) == -1)
		fatal("failed to enable probes");
	if (dtrace_setopt(g_dtp, "aggsize", "128k") == -1 ||
		dtrace_setopt(g_dtp, "aggrate", "0") == -1)
		fatal("options");
	if (dtrace_go(g_dtp) != 0)
		fatal("dtrace_go()");
	while (times-- > 0) {
		usleep(200000);
		if (dtrace_status(g_dtp) != DTRACE_STATUS_OKAY)
			fatal("status");
		if (dtrace_aggregate_snap(g_dtp) != 0)
			fatal("failed to add to the aggregations");
		printf("\nCPU %-8s %8s %10s\n", "SOFTIRQ", "COUNT", "US");
		if (dtrace_aggregate_walk_keyvarsorted(g_dtp, walk, &count) != 0)
			fatal("failed to walk");
		dtrace_aggregate_clear(g_dtp);
	}
	dtrace_close(g_dtp);
	return 0;
}
