/* Built-in layouts as schemas: clr.def and config.def. */
#include "catalog.h"

static bool is_classic(const struct layout *ly)
{
	return etl_layout_providers[ly->ly_provider].lp_classic;
}

static void schema_enter(struct etw_catalog *c, const struct layout *ly)
{
	struct etw_schema *sc = cat_alloc(c, sizeof(*sc));

	if (!sc)
		return;
	sc->sc_provider = etl_layout_providers[ly->ly_provider].lp_guid;
	sc->sc_classic = is_classic(ly);
	sc->sc_id = ly->ly_id;
	sc->sc_version = ly->ly_since;
	sc->sc_level = ly->ly_level;
	sc->sc_opcode = ly->ly_opcode;
	sc->sc_keyword = ly->ly_keyword;
	sc->sc_taskname = ly->ly_task;
	sc->sc_opname = ly->ly_opname;
	sc->sc_origin = ETW_FROM_TABLE;
	sc->sc_first = ly->ly_nfields ? 0 : ETW_NOFIELD;
	sc->sc_nfields = ly->ly_nfields;
	sc->sc_fields = ly->ly_fields;
	cat_name_event(c, sc, ly->ly_name);
	cat_schema_enter(c, sc);
}

void cat_layouts(struct etw_catalog *c, struct etw_provider *pr)
{
	unsigned n;
	const struct layout *ly = etl_layouts_of(&pr->pr_guid, &n);

	if (ly)
		cat_provider_name(c, pr, etl_layout_providers[ly->ly_provider].lp_name,
			ETW_FROM_TABLE);
	for (unsigned i = 0; i < n; i++)
		schema_enter(c, ly + i);
}

const struct layout *cat_layout(const struct etw_schema *sc)
{
	unsigned n;
	const struct layout *ly = etl_layouts_of(&sc->sc_provider, &n);

	for (unsigned i = 0; i < n; i++)
		if (ly[i].ly_id == sc->sc_id && is_classic(ly) == sc->sc_classic)
			return &ly[i];
	return NULL;
}
