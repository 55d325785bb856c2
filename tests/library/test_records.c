/* Records and text, before they are printed. */
#include "session.h"

static int log_chew(const dtrace_probedata_t *pd, void *arg)
{
	struct seen *se = arg;

	assert_ptr_equal(pd->dtpda_handle, se->h);
	assert_int_equal(pd->dtpda_edesc->dtepd_probeid, pd->dtpda_pdesc->dtpd_id);
	note(se, "[%s:%s epid %u, %d] ", pd->dtpda_pdesc->dtpd_provider, pd->dtpda_pdesc->dtpd_name,
		pd->dtpda_edesc->dtepd_epid, pd->dtpda_edesc->dtepd_nrecs);
	return DTRACE_CONSUME_THIS;
}

static void log_value(struct seen *se, const dtrace_recdesc_t *rd, const char *data)
{
	long long v = 0;

	assert_int_equal((uintptr_t)data % rd->dtrd_alignment, 0);
	memcpy(&v, data, rd->dtrd_size < 8 ? rd->dtrd_size : 8);
	if (rd->dtrd_signed && rd->dtrd_size < 8)
		v = (long long)((unsigned long long)v << (64 - 8 * rd->dtrd_size)) >>
			(64 - 8 * rd->dtrd_size);
	if (rd->dtrd_string)
		note(se, " = %.*s", (int)rd->dtrd_size, data);
	else
		note(se, " = %lld", v);
}

static int log_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	struct seen *se = arg;

	if (!rd) {
		note(se, ".\n");
		return DTRACE_CONSUME_NEXT;
	}
	note(se, "%d", (int)rd->dtrd_action);
	assert_int_equal(rd->dtrd_format, rd->dtrd_fmttext != NULL);
	if (rd->dtrd_format)
		note(se, " '%s'", rd->dtrd_fmttext);
	if (rd->dtrd_size) {
		note(se, " size %u", rd->dtrd_size);
		log_value(se, rd, pd->dtpda_data);
	}
	note(se, "; ");
	return DTRACE_CONSUME_THIS;
}

static struct seen *open_logged(const char *flag, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec)
{
	struct seen *se = open_trace(flag);

	se->chew = chew;
	se->chewrec = chewrec;
	se->arg = se;
	return se;
}

/* Everything is shown, and with THIS everything is printed as if nobody had looked. */
static void records_are_shown(void **state)
{
	static const char text[] =
		"BEGIN { trace((char)-3); printf(\"%d %s\\n\", 40000u, \"str\"); @[1] = count(); clear(@); "
		"printa(@); tracemem(\"ab\", 3); exit(7); }\n"
		"END { }";
	struct seen *se = open_logged("quiet", log_chew, log_chewrec), *plain = open_trace("quiet");

	(void)state;
	run(se, text);
	run(plain, text);
	assert_string_equal(se->log,
		"[dtrace:BEGIN epid 1, 7] "
		"1 size 1 = -3; "
		"3 '%d %s\n' size 4 = 40000; " /* once for an action */
		"4; "
		"6 size 3 = 25185; "
		"2 size 4 = 7; "
		".\n"
		"[dtrace:END epid 2, 0] .\n");
	assert_string_equal(se->text, plain->text);
	assert_int_equal(dtrace_exit_status(se->h), 7);
	end(se);
	end(plain);
}

/* Who looks at records prints the columns: the text of actions comes without. */
static void columns_are_the_callers(void **state)
{
	static const char text[] = "BEGIN { trace(1); } BEGIN { trace(\"x\"); exit(0); }";
	struct seen *se = open_logged(NULL, log_chew, NULL), *plain = open_trace(NULL);

	(void)state;
	run(se, text);
	run(plain, text);
	assert_string_equal(se->text, "        1  x                                ");
	assert_string_equal(plain->text,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN         1\n"
		"  0      1                           :BEGIN   x                                \n");
	end(se);
	end(plain);
}

static int log_flow(const dtrace_probedata_t *pd, void *arg)
{
	note(arg, "%d %d '%s' %s; ", (int)pd->dtpda_flow, pd->dtpda_indent, pd->dtpda_prefix,
		pd->dtpda_pdesc->dtpd_func);
	return DTRACE_CONSUME_THIS;
}

static void flow_is_told(void **state)
{
	struct seen *se = open_logged("flowindent", log_flow, NULL);

	(void)state;
	run(se, "BEGIN { trace(1); exit(0); }");
	assert_string_equal(se->log, "2 0 '| ' ; ");
	end(se);
}

/* BEGIN's printa() waits for the first dtrace_work(), unless the stream is known. */
static void begin_is_shown(void **state)
{
	struct seen *se = open_logged("quiet", log_chew, NULL);

	(void)state;
	enable(se, "BEGIN { @ = sum(5); printa(\"<%@d>\", @); exit(0); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_string_equal(se->log, "");
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->log, "[dtrace:BEGIN epid 1, 2] ");
	assert_string_equal(se->text, "<5>");
	end(se);
}

static void begin_prints_at_once(void **state)
{
	static const char text[] =
		"BEGIN { @ = sum(5); printa(\"<%@d>\", @); } BEGIN { @ = sum(5); exit(0); }";
	struct seen *se = open_trace("quiet"), *known = open_trace("quiet");

	(void)state;
	run(se, text);
	dtrace_output(known->h, known->fp);
	run(known, text);
	assert_string_equal(se->text, "<10>");
	assert_string_equal(known->text, "<5>");
	end(se);
	end(known);
}

struct answers {
	int an_chew, an_rec, an_end; /* for the probe BEGIN */
};

static int answer_chew(const dtrace_probedata_t *pd, void *arg)
{
	const struct answers *an = arg;

	return strcmp(pd->dtpda_pdesc->dtpd_name, "BEGIN") == 0 ? an->an_chew : DTRACE_CONSUME_THIS;
}

static int answer_chewrec(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	const struct answers *an = arg;

	if (strcmp(pd->dtpda_pdesc->dtpd_name, "BEGIN") != 0)
		return DTRACE_CONSUME_THIS;
	return rd ? an->an_rec : an->an_end;
}

static const char flow_text[] =
	"BEGIN { @ = count(); printf(\"b%d%d\", 1, 2); trace(\"t\"); clear(@); exit(3); }\n"
	"END { printf(\"e\"); printa(\"%@d\", @); }";

static void flow_case(struct answers an, bool chew, const char *opt, const char *want)
{
	struct seen *se = open_trace(opt);

	se->chew = chew ? answer_chew : NULL;
	se->chewrec = answer_chewrec;
	se->arg = &an;
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
	flow_case((struct answers){ THIS, THIS, THIS }, true, "quiet", "b12te0");
	flow_case((struct answers){ THIS, NEXT, THIS }, true, "quiet",
		"e0"); /* clear() has acted */
	flow_case((struct answers){ NEXT, THIS, THIS }, true, "quiet", "e1"); /* it has not */
	flow_case((struct answers){ THIS, NEXT, NEXT }, false, NULL,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN "
		"  0      2                             :END e0\n");
}

static void abort_case(struct answers an, const char *before)
{
	struct seen *se = open_trace("quiet");

	se->chew = answer_chew;
	se->chewrec = answer_chewrec;
	se->arg = &an;
	enable(se,
		"BEGIN { printf(\"x%d\", 1); } BEGIN { trace(2); }\n"
		"END { printf(\"e\"); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(se->h), EDT_DIRABORT);
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
	abort_case((struct answers){ THIS, DTRACE_CONSUME_ERROR, THIS }, "");
	abort_case((struct answers){ THIS, THIS, 77 }, "x1");
}

/* dtrace_consume() takes what is there, and leaves the rest of the session to dtrace_work(). */
static void consume_only_consumes(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	assert_int_equal(dtrace_consume(se->h, se->fp, NULL, NULL, NULL), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	enable(se, "BEGIN { printf(\"b\"); } END { printf(\"e\"); }");
	REQUIRE(se, dtrace_go(se->h));
	REQUIRE(se, dtrace_consume(se->h, se->fp, NULL, NULL, NULL));
	fflush(se->fp);
	assert_string_equal(se->text, "b");
	assert_int_equal(dtrace_status(se->h), DTRACE_STATUS_OKAY);
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->text, "be");
	end(se);
}

/*
 * Buffered output.
 */
static int log_text(const dtrace_bufdata_t *bd, void *arg)
{
	struct seen *se = arg;

	assert_ptr_equal(bd->dtbda_handle, se->h);
	assert_int_equal(bd->dtbda_buffered[bd->dtbda_len], 0);
	note(se, "%s<%.*s>", bd->dtbda_probe ? bd->dtbda_probe->dtpda_pdesc->dtpd_name : "-",
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
	REQUIRE(se, dtrace_aggregate_print(se->h, NULL, NULL));
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
	REQUIRE(se, dtrace_aggregate_print(se->h, NULL, NULL));
	assert_string_equal(se->text, "x");
	assert_string_equal(se->log, "-<                1\n>");
	end(se);
}

static int log_option(const dtrace_setoptdata_t *sd, void *arg)
{
	struct seen *se = arg;

	note(se, "%s: %s=%s ", sd->dtsda_probe->dtpda_pdesc->dtpd_name, sd->dtsda_option,
		sd->dtsda_newval ? sd->dtsda_newval : "-");
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

/* Without a handler there has to be a stream; what waits for one isn't lost. */
static void stream_is_needed(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	enable(se, "BEGIN { @ = count(); printa(\"kept %@d\", @); exit(0); }");
	REQUIRE(se, dtrace_go(se->h));
	assert_int_equal(dtrace_work(se->h, NULL, NULL, NULL, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(se->h), EDT_NOBUFFERED);
	assert_int_equal(dtrace_aggregate_print(se->h, NULL, NULL), -1);
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(se->text, "kept 1");
	end(se);
}

/*
 * Faults and drops.
 */
static int log_fault(const dtrace_errdata_t *ed, void *arg)
{
	note(arg, "%s action %d fault %d (%s) addr %llx epid %u: %s", ed->dteda_pdesc->dtpd_name,
		ed->dteda_action, ed->dteda_fault,
		dtrace_faultstr(ed->dteda_handle, ed->dteda_fault),
		(unsigned long long)ed->dteda_addr, ed->dteda_edesc->dtepd_epid, ed->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int log_drop(const dtrace_dropdata_t *dd, void *arg)
{
	note(arg, "kind %d cpu %d %llu of %llu: %s", (int)dd->dtdda_kind, (int)dd->dtdda_cpu,
		(unsigned long long)dd->dtdda_drops, (unsigned long long)dd->dtdda_total,
		dd->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static void faults_and_drops_are_told(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	REQUIRE(se, dtrace_handle_err(se->h, log_fault, se));
	REQUIRE(se, dtrace_handle_drop(se->h, log_drop, se));
	REQUIRE(se, dtrace_setopt(se->h, "nspec", "1"));
	run(se, "BEGIN { trace(1); trace(*(int *)0x10); } BEGIN { speculation(); speculation(); exit(0); }");
	assert_string_equal(se->log,
		"BEGIN action 2 fault 1 (invalid address) addr 10 epid 1: error on enabled probe ID 1 "
		"(ID 1: dtrace:::BEGIN): invalid address (0x10) in action #2 at DIF offset 4\n"
		"kind 7 cpu -1 1 of 1: 1 failed speculation (no speculative buffer available)\n");
	end(se);
}

/*
 * Formats of one's own.
 */
struct format {
	struct seen *fo_se;
	void *fo_format;
};

static int print_own(const dtrace_probedata_t *pd, const dtrace_recdesc_t *rd, void *arg)
{
	struct format *fo = arg;
	const dtrace_eprobedesc_t *ed = pd->dtpda_edesc;

	if (!rd || rd != &ed->dtepd_rec[0])
		return DTRACE_CONSUME_NEXT;
	assert_int_equal(dtrace_fprintf(fo->fo_se->h, fo->fo_se->fp, fo->fo_format, pd, rd,
				 (unsigned)ed->dtepd_nrecs, pd->dtpda_data - rd->dtrd_offset,
				 ed->dtepd_size),
		3);
	return DTRACE_CONSUME_NEXT;
}

static void formats_print_records(void **state)
{
	struct seen *se = open_trace("quiet");
	struct format fo = { .fo_se = se };
	char text[8];

	(void)state;
	fo.fo_format = dtrace_printf_create(se->h, "<%5d|%-6s|%x>\n");
	assert_non_null(fo.fo_format);
	assert_int_equal(dtrace_printf_format(se->h, fo.fo_format, text, sizeof(text)), 14);
	assert_string_equal(text, "<%5d|%-");
	assert_null(dtrace_printf_create(se->h, "%d %@d"));
	assert_null(dtrace_printf_create(se->h, "%"));
	assert_int_equal(dtrace_errno(se->h), EDT_FAILED);
	se->chewrec = print_own;
	se->arg = &fo;
	run(se, "BEGIN { trace(-7); trace(\"abc\"); trace(255); exit(0); }");
	assert_string_equal(se->text, "<   -7|abc   |ff>\n");
	end(se);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(records_are_shown),
		cmocka_unit_test(columns_are_the_callers),
		cmocka_unit_test(flow_is_told),
		cmocka_unit_test(begin_is_shown),
		cmocka_unit_test(begin_prints_at_once),
		cmocka_unit_test(records_can_be_left_out),
		cmocka_unit_test(records_can_abort),
		cmocka_unit_test(consume_only_consumes),
		cmocka_unit_test(text_goes_to_the_handler),
		cmocka_unit_test(stream_goes_first),
		cmocka_unit_test(options_are_told),
		cmocka_unit_test(handler_can_abort),
		cmocka_unit_test(stream_is_needed),
		cmocka_unit_test(faults_and_drops_are_told),
		cmocka_unit_test(formats_print_records),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
