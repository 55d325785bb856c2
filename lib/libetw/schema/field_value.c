/*
 * Walks a payload by its schema. Lengths and counts may be in earlier fields, whose values are kept
 * during the walk, by field number.
 */
#include "catalog.h"
#include "kernel.h"

#define KEPT 256 /* fields beyond it can't be referred to */
#define ELEMENTS_MAX 0x10000u
#define MANY (ETW_FD_ARRAY | ETW_FD_VARCOUNT | ETW_FD_COUNTREF | ETW_FD_REST)

struct walk {
	const struct etw_schema *wk_sc;
	struct kr wk_kr;
	etw_visit_fn *wk_fn;
	void *wk_arg;
	bool wk_stop;
	uint8_t wk_depth;
	uint32_t wk_budget; /* how many more values are allowed: bounds arrays of empty arrays */
	uint64_t wk_values[KEPT];
};

static unsigned fixed_size(unsigned type, unsigned ptrsize)
{
	static const uint8_t sizes[] = { [ETW_T_I8] = 1,
		[ETW_T_U8] = 1,
		[ETW_T_I16] = 2,
		[ETW_T_U16] = 2,
		[ETW_T_I32] = 4,
		[ETW_T_U32] = 4,
		[ETW_T_I64] = 8,
		[ETW_T_U64] = 8,
		[ETW_T_F32] = 4,
		[ETW_T_F64] = 8,
		[ETW_T_BOOL] = 4,
		[ETW_T_GUID] = 16,
		[ETW_T_FILETIME] = 8,
		[ETW_T_SYSTEMTIME] = 16,
		[ETW_T_HEX32] = 4,
		[ETW_T_HEX64] = 8 };

	switch (type) {
	case ETW_T_POINTER:
	case ETW_T_SIZE: return ptrsize;
	case ETW_T_WCHAR: return 2;
	case ETW_T_CHAR: return 1;
	}
	return type < sizeof(sizes) ? sizes[type] : 0;
}

bool etw_type_is_int(const struct etw_field *fd, unsigned *size, bool *is_signed)
{
	unsigned n = fixed_size(fd->fd_type, 8);

	if (fd->fd_flags & MANY)
		return false;
	if (fd->fd_type == ETW_T_F32 || fd->fd_type == ETW_T_F64 || n == 0 || n > 8)
		return false;
	*size = n;
	*is_signed = fd->fd_type == ETW_T_I8 || fd->fd_type == ETW_T_I16 ||
		fd->fd_type == ETW_T_I32 || fd->fd_type == ETW_T_I64;
	return true;
}

/* Up to the terminator, which it includes, or to the end. */
static void take_string(struct walk *w, unsigned width, struct etw_value *v)
{
	struct kr *k = &w->wk_kr;

	if (width == 2) {
		uint32_t units;

		v->va_data = kr_utf16(k, &units);
		v->va_len = units * 2;
	} else {
		v->va_data = (const uint8_t *)kr_ansi(k, &v->va_len);
	}
}

static void take_bytes(struct walk *w, size_t n, struct etw_value *v)
{
	v->va_data = kr_bytes(&w->wk_kr, n, v->va_field->fd_name);
	v->va_len = v->va_data ? (uint32_t)n : 0;
}

static void take_counted(struct walk *w, bool swapped, struct etw_value *v)
{
	unsigned n = kr_u16(&w->wk_kr, v->va_field->fd_name);

	take_bytes(w, swapped ? (n >> 8 | (n & 0xff) << 8) : n, v);
}

static void take_sid(struct walk *w, struct etw_value *v)
{
	const struct kr *k = &w->wk_kr;

	if (k->kr_end - k->kr_p < 8)
		take_bytes(w, 8, v);
	else
		take_bytes(w, 8 + 4 * (size_t)k->kr_p[1], v);
}

static void take_wbemsid(struct walk *w, struct etw_value *v)
{
	const uint8_t *user;

	v->va_data = kr_sid(&w->wk_kr, &user, &v->va_len, v->va_field->fd_name);
	if (!v->va_data) /* absent: no bytes of the payload */
		v->va_data = w->wk_kr.kr_p;
}

/* The length in the schema, in characters or bytes; false: there is none. */
static bool given_length(const struct walk *w, const struct etw_field *fd, uint64_t *n)
{
	if (fd->fd_flags & ETW_FD_LENREF) {
		*n = fd->fd_length < KEPT ? w->wk_values[fd->fd_length] : 0;
		return true;
	}
	*n = fd->fd_length;
	return fd->fd_length != 0 || fd->fd_flags & ETW_FD_FIXEDLEN;
}

static size_t scaled(uint64_t n, unsigned width)
{
	return n > UINT32_MAX ? UINT32_MAX : (size_t)n * width;
}

static void take_binary(struct walk *w, struct etw_value *v)
{
	uint64_t n;

	if (!given_length(w, v->va_field, &n))
		n = v->va_field->fd_out == ETW_O_IPV6 ? 16 :
							(uint64_t)(w->wk_kr.kr_end - w->wk_kr.kr_p);
	take_bytes(w, scaled(n, 1), v);
}

static void take_one(struct walk *w, struct etw_value *v)
{
	unsigned type = v->va_field->fd_type, size = fixed_size(type, w->wk_kr.kr_ptrsize);
	uint64_t n;

	if (size) {
		take_bytes(w, size, v);
		return;
	}
	switch (type) {
	case ETW_T_UTF16:
	case ETW_T_ANSI: {
		unsigned width = type == ETW_T_UTF16 ? 2 : 1;

		if (given_length(w, v->va_field, &n))
			take_bytes(w, scaled(n, width), v);
		else
			take_string(w, width, v);
		return;
	}
	case ETW_T_CUTF16:
	case ETW_T_CANSI:
	case ETW_T_CBINARY:
	case ETW_T_CUTF16_OLD:
	case ETW_T_CANSI_OLD: take_counted(w, false, v); return;
	case ETW_T_RUTF16:
	case ETW_T_RANSI: take_counted(w, true, v); return;
	case ETW_T_BINARY:
		if (v->va_field->fd_flags & ETW_FD_LENREF || v->va_field->fd_length ||
			w->wk_sc->sc_origin != ETW_FROM_EVENT)
			take_binary(w, v);
		else
			take_counted(w, false, v);
		return;
	case ETW_T_HEXDUMP: take_bytes(w, kr_u32(&w->wk_kr, v->va_field->fd_name), v); return;
	case ETW_T_RESTUTF16:
	case ETW_T_RESTANSI: take_bytes(w, (size_t)(w->wk_kr.kr_end - w->wk_kr.kr_p), v); return;
	case ETW_T_SID: take_sid(w, v); return;
	case ETW_T_WBEMSID: take_wbemsid(w, v); return;
	case ETW_T_NULL: take_bytes(w, 0, v); return;
	}
	if (!w->wk_kr.kr_bad)
		w->wk_kr.kr_bad = v->va_field->fd_name; /* an unknown type */
}

static void visit(struct walk *w, enum etw_visit what, const struct etw_value *v)
{
	if (!w->wk_stop && !w->wk_fn(w->wk_arg, what, v))
		w->wk_stop = true;
}

static void walk_list(struct walk *w, unsigned at);

static void walk_struct(struct walk *w, struct etw_value *v)
{
	visit(w, ETW_V_STRUCT, v);
	if (++w->wk_depth < CAT_MAXDEPTH)
		walk_list(w, v->va_field->fd_child);
	w->wk_depth--;
	if (!w->wk_kr.kr_bad)
		visit(w, ETW_V_ENDSTRUCT, v);
}

static void walk_bad(struct walk *w, const struct etw_field *fd)
{
	if (!w->wk_kr.kr_bad)
		w->wk_kr.kr_bad = fd->fd_name;
}

static void walk_one(struct walk *w, unsigned at, struct etw_value *v)
{
	if (!w->wk_budget--) {
		w->wk_budget = 0;
		walk_bad(w, v->va_field);
		return;
	}
	if (v->va_field->fd_type == ETW_T_STRUCT) {
		walk_struct(w, v);
		return;
	}
	take_one(w, v);
	if (w->wk_kr.kr_bad)
		return;
	if (at < KEPT && v->va_len <= 8)
		w->wk_values[at] = (uint64_t)etw_value_int(v);
	visit(w, ETW_V_VALUE, v);
}

static uint64_t elements(struct walk *w, const struct etw_field *fd)
{
	if (fd->fd_flags & ETW_FD_VARCOUNT)
		return kr_u16(&w->wk_kr, fd->fd_name);
	if (fd->fd_flags & ETW_FD_COUNTREF)
		return fd->fd_count < KEPT ? w->wk_values[fd->fd_count] : 0;
	if (fd->fd_flags & ETW_FD_REST) {
		unsigned size = fixed_size(fd->fd_type, w->wk_kr.kr_ptrsize);

		return size ? (uint64_t)(w->wk_kr.kr_end - w->wk_kr.kr_p) / size : 0;
	}
	return fd->fd_count;
}

/* Elements without bytes are not counted: they end with the payload. */
static void walk_array(struct walk *w, unsigned at, struct etw_value *v)
{
	uint64_t n = elements(w, v->va_field);

	if (n > ELEMENTS_MAX) {
		walk_bad(w, v->va_field);
		return;
	}
	v->va_count = (uint32_t)n;
	visit(w, ETW_V_ARRAY, v);
	for (uint32_t i = 0; i < n && !w->wk_kr.kr_bad && !w->wk_stop; i++) {
		const uint8_t *before = w->wk_kr.kr_p;

		v->va_index = i;
		walk_one(w, at, v);
		if (w->wk_kr.kr_p == before && before == w->wk_kr.kr_end)
			break;
	}
	if (!w->wk_kr.kr_bad)
		visit(w, ETW_V_ENDARRAY, v);
}

static void walk_list(struct walk *w, unsigned at)
{
	const struct etw_schema *sc = w->wk_sc;

	for (; at < sc->sc_nfields && !w->wk_kr.kr_bad && !w->wk_stop;
		at = sc->sc_fields[at].fd_next) {
		const struct etw_field *fd = &sc->sc_fields[at];
		struct etw_value v = { .va_field = fd,
			.va_depth = w->wk_depth,
			.va_ptrsize = (uint8_t)w->wk_kr.kr_ptrsize };

		if (fd->fd_flags & MANY)
			walk_array(w, at, &v);
		else
			walk_one(w, at, &v);
	}
}

int64_t etw_walk(const struct etw_schema *sc, const struct etw_event *ev, etw_visit_fn *fn,
	void *arg)
{
	struct walk w;

	w.wk_sc = sc;
	w.wk_fn = fn;
	w.wk_arg = arg;
	w.wk_stop = false;
	w.wk_depth = 0;
	/* most values have a byte or more */
	w.wk_budget = 4 * ev->ev_paylen + sc->sc_nfields + 1024;
	memset(w.wk_values, 0,
		(sc->sc_nfields < KEPT ? sc->sc_nfields : KEPT) * sizeof(*w.wk_values));
	kr_init(&w.wk_kr, ev);
	walk_list(&w, sc->sc_first);
	if (w.wk_kr.kr_bad && kr_done(&w.wk_kr) < 0)
		return -1;
	return w.wk_kr.kr_p - ev->ev_payload;
}
