/* One field of an event by its name, as a number. */
#include <stdlib.h>
#include "catalog.h"

unsigned etw_schema_field(const struct etw_schema *sc, const char *name)
{
	for (unsigned i = 0; i < sc->sc_nfields; i++)
		if (strcmp(sc->sc_fields[i].fd_name, name) == 0)
			return i;
	return ETW_NOFIELD;
}

struct take {
	const struct etw_field *tk_field;
	struct etw_value *tk_value;
	bool tk_found;
};

static bool take_visit(void *arg, enum etw_visit what, const struct etw_value *v)
{
	struct take *tk = arg;

	if (what != ETW_V_VALUE || v->va_field != tk->tk_field)
		return true;
	*tk->tk_value = *v;
	tk->tk_found = true;
	return false;
}

bool etw_take(const struct etw_schema *sc, const struct etw_event *ev, unsigned field,
	struct etw_value *v)
{
	struct take tk = { .tk_value = v };

	if (field >= sc->sc_nfields)
		return false;
	tk.tk_field = &sc->sc_fields[field];
	etw_walk(sc, ev, take_visit, &tk);
	return tk.tk_found;
}

static uint64_t number(const uint8_t *p, uint32_t n)
{
	uint64_t v = 0;

	for (n = n > 8 ? 8 : n; n-- > 0;)
		v = v << 8 | p[n];
	return v;
}

static int64_t text_number(const struct etw_value *v)
{
	char buf[64];

	etw_value_text(v, buf, sizeof(buf));
	return (int64_t)strtoull(buf, NULL, 0);
}

static int64_t truncated(double d)
{
	return d > -9e18 && d < 9e18 ? (int64_t)d : 0;
}

int64_t etw_value_int(const struct etw_value *v)
{
	float f;
	double d;

	switch (v->va_field->fd_type) {
	case ETW_T_I8: return (int8_t)number(v->va_data, v->va_len);
	case ETW_T_I16: return (int16_t)number(v->va_data, v->va_len);
	case ETW_T_I32: return (int32_t)number(v->va_data, v->va_len);
	case ETW_T_U16:
		if (v->va_field->fd_out == ETW_O_PORT)
			return v->va_data[0] << 8 | v->va_data[1];
		break;
	case ETW_T_F32: memcpy(&f, v->va_data, sizeof(f)); return truncated((double)f);
	case ETW_T_F64: memcpy(&d, v->va_data, sizeof(d)); return truncated(d);
	case ETW_T_UTF16:
	case ETW_T_ANSI:
	case ETW_T_CUTF16:
	case ETW_T_CANSI:
	case ETW_T_CUTF16_OLD:
	case ETW_T_CANSI_OLD:
	case ETW_T_RUTF16:
	case ETW_T_RANSI:
	case ETW_T_RESTUTF16:
	case ETW_T_RESTANSI: return text_number(v);
	}
	return (int64_t)number(v->va_data, v->va_len);
}
