#include "session.h"

static char trace_file[] = "/tmp/test_libraryXXXXXX";

void note(struct seen *se, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	se->loglen += vsnprintf(se->log + se->loglen, sizeof(se->log) - se->loglen, fmt, ap);
	va_end(ap);
	assert_true(se->loglen < sizeof(se->log));
}

struct seen *open_trace(const char *opts)
{
	const char *path = trace_file;
	struct seen *se = calloc(1, sizeof(*se));
	int error = 0;

	se->h = dtrace_open(DTRACE_VERSION, 0, &error);
	assert_non_null(se->h);
	REQUIRE(se, dtrace_event_files(se->h, &path, 1));
	if (opts)
		REQUIRE(se, dtrace_setopt(se->h, opts, NULL));
	se->fp = open_memstream(&se->text, &se->textlen);
	return se;
}

void enable(struct seen *se, const char *text)
{
	char *argv[] = { "test", NULL };
	dtrace_prog_t *pg = dtrace_program_strcompile(se->h, text, DTRACE_PROBESPEC_NONE, 0, 1,
		argv);

	if (!pg)
		fail_msg("%s", dtrace_errmsg(se->h, dtrace_errno(se->h)));
	REQUIRE(se, dtrace_program_exec(se->h, pg, NULL));
}

dtrace_workstatus_t work(struct seen *se, FILE *fp)
{
	dtrace_workstatus_t st;

	do {
		dtrace_sleep(se->h);
		st = dtrace_work(se->h, fp, se->chew, se->chewrec, se->arg);
	} while (st == DTRACE_WORKSTATUS_OKAY);
	fflush(se->fp);
	return st;
}

void run(struct seen *se, const char *text)
{
	enable(se, text);
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
}

void end(struct seen *se)
{
	dtrace_close(se->h);
	fclose(se->fp);
	free(se->text);
	free(se);
}

static int trace_write(const char *mketl)
{
	char cmd[4096];
	int fd = mkstemp(trace_file);

	if (fd < 0)
		return -1;
	close(fd);
	snprintf(cmd, sizeof(cmd), "'%s' %s >/dev/null", mketl, trace_file);
	return system(cmd);
}

int trace_tests(int argc, char **argv, int (*tests)(void))
{
	int rc;

	if (argc != 2 || trace_write(argv[1]) != 0) {
		fprintf(stderr, "usage: %s mketl\n", argv[0]);
		return 2;
	}
	rc = tests();
	unlink(trace_file);
	return rc;
}
