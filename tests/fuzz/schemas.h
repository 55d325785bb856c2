/*
 * What the fuzzers of schemas share: every schema that was learned decodes the same bytes, in every
 * style.
 */
#ifndef FUZZ_SCHEMAS_H
#define FUZZ_SCHEMAS_H

#include "catalog.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void decode_one(const struct etw_schema *sc, const struct etw_event *ev)
{
	char text[512];
	struct etw_value v;

	for (int style = ETW_PLAIN; style <= ETW_JSON; style++)
		etw_props_text(sc, ev, (enum etw_style)style, text,
			style == ETW_CSV ? 20 : sizeof(text));
	for (unsigned i = 0; i < sc->sc_nfields && i < 64; i++) {
		etw_field_text(sc, ev, i, text, sizeof(text));
		if (etw_take(sc, ev, i, &v))
			etw_value_int(&v);
		etw_schema_field(sc, sc->sc_fields[i].fd_name);
	}
}

static inline void decode_all(struct etw_catalog *c, const uint8_t *payload, size_t n)
{
	static const struct etw_guid none;

	for (unsigned i = 0; i < etw_provider_count(c); i++) {
		const struct etw_provider *pr = etw_provider_at(c, i);
		char name[64];

		etw_provider_canonical(pr, name, sizeof(name));
		for (uint32_t k = 0; k < pr->pr_nschemas && k < 64; k++) {
			struct etw_event ev = { .ev_kind = ETW_EVENT,
				.ev_provider = &none,
				.ev_payload = payload,
				.ev_paylen = (uint32_t)n,
				.ev_ptrsize = k & 1 ? 4 : 8 };

			decode_one(pr->pr_schemas[k], &ev);
			etw_event_canonical(pr->pr_schemas[k]->sc_name, name, sizeof(name));
		}
	}
}

#endif
