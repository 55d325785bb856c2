/*
 * The kinds of headers. A record's fourth byte is the family, the third the type. The type gives
 * the header's size, the places of size and time, and the pointer size of the payload.
 */
#include "etl.h"

#define FAMILY_FIXED 0xc0
#define FAMILY_WPP 0x90
#define NTYPES 22

enum {
	WPP_SEQUENCE = 1,
	WPP_GUID = 2,
	WPP_COMPONENT = 4,
	WPP_TIME = 8,
	WPP_IDS = 0x20,
	WPP_32BIT = 0x40
};

struct header_type {
	uint8_t ht_size; /* 0: no such type */
	uint8_t ht_sizeat;
	uint8_t ht_timeat; /* 0: the record has no time */
	uint8_t ht_ptrsize;
	uint8_t ht_kind;
};

static const struct header_type types[NTYPES] = {
	[0x01] = { 0x20, 4, 0x10, 4, ETW_SYSTEM },
	[0x02] = { 0x20, 4, 0x10, 8, ETW_SYSTEM },
	[0x03] = { 0x18, 4, 0x10, 4, ETW_COMPACT },
	[0x04] = { 0x18, 4, 0x10, 8, ETW_COMPACT },
	[0x0a] = { 0x30, 0, 0x10, 4, ETW_FULL },
	[0x0b] = { 0x48, 0, 0x10, 4, ETW_INSTANCE },
	[0x0c] = { 0x08, 0, 0, 8, ETW_ERROR },
	[0x0d] = { 0x08, 0, 0, 8, ETW_ERROR },
	[0x0e] = { 0x08, 0, 0, 8, ETW_ERROR },
	[0x10] = { 0x10, 4, 0x08, 4, ETW_PERFINFO },
	[0x11] = { 0x10, 4, 0x08, 8, ETW_PERFINFO },
	[0x12] = { 0x50, 0, 0x10, 4, ETW_EVENT },
	[0x13] = { 0x50, 0, 0x10, 8, ETW_EVENT },
	[0x14] = { 0x30, 0, 0x10, 8, ETW_FULL },
	[0x15] = { 0x48, 0, 0x10, 8, ETW_INSTANCE },
};

/* The size of a WPP header; *timeat is the place of its time, 0 if it has none. */
static uint32_t wpp_header(uint16_t flags, uint32_t *timeat)
{
	uint32_t n = 8;

	if (flags & WPP_SEQUENCE)
		n += 4;
	if (flags & WPP_COMPONENT)
		n += 4;
	else if (flags & WPP_GUID)
		n += 16;
	*timeat = flags & WPP_TIME ? n : 0;
	if (flags & WPP_TIME)
		n += 8;
	if (flags & WPP_IDS)
		n += 8;
	return n;
}

/* Decodes the header. Returns NULL, or why it is invalid. Needs 8 bytes at p. */
static const char *head(const uint8_t *p, uint32_t *size, uint32_t *header, uint32_t *timeat)
{
	const struct header_type *ht;

	if (p[3] == FAMILY_FIXED) {
		ht = &types[p[2] < NTYPES ? p[2] : 0];
		*header = ht->ht_size;
		*timeat = ht->ht_timeat;
		*size = base_u16(p + ht->ht_sizeat);
		return *header ? NULL : "unknown header type";
	}
	if (p[3] == FAMILY_WPP) {
		*header = wpp_header(base_u16(p + 6), timeat);
		*size = base_u16(p);
		return NULL;
	}
	return "bad record marker";
}

enum etl_frame etl_frame(const uint8_t *p, const uint8_t *end, uint32_t *size, uint64_t *raw,
	const char **why)
{
	size_t left = (size_t)(end - p);
	uint32_t header, timeat;

	if (left < 4 || base_u32(p) == 0xffffffff)
		return ETL_FRAME_END;
	*why = "the buffer ends within its header";
	if (left < 8 || (*why = head(p, size, &header, &timeat)))
		return ETL_FRAME_BAD;
	if (*size < header || *size > left) {
		*why = *size < header ? "its size is smaller than its header" :
					"it runs past the end of the buffer";
		return ETL_FRAME_BAD;
	}
	if (timeat)
		*raw = base_u64(p + timeat);
	return ETL_FRAME_OK;
}

uint32_t etl_time_at(const uint8_t *p)
{
	uint32_t size, header, timeat;

	return head(p, &size, &header, &timeat) ? 0 : timeat;
}

/* The time of the first record from *p on that has one; moves *p after it. */
static bool next_time(const uint8_t **p, const uint8_t *end, uint64_t *raw)
{
	uint32_t size, header, timeat = 0;

	while (!timeat) {
		if (end - *p < 8 || head(*p, &size, &header, &timeat) || size < header)
			return false;
		if (timeat && timeat + 8 > (size_t)(end - *p))
			return false;
		if (timeat)
			*raw = base_u64(*p + timeat);
		size = (size + 7) & ~7u;
		*p = size < (size_t)(end - *p) ? *p + size : end;
	}
	return true;
}

bool etl_first_time(const uint8_t *p, const uint8_t *end, uint64_t leap, uint64_t *raw)
{
	uint64_t second;

	if (!next_time(&p, end, raw))
		return false;
	if (next_time(&p, end, &second) && *raw > second && *raw - second > leap)
		*raw = second;
	return true;
}

/*
 * A message has a GUID, or none, or a component number; in both latter cases it gets the zero GUID.
 */
static const uint8_t *wpp_guid(const uint8_t *p)
{
	uint16_t flags = base_u16(p + 6);

	if ((flags & (WPP_GUID | WPP_COMPONENT)) != WPP_GUID)
		return (const uint8_t *)&etl_guid_zero;
	return p + 8 + (flags & WPP_SEQUENCE ? 4 : 0);
}

bool etl_wanted(const struct etw_filter *f, const uint8_t *p)
{
	if (p[3] == FAMILY_WPP)
		return etl_wanted_hash(f, wpp_guid(p));
	switch (types[p[2]].ht_kind) {
	case ETW_SYSTEM:
	case ETW_COMPACT:
	case ETW_PERFINFO: return etl_wanted_hook(f, base_u16(p + 6));
	case ETW_FULL:
	case ETW_INSTANCE:
	case ETW_EVENT: return etl_wanted_hash(f, p + 0x18);
	default: return etl_wanted_hash(f, (const uint8_t *)&etl_guid_zero);
	}
}

static const char *fill_kernel(struct etw_event *ev, const uint8_t *p, uint32_t header)
{
	unsigned extra = p[1];

	ev->ev_version = p[0];
	ev->ev_flags = p[1];
	ev->ev_opcode = p[6];
	ev->ev_hookid = base_u16(p + 6);
	ev->ev_provider = etw_hook_guid(ev->ev_hookid);
	if (ev->ev_kind != ETW_PERFINFO) {
		ev->ev_tid = base_u32(p + 8);
		ev->ev_pid = base_u32(p + 12);
	}
	if (extra) {
		ev->ev_npmc = extra & 7;
		ev->ev_pmc = ev->ev_npmc ? p + header : NULL;
		header += 8 * ev->ev_npmc + (extra & 0x80 ? 8 : 0);
		if (header > ev->ev_size)
			return "its counters run past the end of the record";
	}
	ev->ev_payload = p + header;
	return NULL;
}

static const char *fill_classic(struct etw_event *ev, const uint8_t *p, uint32_t header)
{
	ev->ev_opcode = p[4];
	ev->ev_level = p[5];
	ev->ev_version = (uint8_t)base_u16(p + 6);
	ev->ev_tid = base_u32(p + 8);
	ev->ev_pid = base_u32(p + 12);
	ev->ev_provider = (const struct etw_guid *)(const void *)(p + 0x18);
	ev->ev_payload = p + header;
	return NULL;
}

/* Finds the end of the extended items, so that the payload can be found. */
static const char *fill_extended(struct etw_event *ev, const uint8_t *p, const uint8_t *end)
{
	uint32_t size;
	bool more = true;

	ev->ev_ext = p;
	while (more) {
		if (end - p < 8)
			return "its extended items run past the end of the record";
		size = base_u16(p);
		if (size < 8 || size > (size_t)(end - p))
			return "the size of an extended item is wrong";
		if (base_u16(p + 6) > size - 8)
			return "an extended item's data runs past its end";
		more = base_u16(p + 4) & 1;
		p += size;
	}
	ev->ev_extlen = (uint32_t)(p - ev->ev_ext);
	ev->ev_payload = p;
	return NULL;
}

static const char *fill_event(struct etw_event *ev, const uint8_t *p)
{
	ev->ev_flags = base_u16(p + 4);
	ev->ev_tid = base_u32(p + 8);
	ev->ev_pid = base_u32(p + 12);
	ev->ev_provider = (const struct etw_guid *)(const void *)(p + 0x18);
	ev->ev_id = base_u16(p + 0x28);
	ev->ev_version = p[0x2a];
	ev->ev_channel = p[0x2b];
	ev->ev_level = p[0x2c];
	ev->ev_opcode = p[0x2d];
	ev->ev_task = base_u16(p + 0x2e);
	ev->ev_keyword = base_u64(p + 0x30);
	ev->ev_activity = p + 0x40;
	ev->ev_payload = p + 0x50;
	if (ev->ev_flags & ETW_FLAG_32BIT)
		ev->ev_ptrsize = 4;
	else if (ev->ev_flags & ETW_FLAG_64BIT)
		ev->ev_ptrsize = 8;
	if (ev->ev_flags & ETW_FLAG_EXTENDED)
		return fill_extended(ev, p + 0x50, p + ev->ev_size);
	return NULL;
}

static void fill_wpp(struct etw_event *ev, const uint8_t *p)
{
	uint16_t flags = base_u16(p + 6);
	uint32_t timeat, header = wpp_header(flags, &timeat);

	ev->ev_kind = ETW_WPP;
	ev->ev_id = base_u16(p + 4);
	ev->ev_flags = flags;
	ev->ev_ptrsize = flags & WPP_32BIT ? 4 : 8;
	ev->ev_provider = (const struct etw_guid *)(const void *)wpp_guid(p);
	if (flags & WPP_IDS) {
		ev->ev_tid = base_u32(p + header - 8);
		ev->ev_pid = base_u32(p + header - 4);
	}
	ev->ev_payload = p + header;
}

static const char *fill_header(struct etw_event *ev, const uint8_t *p)
{
	const struct header_type *ht = &types[p[2] < NTYPES ? p[2] : 0];

	if (p[3] == FAMILY_WPP) {
		fill_wpp(ev, p);
		return NULL;
	}
	ev->ev_kind = ht->ht_kind;
	ev->ev_ptrsize = ht->ht_ptrsize;
	switch (ev->ev_kind) {
	case ETW_SYSTEM:
	case ETW_COMPACT:
	case ETW_PERFINFO: return fill_kernel(ev, p, ht->ht_size);
	case ETW_FULL:
	case ETW_INSTANCE: return fill_classic(ev, p, ht->ht_size);
	case ETW_EVENT: return fill_event(ev, p);
	default:
		ev->ev_provider = &etl_guid_zero;
		ev->ev_payload = p + ht->ht_size;
		return NULL;
	}
}

/*
 * Clears what no header contains; member by member, because a memset() of this size costs as much
 * as the rest.
 */
static inline void fill_blanks(struct etw_event *ev)
{
	ev->ev_pid = ev->ev_tid = ETW_NOID;
	ev->ev_version = ev->ev_channel = ev->ev_level = ev->ev_opcode = 0;
	ev->ev_id = ev->ev_task = ev->ev_flags = 0;
	ev->ev_hookid = ETW_NOHOOK;
	ev->ev_keyword = 0;
	ev->ev_activity = ev->ev_ext = ev->ev_pmc = NULL;
	ev->ev_extlen = ev->ev_npmc = 0;
}

static inline void fill_time(struct etw_event *ev, const struct etl_clock *c, uint64_t raw)
{
	ev->ev_ns = etl_clock_ns(c, raw);
	ev->ev_filetime = etl_clock_filetime(c, raw);
	ev->ev_unix_ns = etl_unix_ns(ev->ev_filetime);
}

const char *etl_fill(const struct etl_stream *s, struct etw_event *ev)
{
	const char *why;

	fill_blanks(ev);
	fill_time(ev, &s->sm_file->fl_clock, s->sm_key);
	ev->ev_raw = s->sm_raw;
	ev->ev_file = s->sm_file->fl_no;
	ev->ev_cpu = s->sm_buf->bx_cpu;
	ev->ev_record = s->sm_p;
	ev->ev_size = s->sm_size;
	ev->ev_offset = s->sm_buf->bx_off;
	ev->ev_buffer = s->sm_buf->bx_no;
	ev->ev_index = s->sm_index;
	why = fill_header(ev, s->sm_p);
	ev->ev_paylen = why ? 0 : (uint32_t)(s->sm_p + s->sm_size - ev->ev_payload);
	return why;
}

const char *etw_kind_name(enum etw_kind kind)
{
	static const char *const names[] = { "system", "compact", "perfinfo", "full", "instance",
		"event", "wpp", "error" };

	return (unsigned)kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "?";
}
