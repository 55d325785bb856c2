/*
 * What a program of its own gets from libdtrace.  test_library MKETL: the command that writes the demo trace.  It is
 * linked with the shared library, so it sees what others see.
 */
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

static char trace_file[] = "/tmp/test_libraryXXXXXX";

/*
 * A session over the demo trace, and what was seen of it.
 */
struct seen {
	dtrace_hdl_t *h;
	char *text;		/* the stream's */
	size_t textlen;
	FILE *fp;
	char log[16384];	/* the callbacks' */
	size_t loglen;
};

static void note(struct seen *se, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	se->loglen += vsnprintf(se->log + se->loglen, sizeof(se->log) - se->loglen, fmt, ap);
	va_end(ap);
	assert_true(se->loglen < sizeof(se->log));
}

#define REQUIRE(se, e) \
	do { \
		if ((e) < 0) \
			fail_msg("%s: %s", #e, dtrace_errmsg((se)->h, dtrace_errno((se)->h))); \
	} while (0)

static struct seen *open_trace(const char *opts)
{
	const char *path = trace_file;
	struct seen *se = calloc(1, sizeof(*se));
	int error = 0;

	se->h = dtrace_open(DTRACE_VERSION, 0, &error);
	assert_non_null(se->h);
	REQUIRE(se, dtrace_event_files(se->h, &path, 1));
	if (opts != NULL)
		REQUIRE(se, dtrace_setopt(se->h, opts, NULL));
	se->fp = open_memstream(&se->text, &se->textlen);
	return se;
}

static void enable(struct seen *se, const char *text)
{
	char *argv[] = {"test", NULL};
	dtrace_prog_t *pg = dtrace_program_strcompile(
		se->h, text, DTRACE_PROBESPEC_NONE, 0, 1, argv);

	if (pg == NULL)
		fail_msg("%s", dtrace_errmsg(se->h, dtrace_errno(se->h)));
	REQUIRE(se, dtrace_program_exec(se->h, pg, NULL));
}

static dtrace_workstatus_t work(struct seen *se, FILE *fp)
{
	dtrace_workstatus_t st;

	do {
		dtrace_sleep(se->h);
		st = dtrace_work(se->h, fp);
	} while (st == DTRACE_WORKSTATUS_OKAY);
	fflush(se->fp);
	return st;
}

static void run(struct seen *se, const char *text)
{
	enable(se, text);
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
}

static void end(struct seen *se)
{
	dtrace_close(se->h);
	fclose(se->fp);
	free(se->text);
	free(se);
}

/*
 * Records.
 */
static int log_chew(const dtrace_probedata_t *pd, void *arg)
{
	struct seen *se = arg;

	assert_ptr_equal(pd->dtpra_hdl, se->h);
	note(se, "[%s:%s epid %u] ", pd->dtpra_probe.dtpd_provider, pd->dtpra_probe.dtpd_name,
		pd->dtpra_epid);
	return DTRACE_CONSUME_THIS;
}

static int log_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	struct seen *se = arg;
	char text[64];

	(void)pd;
	if (rd == NULL) {
		note(se, ".\n");
		return DTRACE_CONSUME_THIS;
	}
	note(se, "%d %u/%u", (int)rd->dtrd_action, rd->dtrd_index, rd->dtrd_count);
	if (rd->dtrd_format != NULL)
		note(se, " '%s'", rd->dtrd_format);
	if (rd->dtrd_value.dtv_data != NULL) {
		assert_true(dtrace_value_text(se->h, &rd->dtrd_value, text, sizeof(text)) < 64);
		note(se, " kind %d size %u = %s", (int)rd->dtrd_value.dtv_kind,
			rd->dtrd_value.dtv_size, text);
	}
	note(se, "; ");
	return DTRACE_CONSUME_THIS;
}

/* Everything is shown, and with THIS everything is printed as if nobody had looked. */
static void records_are_shown(void **state)
{
	static const char text[] =
		"BEGIN { trace((char)-3); printf(\"%d %s\\n\", 40000u, \"str\"); @[1] = count(); clear(@); "
		"printa(@); tracemem(\"ab\", 3); exit(7); }\n"
		"END { }";
	struct seen *se = open_trace("quiet"), *plain = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_records(se->h, log_chew, log_chewrec, se));
	run(se, text);
	run(plain, text);
	assert_string_equal(se->log,
		"[dtrace:BEGIN epid 1] "
		"1 0/1 kind 0 size 1 = -3; "
		"3 0/2 '%d %s\n' kind 1 size 4 = 40000; 3 1/2 '%d %s\n' kind 2 size 256 = str; "
		"4 0/0; "
		"6 0/1 kind 3 size 3 = 616200; "
		"2 0/1 kind 0 size 4 = 7; "
		".\n"
		"[dtrace:END epid 2] .\n");
	assert_string_equal(se->text, plain->text);
	assert_int_equal(dtrace_exit_status(se->h), 7);
	end(se);
	end(plain);
}

/* BEGIN's printa() is consumed at once, before there is a stream: it is shown all the same. */
static void begin_is_shown(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_records(se->h, log_chew, NULL, se));
	enable(se, "BEGIN { @ = sum(5); printa(\"<%@d>\", @); exit(0); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_string_equal(se->log, "[dtrace:BEGIN epid 1] ");
	assert_int_equal(dtrace_handle_records(se->h, NULL, NULL, NULL), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_ACTIVE);
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->text, "<5>");
	end(se);
}

struct answers {
	int an_chew, an_rec, an_end;	/* for the probe BEGIN */
};

static int answer_chew(const dtrace_probedata_t *pd, void *arg)
{
	const struct answers *an = arg;

	return strcmp(pd->dtpra_probe.dtpd_name, "BEGIN") == 0 ? an->an_chew : DTRACE_CONSUME_THIS;
}

static int answer_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	const struct answers *an = arg;

	if (strcmp(pd->dtpra_probe.dtpd_name, "BEGIN") != 0)
		return DTRACE_CONSUME_THIS;
	if (rd == NULL)
		return an->an_end;
	/* the second value of a printf decides as well as the first */
	return rd->dtrd_index + 1 == rd->dtrd_count ? an->an_rec : DTRACE_CONSUME_THIS;
}

static const char flow_text[] =
	"BEGIN { @ = count(); printf(\"b%d%d\", 1, 2); trace(\"t\"); clear(@); exit(3); }\n"
	"END { printf(\"e\"); printa(\"%@d\", @); }";

static void flow_case(struct answers an, const char *opt, const char *want)
{
	struct seen *se = open_trace(opt);

	REQUIRE(se, dtrace_handle_records(se->h, answer_chew, answer_chewrec, &an));
	run(se, flow_text);
	assert_string_equal(se->text, want);
	assert_int_equal(dtrace_exit_status(se->h), 3);
	end(se);
}

#define THIS DTRACE_CONSUME_THIS
#define NEXT DTRACE_CONSUME_NEXT
#define ABORT DTRACE_CONSUME_ABORT

static void records_can_be_left_out(void **state)
{
	(void)state;
	flow_case((struct answers){THIS, THIS, THIS}, "quiet", "b12te0");
	flow_case((struct answers){THIS, NEXT, THIS}, "quiet", "e0");	/* clear() has acted */
	flow_case((struct answers){NEXT, THIS, THIS}, "quiet", "e1");	/* it has not */
	flow_case((struct answers){THIS, NEXT, NEXT}, NULL,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN "
		"  0      2                             :END e0\n");
}

static void abort_case(struct answers an, const char *before)
{
	struct seen *se = open_trace("quiet");

	REQUIRE(se, dtrace_handle_records(se->h, answer_chew, answer_chewrec, &an));
	enable(se, "BEGIN { printf(\"x%d\", 1); } BEGIN { trace(2); }\n"
		"END { printf(\"e\"); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(se->h), EDT_ABORT);
	assert_string_equal(se->text, before);
	/* the session goes on */
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->text + strlen(before), "e");
	end(se);
}

static void records_can_abort(void **state)
{
	(void)state;
	abort_case((struct answers){ABORT, THIS, THIS}, "");
	abort_case((struct answers){THIS, ABORT, THIS}, "");
	abort_case((struct answers){THIS, THIS, ABORT}, "x1");
}

/*
 * Buffered output.
 */
static int log_text(const dtrace_bufdata_t *bd, void *arg)
{
	struct seen *se = arg;

	assert_ptr_equal(bd->dtbda_hdl, se->h);
	assert_int_equal(bd->dtbda_buffered[bd->dtbda_len], 0);
	note(se, "%s<%.*s>", bd->dtbda_probe ? bd->dtbda_probe->dtpra_probe.dtpd_name : "-",
		(int)bd->dtbda_len, bd->dtbda_buffered);
	return strstr(bd->dtbda_buffered, "stop") ? DTRACE_HANDLE_ABORT : DTRACE_HANDLE_OK;
}

static void text_goes_to_the_handler(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_buffered(se->h, log_text, se));
	dtrace_output(se->h, NULL);
	enable(se, "BEGIN { @a[2] = count(); @a[1] = count(); @a[1] = count(); trace(1); trace(\"x\"); "
		"printf(\"y\\n\"); exit(0); } END { printa(\"%d;\", @a); @b = sum(3); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, NULL), DTRACE_WORKSTATUS_DONE);
	REQUIRE(se, dtrace_aggregate_print(se->h, NULL));
	assert_string_equal(se->log, "BEGIN<1xy\n>END<2;>END<1;>-<                3\n>");
	assert_int_equal(se->textlen, 0);
	end(se);
}

/* The handler is for what has no stream. */
static void stream_goes_first(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_buffered(se->h, log_text, se));
	run(se, "BEGIN { trace(\"x\"); @ = count(); exit(0); }");
	REQUIRE(se, dtrace_aggregate_print(se->h, NULL));
	assert_string_equal(se->text, "x");
	assert_string_equal(se->log, "-<                1\n>");
	end(se);
}

static int log_option(const dtrace_setoptdata_t *sd, void *arg)
{
	struct seen *se = arg;

	note(se, "%s: %s=%s ", sd->dtsda_probe->dtpra_probe.dtpd_name, sd->dtsda_option,
		sd->dtsda_value ? sd->dtsda_value : "-");
	return DTRACE_HANDLE_OK;
}

static void options_are_told(void **state)
{
	struct seen *se = open_trace(NULL);

	(void)state;
	REQUIRE(se, dtrace_handle_setopt(se->h, log_option, se));
	run(se, "BEGIN { setopt(\"quiet\"); setopt(\"switchrate\", \"10hz\"); setopt(\"nosuch\"); exit(0); }");
	assert_string_equal(se->log, "BEGIN: quiet=- BEGIN: switchrate=10hz ");
	end(se);
}

static void handler_can_abort(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_buffered(se->h, log_text, se));
	enable(se, "BEGIN { trace(\"stop\"); exit(0); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(se->h), EDT_ABORT);
	end(se);
}

/* Without a handler there has to be a stream; what was consumed before there was one isn't lost. */
static void stream_is_needed(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	enable(se, "BEGIN { @ = count(); printa(\"kept %@d\", @); exit(0); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(dtrace_work(se->h, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(se->h), EDT_NOBUFFERED);
	assert_int_equal(dtrace_aggregate_print(se->h, NULL), -1);
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->text, "kept 1");
	end(se);
}

/*
 * Aggregations.
 */
static const char agg_text[] =
	"BEGIN {\n"
	"	@first[\"b\", 2] = sum(10); @first[\"a\", 9] = sum(30); @first[\"b\", -1] = sum(20);\n"
	"	@second[\"z\"] = max(-4); @second[\"y\"] = max(-5);\n"
	"	@third = avg(7); @third = avg(8);\n"
	"	exit(0);\n"
	"}";

struct walk {
	struct seen *wk_se;
	int wk_answer;		/* for entries whose value is wk_value */
	int64_t wk_value;
};

static int log_entry(const dtrace_aggdata_t *ad, void *arg)
{
	struct walk *wk = arg;
	char text[64];

	note(wk->wk_se, "%s[", ad->dtada_name);
	for (unsigned i = 0; i < ad->dtada_nkeys; i++) {
		dtrace_value_text(wk->wk_se->h, &ad->dtada_keys[i], text, sizeof(text));
		note(wk->wk_se, "%s%s", i ? "," : "", text);
	}
	note(wk->wk_se, "]=%lld ", (long long)ad->dtada_value);
	return ad->dtada_value == wk->wk_value ? wk->wk_answer : DTRACE_AGGWALK_NEXT;
}

static const char *walk(
	struct seen *se, const char *name, dtrace_aggorder_t order, int answer, int64_t value)
{
	struct walk wk = {se, answer, value};

	se->loglen = 0;
	se->log[0] = '\0';
	REQUIRE(se, dtrace_aggregate_walk(se->h, name, order, log_entry, &wk));
	return se->log;
}

static void walks_have_an_order(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, agg_text);
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_KEY, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[y]=-5 second[z]=-4 third[]=7 ");
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_VALUE, 0, 0),
		"first[b,2]=10 first[b,-1]=20 first[a,9]=30 second[y]=-5 second[z]=-4 third[]=7 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEYREV, 0, 0),
		"first[b,2]=10 first[b,-1]=20 first[a,9]=30 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_VALUEREV, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 ");
	assert_int_equal(strlen(walk(se, "first", DTRACE_AGGORDER_NONE, 0, 0)),
		strlen("first[a,9]=30 first[b,-1]=20 first[b,2]=10 "));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkey", NULL));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkeypos", "1"));
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_OPTIONS, 0, 0),
		"first[b,-1]=20 first[b,2]=10 first[a,9]=30 ");
	end(se);
}

static void walks_change_entries(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = {se, DTRACE_AGGWALK_ABORT, -5};

	(void)state;
	run(se, agg_text);
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEY, DTRACE_AGGWALK_CLEAR, 20),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEY, DTRACE_AGGWALK_REMOVE, 30),
		"first[a,9]=30 first[b,-1]=0 first[b,2]=10 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_VALUE, DTRACE_AGGWALK_STOP, 0),
		"first[b,-1]=0 ");
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_VALUE, DTRACE_AGGWALK_STOP, 10),
		"first[b,-1]=0 first[b,2]=10 ");	/* nor the other aggregations */
	assert_int_equal(dtrace_aggregate_walk(se->h, "second", DTRACE_AGGORDER_KEY, log_entry, &wk), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_ABORT);
	REQUIRE(se, dtrace_aggregate_print(se->h, se->fp));
	fflush(se->fp);
	assert_non_null(strstr(se->text, "-1                0\n"));
	assert_null(strstr(se->text, "30\n"));
	end(se);
}

static void walks_fail(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = {se, 0, 0};
	dtrace_value_t none = {0};
	char text[8];

	(void)state;
	assert_int_equal(dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_KEY, log_entry, &wk), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	assert_int_equal(dtrace_aggregate_snap(se->h), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	assert_int_equal(dtrace_value_text(se->h, &none, text, sizeof(text)), -1);
	run(se, "BEGIN { exit(0); } BEGIN /0/ { @never = count(); }");
	REQUIRE(se, dtrace_aggregate_snap(se->h));
	assert_int_equal(dtrace_aggregate_walk(se->h, "nosuch", DTRACE_AGGORDER_KEY, log_entry, &wk), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_NOAGG);
	assert_string_equal(walk(se, "never", DTRACE_AGGORDER_KEY, 0, 0), "");
	assert_int_equal(dtrace_value_int(&none), 0);
	end(se);
}

/*
 * Distributions: the buckets follow each other without a gap from the least to the greatest integer, and
 * each value is in the one that says so.
 */
static int check_buckets(const dtrace_aggdata_t *ad, void *arg)
{
	static const int64_t values[] = {INT64_MIN, -1000, -2, -1, 0, 1, 7, 8, 99, 100, 1000, INT64_MAX};
	dtrace_aggbucket_t b, before = {0};
	int64_t total = 0, in;

	for (unsigned i = 0; i < ad->dtada_nbuckets; i++, before = b) {
		assert_int_equal(dtrace_aggregate_bucket(ad, i, &b), 0);
		assert_true(b.dtab_low <= b.dtab_high);
		assert_true(i == 0 ? b.dtab_low == INT64_MIN : b.dtab_low == before.dtab_high + 1);
		in = 0;
		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++)
			in += values[v] >= b.dtab_low && values[v] <= b.dtab_high;
		assert_int_equal(b.dtab_count, in);
		total += b.dtab_count;
	}
	assert_int_equal(before.dtab_high, INT64_MAX);
	assert_int_equal(total, sizeof(values) / sizeof(values[0]));
	assert_int_equal(dtrace_aggregate_bucket(ad, ad->dtada_nbuckets, &b), -1);
	++*(unsigned *)arg;
	return DTRACE_AGGWALK_NEXT;
}

#define EACH(f, rest) \
	f "(-9223372036854775807 - 1" rest f "(-1000" rest f "(-2" rest f "(-1" rest f "(0" rest \
	f "(1" rest f "(7" rest f "(8" rest f "(99" rest f "(100" rest f "(1000" rest \
	f "(9223372036854775807" rest

static void buckets_say_their_values(void **state)
{
	struct seen *se = open_trace("quiet");
	unsigned checked = 0;

	(void)state;
	run(se, "BEGIN { " EACH("@q = quantize", "); ") EACH("@l = lquantize", ", -5, 100, 3); ")
		EACH("@ll = llquantize", ", 10, 0, 2, 20); ") "exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_NONE, check_buckets, &checked));
	assert_int_equal(checked, 3);
	end(se);
}

static int check_plain(const dtrace_aggdata_t *ad, void *arg)
{
	dtrace_aggbucket_t b;

	(void)arg;
	assert_int_equal(ad->dtada_nbuckets, 0);
	assert_int_equal(dtrace_aggregate_bucket(ad, 0, &b), -1);
	assert_int_equal(ad->dtada_func, ad->dtada_id == 1 ? DTRACEAGG_SUM : DTRACEAGG_STDDEV);
	assert_int_equal(ad->dtada_normal, ad->dtada_id == 1 ? 10 : 1);
	assert_int_equal(ad->dtada_value, ad->dtada_id == 1 ? 12 : 2);
	return DTRACE_AGGWALK_NEXT;
}

/* stddev of 3 and 7 is 2 */
static void numbers_are_those_printed(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, "BEGIN { @s = sum(125); normalize(@s, 10); @d = stddev(3); @d = stddev(7); exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_NONE, check_plain, NULL));
	end(se);
}

/*
 * Values.
 */
static int text_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	struct seen *se = arg;
	char small[3];
	int n;

	(void)pd;
	if (rd == NULL || rd->dtrd_value.dtv_data == NULL)
		return DTRACE_CONSUME_THIS;
	n = dtrace_value_text(se->h, &rd->dtrd_value, small, sizeof(small));
	note(se, "%d:%s:%lld ", n, small, (long long)dtrace_value_int(&rd->dtrd_value));
	assert_int_equal(dtrace_value_text(se->h, &rd->dtrd_value, NULL, 0), n);
	return DTRACE_CONSUME_NEXT;
}

static void values_are_read(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_records(se->h, NULL, text_chewrec, se));
	run(se, "BEGIN { trace((short)-300); trace((unsigned short)65000); trace(\"long\"); "
		"trace((int64_t)-1); trace(18446744073709551615ull); sym(0x1234); func(0x1234); exit(0); }");
	assert_string_equal(se->log, "4:-3:-300 5:65:65000 4:lo:1735290732 2:-1:-1 20:18:-1 "
		"6:0x:4660 6:0x:4660 1:0:0 ");
	assert_int_equal(se->textlen, 0);
	end(se);
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

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_shown),
		cmocka_unit_test(begin_is_shown),
		cmocka_unit_test(records_can_be_left_out),
		cmocka_unit_test(records_can_abort),
		cmocka_unit_test(text_goes_to_the_handler),
		cmocka_unit_test(stream_goes_first),
		cmocka_unit_test(options_are_told),
		cmocka_unit_test(handler_can_abort),
		cmocka_unit_test(stream_is_needed),
		cmocka_unit_test(walks_have_an_order),
		cmocka_unit_test(walks_change_entries),
		cmocka_unit_test(walks_fail),
		cmocka_unit_test(buckets_say_their_values),
		cmocka_unit_test(numbers_are_those_printed),
		cmocka_unit_test(values_are_read),
	};
	int rc;

	if (argc != 2 || trace_write(argv[1]) != 0) {
		fprintf(stderr, "usage: test_library mketl\n");
		return 2;
	}
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(trace_file);
	return rc;
}
