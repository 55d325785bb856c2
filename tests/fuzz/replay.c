#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <dtrace.h>
#include "replay.h"

/* Those that this build does not know are left out. */
static const char *const programs[] = {
	"diag:::events { @e[stringof(arg0), arg1, arg2] = count(); @w[execname, pid, tid] = sum(arg3); }",
	"diag:::events /arg3 >= 8/ { tracemem(arg4, 64); @x[*(uint64_t *)arg4] = count(); }",
	"diag:::events { @p[etwprops()] = count(); @n[etwname] = count(); }",
	"diag:::lostevent, diag:::lostbuffer, diag:::lostfile { trace(arg0); }",
	"sched::: { @s[probename, execname, stack(), ustack()] = count(); trace(vtimestamp); }",
	"sched:::off-cpu { @o[args[0]->pr_lwpid, args[0]->pr_addr, args[1]->pr_psargs] = count(); }",
	"proc::: { trace(curpsinfo->pr_psargs); trace(curlwpsinfo->pr_state); trace(arg0); trace(arg1); }",
	"proc:::create { trace(args[0]->pr_fname); }",
	"profile:::sample-999 { @f[execname, stack(), ustack(), func(arg0), ufunc(arg1)] = count(); }",
	"tick-10s, profile-100ms { @t[execname, cpu] = count(); }",
	"io::: { trace(args[0]->b_bcount); trace(args[1]->dev_name); trace(args[2]->fi_pathname); }",
	"fsinfo::: { trace(args[0]->fi_pathname); trace(arg1); }",
	"tcpip:::, udpip::: { trace(arg0); print(*args[0]); }",
	"reg:::, pf:::, dpc:::, isr:::, pmc:::, dnet::: { trace(execname); trace(arg0); trace(arg1); stack(4); }",
	"reg::: { print(*args[0]); }",
	"pf::: { print(*args[0]); }",
	"dnet::: { print(*args[0]); }",
	"hwconfig::: { print(*args[0]); }",
	"syscall::: { trace(probefunc); trace(arg0); ustack(4); }",
	"sched::pmc:, profile::pmc: { trace(arg4); }",
};
#define NPROGRAMS (sizeof(programs) / sizeof(programs[0]))

static const char *library;
static FILE *nowhere;
static int unknown[NPROGRAMS]; /* does not compile, whatever the trace */

void replay_init(const char *libdir)
{
	library = libdir;
	nowhere = fopen("/dev/null", "w");
	/* what it learns from a damaged trace is for nobody to keep */
	setenv("HOME", "/dev/null/none", 1);
	setenv("XDG_CACHE_HOME", "/dev/null/none", 1);
	unsetenv("_NT_SYMBOL_PATH");
	if (!nowhere)
		abort();
}

static int on_text(const char *msg, void *arg)
{
	(void)msg, (void)arg;
	return DTRACE_HANDLE_OK;
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	(void)data, (void)arg;
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	(void)data, (void)arg;
	return DTRACE_HANDLE_OK;
}

static void enable(dtrace_hdl_t *h, unsigned i)
{
	dtrace_proginfo_t info;
	dtrace_prog_t *pg;

	if (unknown[i])
		return;
	pg = dtrace_program_strcompile(h, programs[i], DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	unknown[i] = !pg;
	if (pg)
		dtrace_program_exec(h, pg, &info);
}

static void run(dtrace_hdl_t *h)
{
	dtrace_workstatus_t status;

	dtrace_handle_warn(h, on_text, NULL);
	dtrace_handle_err(h, on_error, NULL);
	dtrace_handle_drop(h, on_drop, NULL);
	dtrace_setopt(h, "zdefs", NULL);
	dtrace_setopt(h, "quiet", NULL);
	for (unsigned i = 0; i < NPROGRAMS; i++)
		enable(h, i);
	dtrace_output(h, nowhere);
	if (dtrace_go(h) != 0)
		return;
	do
		status = dtrace_work(h, nowhere, NULL, NULL, NULL);
	while (status == DTRACE_WORKSTATUS_OKAY);
	dtrace_aggregate_print(h, nowhere, NULL);
}

static double cpu_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

struct replayed replay_bytes(const uint8_t *data, size_t size)
{
	struct replayed rd = { .rd_seconds = cpu_now() };
	int fd = memfd_create("trace", 0), error;
	dtrace_hdl_t *h = dtrace_open(DTRACE_VERSION, 0, &error);
	char path[64];
	const char *paths = path;

	if (fd < 0 || !h || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	dtrace_setopt(h, "syslibdir", library);
	dtrace_event_files(h, &paths, 1);
	rd.rd_opened = dtrace_init(h) == 0;
	if (rd.rd_opened)
		run(h);
	dtrace_close(h);
	close(fd);
	rd.rd_seconds = cpu_now() - rd.rd_seconds;
	return rd;
}
