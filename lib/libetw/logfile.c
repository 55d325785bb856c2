/*
 * The first record of a file is a TRACE_LOGFILE_HEADER. It has two pointers in it, so its
 * second half moves with the pointer size; 8-byte members are aligned in both layouts.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etl.h"

#define HEADER 0x20

struct layout {
	unsigned ly_zone, ly_times, ly_fixed;
};

static const struct layout layout32 = { 0x40, 0xf0, 0x110 };
static const struct layout layout64 = { 0x48, 0xf8, 0x118 };

static void decode_head(struct etw_logfile *lf, const uint8_t *p)
{
	lf->lf_bufsize = base_u32(p);
	lf->lf_major = p[4];
	lf->lf_minor = p[5];
	lf->lf_submajor = p[6];
	lf->lf_subminor = p[7];
	lf->lf_build = base_u32(p + 0x08);
	lf->lf_ncpu = base_u32(p + 0x0c);
	lf->lf_endtime = base_u64(p + 0x10);
	lf->lf_timerres = base_u32(p + 0x18);
	lf->lf_maxsize = base_u32(p + 0x1c);
	lf->lf_mode = base_u32(p + 0x20);
	lf->lf_buffers_written = base_u32(p + 0x24);
	lf->lf_start_buffers = base_u32(p + 0x28);
	lf->lf_events_lost = base_u32(p + 0x30);
	lf->lf_mhz = base_u32(p + 0x34);
}

static void decode_zone(struct etw_logfile *lf, const uint8_t *p)
{
	lf->lf_bias = (int32_t)base_u32(p);
	etw_utf16_to_utf8(p + 4, 32, lf->lf_tzname, sizeof(lf->lf_tzname));
	etw_utf16_to_utf8(p + 88, 32, lf->lf_tzdaylight, sizeof(lf->lf_tzdaylight));
}

static void decode_times(struct etw_logfile *lf, const uint8_t *p)
{
	lf->lf_boottime = base_u64(p);
	lf->lf_perffreq = base_u64(p + 8);
	lf->lf_starttime = base_u64(p + 16);
	lf->lf_clockflags = base_u32(p + 24);
	lf->lf_buffers_lost = base_u32(p + 28);
}

/* A clock without a rate can't be used; some rate is needed, so that time advances. */
static void choose_clock(struct etw_logfile *lf)
{
	if (lf->lf_perffreq > UINT64_C(1) << 48 || lf->lf_perffreq < 10000) /* 1 MHz and more */
		lf->lf_perffreq = 0;
	lf->lf_clock = ETW_CLOCK_QPC;
	if (lf->lf_clockflags == ETW_CLOCK_SYSTEM)
		lf->lf_clock = ETW_CLOCK_SYSTEM;
	else if (lf->lf_clockflags == ETW_CLOCK_CYCLES && lf->lf_mhz)
		lf->lf_clock = ETW_CLOCK_CYCLES;
	if (lf->lf_clock == ETW_CLOCK_QPC && !lf->lf_perffreq)
		lf->lf_clock = ETW_CLOCK_SYSTEM;
}

/* Takes one terminated or final string; returns where the next one starts. */
static const uint8_t *take_name(const uint8_t *p, const uint8_t *end, char **out)
{
	size_t units = (size_t)(end - p) / 2, n = 0;
	char *s;

	while (n < units && base_u16(p + 2 * n))
		n++;
	s = base_malloc(3 * n + 1);
	if (s)
		etw_utf16_to_utf8(p, n, s, 3 * n + 1);
	*out = s;
	return p + 2 * (n < units ? n + 1 : n);
}

bool etl_logfile_decode(struct etl_file *f, const uint8_t *rec, uint32_t size, const char **why)
{
	struct etw_logfile *lf = &f->fl_log;
	const uint8_t *p = rec + HEADER;
	const struct layout *ly = rec[2] == 1 ? &layout32 : &layout64;

	*why = "its first record is not a session header";
	if ((rec[2] != 1 && rec[2] != 2) || size < HEADER || base_u16(rec + 6) != 0)
		return false;
	*why = "its session header is too short";
	if (size < HEADER + ly->ly_fixed)
		return false;
	decode_head(lf, p);
	decode_zone(lf, p + ly->ly_zone);
	decode_times(lf, p + ly->ly_times);
	lf->lf_ptrsize = rec[2] == 1 ? 4 : 8;
	lf->lf_t0 = base_u64(rec + 0x10);
	choose_clock(lf);
	p = take_name(p + ly->ly_fixed, rec + size, &f->fl_logger);
	take_name(p, rec + size, &f->fl_filename);
	lf->lf_logger = f->fl_logger ? f->fl_logger : "";
	lf->lf_filename = f->fl_filename ? f->fl_filename : "";
	return true;
}
