/* Records and text, before they are printed. */
#include "session.h"

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
	if (!rd) {
		note(se, ".\n");
		return DTRACE_CONSUME_THIS;
	}
	note(se, "%d %u/%u", (int)rd->dtrd_action, rd->dtrd_index, rd->dtrd_count);
	if (rd->dtrd_format)
		note(se, " '%s'", rd->dtrd_format);
	if (rd->dtrd_value.dtv_data) {
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
	int an_chew, an_rec, an_end; /* for the probe BEGIN */
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
	if (!rd)
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
	flow_case((struct answers){ THIS, THIS, THIS }, "quiet", "b12te0");
	flow_case((struct answers){ THIS, NEXT, THIS }, "quiet", "e0"); /* clear() has acted */
	flow_case((struct answers){ NEXT, THIS, THIS }, "quiet", "e1"); /* it has not */
	flow_case((struct answers){ THIS, NEXT, NEXT }, NULL,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN "
		"  0      2                             :END e0\n");
}

static void abort_case(struct answers an, const char *before)
{
	struct seen *se = open_trace("quiet");

	REQUIRE(se, dtrace_handle_records(se->h, answer_chew, answer_chewrec, &an));
	enable(se,
		"BEGIN { printf(\"x%d\", 1); } BEGIN { trace(2); }\n"
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
	abort_case((struct answers){ ABORT, THIS, THIS }, "");
	abort_case((struct answers){ THIS, ABORT, THIS }, "");
	abort_case((struct answers){ THIS, THIS, ABORT }, "x1");
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
	enable(se,
		"BEGIN { @a[2] = count(); @a[1] = count(); @a[1] = count(); trace(1); trace(\"x\"); "
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
 * Values.
 */
static int text_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	struct seen *se = arg;
	char small[3];
	int n;

	(void)pd;
	if (!rd || !rd->dtrd_value.dtv_data)
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
	run(se,
		"BEGIN { trace((short)-300); trace((unsigned short)65000); trace(\"long\"); "
		"trace((int64_t)-1); trace(18446744073709551615ull); sym(0x1234); func(0x1234); exit(0); }");
	assert_string_equal(se->log,
		"4:-3:-300 5:65:65000 4:lo:1735290732 2:-1:-1 20:18:-1 "
		"6:0x:4660 6:0x:4660 1:0:0 ");
	assert_int_equal(se->textlen, 0);
	end(se);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(records_are_shown),
		cmocka_unit_test(begin_is_shown),
		cmocka_unit_test(records_can_be_left_out),
		cmocka_unit_test(records_can_abort),
		cmocka_unit_test(text_goes_to_the_handler),
		cmocka_unit_test(stream_goes_first),
		cmocka_unit_test(options_are_told),
		cmocka_unit_test(handler_can_abort),
		cmocka_unit_test(stream_is_needed),
		cmocka_unit_test(values_are_read),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
