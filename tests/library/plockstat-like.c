/*
 * plockstat-like COMMAND [ARG...]: where a command's threads wait for each other: the addresses
 * that call futex() to wait, how often and how long.  The first wait is also printed as it happens.
 */
#include <dtrace.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
	"syscall::futex:entry /pid == $target && (arg1 & 0x7f) % 9 == 0/ {\n"
	"	self->ts = timestamp;\n"
	"}\n"
	"syscall::futex:return /self->ts/ {\n"
	"	@count[ustack(4)] = count();\n"
	"	@time[ustack(4)] = sum(timestamp - self->ts);\n"
	"	self->ts = 0;\n"
	"}\n"
	"syscall::futex:return /pid == $target && !n++/ { trace(pid); trace(execname); }\n";

static dtrace_hdl_t *g_dtp;
static struct ps_prochandle *g_pr;
static int g_ended;

static void die(const char *what)
{
	fprintf(stderr, "plockstat-like: %s: %s\n", what,
		dtrace_errmsg(g_dtp, dtrace_errno(g_dtp)));
	exit(1);
}

static void prochandler(struct ps_prochandle *P, const char *msg, void *arg)
{
	int status, sig;

	(void)arg;
	if (msg != NULL)
		fprintf(stderr, "plockstat-like: %s\n", msg);
	if (P == g_pr && dtrace_proc_ended(P, &status, &sig))
		g_ended = 1;
}

static int errhandler(const dtrace_errdata_t *data, void *arg)
{
	(void)arg;
	fprintf(stderr, "plockstat-like: %s", data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int chew(const dtrace_probedata_t *data, void *arg)
{
	(void)arg;
	printf("first wait, on CPU %d at %s:%s:", data->dtpda_cpu, data->dtpda_pdesc->dtpd_func,
		data->dtpda_pdesc->dtpd_name);
	return DTRACE_CONSUME_THIS;
}

static int chewrec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	(void)arg;
	if (rec == NULL) {
		printf("\n");
		return DTRACE_CONSUME_NEXT;
	}
	if (rec->dtrd_action == DTRACEACT_DIFEXPR && rec->dtrd_size == 4)
		printf(" pid %" PRId32, *(int32_t *)data->dtpda_data);
	else
		printf(" of %s", data->dtpda_data);
	return DTRACE_CONSUME_NEXT;
}

/* Keys are adjacent: the number of waits comes first, then their time. */
static int process_aggregate(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	const dtrace_recdesc_t *stack = &desc->dtagd_rec[1], *value = &desc->dtagd_rec[2];
	const uint64_t *pcs = (const uint64_t *)(agg->dtada_data + stack->dtrd_offset);
	int64_t v = *(const int64_t *)(agg->dtada_data + value->dtrd_offset), *count = arg;
	char name[256];

	if (!strcmp(desc->dtagd_name, "count")) {
		*count = v;
		return DTRACE_AGGWALK_NEXT;
	}
	printf("%6" PRId64 " waits of %8" PRId64 " us at", *count, v / 1000 / *count);
	for (int i = 1; i <= 4 && pcs[i] != 0; i++) {
		dtrace_uaddr2str(g_dtp, (pid_t)pcs[0], pcs[i], name, sizeof(name));
		printf(" %s", name);
	}
	printf("\n");
	return DTRACE_AGGWALK_NEXT;
}

int main(int argc, char **argv)
{
	dtrace_prog_t *prog;
	int64_t count = 0;
	int err;

	if (argc < 2) {
		fprintf(stderr, "usage: plockstat-like command [args]\n");
		return 2;
	}
	if ((g_dtp = dtrace_open(DTRACE_VERSION, 0, &err)) == NULL) {
		fprintf(stderr, "plockstat-like: %s\n", dtrace_errmsg(NULL, err));
		return 1;
	}
	if (dtrace_handle_err(g_dtp, errhandler, NULL) == -1 ||
		dtrace_handle_proc(g_dtp, prochandler, NULL) == -1)
		die("handlers");
	(void)dtrace_setopt(g_dtp, "switchrate", "50ms");
	if ((g_pr = dtrace_proc_create(g_dtp, argv[1], &argv[1])) == NULL)
		die("the command");
	prog = dtrace_program_strcompile(g_dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (prog == NULL || dtrace_program_exec(g_dtp, prog, NULL) == -1)
		die("the program");
	if (dtrace_go(g_dtp) != 0)
		die("failed to start");
	dtrace_proc_continue(g_dtp, g_pr);
	while (!g_ended) {
		dtrace_sleep(g_dtp);
		if (dtrace_work(g_dtp, stdout, chew, chewrec, NULL) == DTRACE_WORKSTATUS_ERROR)
			die("processing aborted");
	}
	if (dtrace_stop(g_dtp) == -1)
		die("couldn't stop");
	if (dtrace_aggregate_snap(g_dtp) == -1 ||
		dtrace_aggregate_walk_keyvarsorted(g_dtp, process_aggregate, &count) == -1)
		die("the aggregations");
	dtrace_close(g_dtp);
	return 0;
}
