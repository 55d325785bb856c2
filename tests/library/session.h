/*
 * A session over the demo trace, and what was seen of it.  The tests are linked with the shared
 * library, so they see what others see.  Each is called with the command that writes the demo
 * trace.
 */
#ifndef LIBRARY_SESSION_H
#define LIBRARY_SESSION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <dtrace.h>

struct seen {
	dtrace_hdl_t *h;
	char *text; /* the stream's */
	size_t textlen;
	FILE *fp;
	char log[16384]; /* the callbacks' */
	size_t loglen;
	/* for dtrace_work() */
	dtrace_consume_probe_f *chew;
	dtrace_consume_rec_f *chewrec;
	void *arg;
};

#define REQUIRE(se, e) \
	do { \
		if ((e) < 0) \
			fail_msg("%s: %s", #e, dtrace_errmsg((se)->h, dtrace_errno((se)->h))); \
	} while (0)

struct seen *open_trace(const char *flag); /* an option to set, or NULL */
void enable(struct seen *, const char *text);
dtrace_workstatus_t work(struct seen *, FILE *); /* until it is done or fails */
void run(struct seen *, const char *text);	 /* all of it */
void end(struct seen *);
void note(struct seen *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int trace_tests(int argc, char **argv, int (*run)(void)); /* main() */

#endif
