/*
 * etldump [--semantic] FILE... - one line of tab-separated fields for each record, for the
 * comparison with what other readers found in the same files (compare.py).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "etw.h"

static void print_session(const struct etw_logfile *lf)
{
	printf("L\tBufferSize\t%u\nL\tVersion\t%u.%u.%u.%u\nL\tProviderVersion\t%u\n",
		lf->lf_bufsize, lf->lf_major, lf->lf_minor, lf->lf_submajor, lf->lf_subminor,
		lf->lf_build);
	printf("L\tNumberOfProcessors\t%u\nL\tEndTime\t%" PRIu64 "\nL\tTimerResolution\t%u\n",
		lf->lf_ncpu, lf->lf_endtime, lf->lf_timerres);
	printf("L\tMaximumFileSize\t%u\nL\tLogFileMode\t%#x\nL\tBuffersWritten\t%u\n",
		lf->lf_maxsize, lf->lf_mode, lf->lf_buffers_written);
	printf("L\tStartBuffers\t%u\nL\tPointerSize\t%u\nL\tEventsLost\t%u\nL\tCpuSpeedMHz\t%u\n",
		lf->lf_start_buffers, lf->lf_ptrsize, lf->lf_events_lost, lf->lf_mhz);
	printf("L\tt0\t%" PRIu64 "\nL\tbias\t%d\nL\ttzname\t%s\nL\tBootTime\t%" PRIu64 "\n",
		lf->lf_t0, lf->lf_bias, lf->lf_tzname, lf->lf_boottime);
	printf("L\tPerfFreq\t%" PRIu64 "\nL\tStartTime\t%" PRIu64 "\nL\tReservedFlags\t%u\n",
		lf->lf_perffreq, lf->lf_starttime, lf->lf_clockflags);
	printf("L\tBuffersLost\t%u\nL\tLoggerName\t%s\nL\tLogFileName\t%s\n", lf->lf_buffers_lost,
		lf->lf_logger, lf->lf_filename);
}

static void print_event(const struct etw_event *ev)
{
	char guid[ETW_GUID_STRLEN];
	struct etw_ext x = { 0 };
	unsigned num = ev->ev_kind == ETW_EVENT || ev->ev_kind == ETW_WPP ? ev->ev_id :
									    ev->ev_opcode;

	etw_guid_format(ev->ev_provider, guid);
	if (ev->ev_kind == ETW_EVENT && ev->ev_flags & ETW_FLAG_CLASSIC)
		num = ev->ev_opcode;
	printf("E\t%s\t%.36s\t%u\t%u\t%u\t%" PRIu64 "\t%" PRIu64 "\t%u\t%u\t%u\t",
		etw_kind_name(ev->ev_kind), guid + 1, num, ev->ev_version,
		ev->ev_kind == ETW_WPP ? 15 : ev->ev_record[2], ev->ev_raw, ev->ev_filetime,
		ev->ev_cpu, ev->ev_pid, ev->ev_flags);
	while (etw_ext_next(ev, &x))
		printf("%u,", x.xt_type);
	printf("\n");
}

static void print_process(const struct etw_event *ev)
{
	struct etw_process px;
	char cmd[65536];

	if ((ev->ev_opcode < 1 || ev->ev_opcode > 4) && ev->ev_opcode != 0x27)
		return;
	if (etw_decode_process(ev, &px) < 0) {
		printf("X\tprocess\t%s\n", etw_decode_error());
		return;
	}
	etw_utf16_to_utf8(px.px_cmdline, px.px_cmdunits, cmd, sizeof(cmd));
	printf("P\t%u\t%u\t%u\t%.*s\t%" PRIu64 "\t%s\n", ev->ev_opcode, px.px_pid, px.px_ppid,
		(int)px.px_namelen, px.px_name, ev->ev_filetime, cmd);
}

static void print_thread(const struct etw_event *ev)
{
	struct etw_cswitch cs;
	struct etw_thread tx;

	if (ev->ev_opcode >= 1 && ev->ev_opcode <= 4) {
		if (etw_decode_thread(ev, &tx) < 0)
			printf("X\tthread\t%s\n", etw_decode_error());
		else
			printf("T\t%u\t%u\t%u\n", ev->ev_opcode, tx.tx_pid, tx.tx_tid);
	} else if (ev->ev_opcode == 0x24) {
		if (etw_decode_cswitch(ev, &cs) < 0)
			printf("X\tcswitch\t%s\n", etw_decode_error());
		else
			printf("C\t%u\t%u\t%u\t%d\t%d\n", ev->ev_cpu, cs.cs_newtid, cs.cs_oldtid,
				cs.cs_oldstate, cs.cs_waitreason);
	}
}

static void print_image(const struct etw_event *ev)
{
	struct etw_image im;
	char name[65536];

	if (ev->ev_opcode > 10)
		return;
	if (etw_decode_image(ev, &im) < 0) {
		printf("X\timage\t%s\n", etw_decode_error());
		return;
	}
	etw_utf16_to_utf8(im.im_name, im.im_nameunits, name, sizeof(name));
	printf("I\t%u\t%u\t%s\n", ev->ev_opcode, im.im_pid, name);
}

static void print_sample(const struct etw_event *ev)
{
	struct etw_sample sp;

	if (ev->ev_opcode != 0x2e)
		return;
	if (etw_decode_sample(ev, &sp) < 0)
		printf("X\tsample\t%s\n", etw_decode_error());
	else
		printf("S\t%u\t%u\t%u\n", ev->ev_cpu, sp.sp_tid, sp.sp_count);
}

static void print_stack(const struct etw_event *ev)
{
	struct etw_stack sk;

	printf("W\t%u\n", ev->ev_opcode);
	if (ev->ev_opcode == 0x20 && etw_decode_stack(ev, &sk) == 0)
		printf("K\t%u\n", sk.sk_nframes);
}

static void print_semantic(const struct etw_event *ev)
{
	static const struct {
		uint8_t group;
		void (*print)(const struct etw_event *);
	} table[] = { { 0x03, print_process }, { 0x05, print_thread }, { 0x14, print_image },
		{ 0x0f, print_sample }, { 0x18, print_stack } };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (etw_guid_eq(ev->ev_provider, etw_group_guid(table[i].group)))
			table[i].print(ev);
}

int main(int argc, char **argv)
{
	int semantic = argc > 1 && !strcmp(argv[1], "--semantic");
	const char *const *files = (const char *const *)argv + 1 + semantic;
	char err[512];
	struct etw_trace *t = etw_open(files, (unsigned)(argc - 1 - semantic), err, sizeof(err));
	struct etw_event ev;
	const struct etw_stats *st;

	if (!t) {
		fprintf(stderr, "etldump: %s\n", err);
		return 1;
	}
	print_session(etw_logfile(t, 0));
	while (etw_next(t, &ev)) {
		print_event(&ev);
		if (semantic)
			print_semantic(&ev);
	}
	st = etw_stats(t);
	printf("L\tbuffers\t%" PRIu64 "\nL\tdamaged\t%" PRIu64 "\nL\tunordered\t%" PRIu64 "\n",
		st->es_buffers, st->es_damaged, st->es_unordered);
	etw_close(t);
	return 0;
}
