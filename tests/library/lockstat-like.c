/*
 * lockstat-like COMMAND: which system calls a command makes, how many of each, and how long they
 * take on average; the most frequent first.  An example of a program that uses libdtrace:
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

static dtrace_hdl_t *dtp;

static void fatal(const char *what, int error)
{
	fprintf(stderr, "lockstat-like: %s: %s\n", what, dtrace_errmsg(dtp, error));
	dtrace_close(dtp);
	exit(1);
}

static void check(const char *what, int rc)
{
	if (rc < 0)
		fatal(what, dtrace_errno(dtp));
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)arg;
	fprintf(stderr, "lockstat-like: %s: the counts are too low\n", drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

struct row {
	char name[64];
	long long calls, ns;
};

static int add_time(const dtrace_aggdata_t *agg, void *arg)
{
	struct row *row = arg;
	char name[sizeof(row->name)];

	dtrace_value_text(dtp, &agg->dtada_keys[0], name, sizeof(name));
	if (strcmp(name, row->name))
		return DTRACE_AGGWALK_NEXT;
	row->ns = agg->dtada_value;
	return DTRACE_AGGWALK_STOP;
}

static int print_row(const dtrace_aggdata_t *agg, void *arg)
{
	struct row row = { .calls = agg->dtada_value };

	dtrace_value_text(dtp, &agg->dtada_keys[0], row.name, sizeof(row.name));
	check("ns", dtrace_aggregate_walk(dtp, "ns", DTRACE_AGGORDER_NONE, add_time, &row));
	printf("%-24s %8lld %10lld\n", row.name, row.calls, row.ns);
	*(long long *)arg += row.calls;
	return DTRACE_AGGWALK_NEXT;
}

int main(int argc, char **argv)
{
	dtrace_workstatus_t status;
	dtrace_proc_t *proc;
	dtrace_prog_t *prog;
	long long total = 0;
	int error;

	if (argc != 2) {
		fprintf(stderr, "usage: lockstat-like command\n");
		return 2;
	}
	if (!(dtp = dtrace_open(DTRACE_VERSION, 0, &error)))
		fatal("open", error);
	check("option", dtrace_setopt(dtp, "quiet", NULL));
	check("option", dtrace_setopt(dtp, "switchrate", "50ms"));
	check("handler", dtrace_handle_drop(dtp, on_drop, NULL));
	if (!(proc = dtrace_proc_create(dtp, argv[1])))
		fatal("command", dtrace_errno(dtp));
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NONE, 0, 1, argv);
	if (!prog)
		fatal("program", dtrace_errno(dtp));
	check("enable", dtrace_program_exec(dtp, prog, NULL));
	check("start", dtrace_go(dtp));
	check("command", dtrace_proc_continue(dtp, proc));
	do {
		dtrace_sleep(dtp);
		status = dtrace_work(dtp, stdout);
	} while (status == DTRACE_WORKSTATUS_OKAY);
	if (status == DTRACE_WORKSTATUS_ERROR)
		fatal("work", dtrace_errno(dtp));
	printf("%-24s %8s %10s\n", "SYSTEM CALL", "CALLS", "AVG NS");
	check("walk",
		dtrace_aggregate_walk(dtp, "calls", DTRACE_AGGORDER_VALUEREV, print_row, &total));
	printf("%-24s %8lld\n", "total", total);
	dtrace_close(dtp);
	return 0;
}
