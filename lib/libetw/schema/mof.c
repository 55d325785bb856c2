/* The kernel's layouts, from the compiled mof.def to schemas. */
#include "catalog.h"
#include "kernel_plan.h"

static const struct {
	struct etw_guid guid;
	const char *name;
} others[] = {
	{ { 0x9b79ee91, 0xb5fd, 0x41c0, { 0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0 } },
		"SystemConfigEx" },
	{ { 0xbbccf6c1, 0x6cd1, 0x48c4, { 0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71 } },
		"EventMetadata" },
	{ { 0xed54dff8, 0xc409, 0x4cf6, { 0xbf, 0x83, 0x05, 0xe1, 0xe6, 0x1a, 0x09, 0xc4 } },
		"WinSat" },
};

static void add_field(struct cat_build *b, const struct lay_field *lf)
{
	struct etw_field *fd = cat_build_field(b, etl_names + lf->lf_name);

	if (!fd)
		return;
	fd->fd_type = lf->lf_type;
	fd->fd_out = lf->lf_out;
	fd->fd_flags = lf->lf_flags;
	fd->fd_length = lf->lf_length;
	fd->fd_count = lf->lf_count;
}

static void enter_event(struct etw_catalog *c, const struct lay_event *le)
{
	bool kernel = le->le_group < 0x100;
	struct cat_build b;
	struct etw_schema *sc;

	cat_build_start(&b, c,
		kernel ? etw_group_guid((uint8_t)le->le_group) :
			 &others[le->le_group - 0x100].guid);
	b.cb_schema.sc_classic = true;
	b.cb_schema.sc_id = le->le_opcode;
	b.cb_schema.sc_opcode = le->le_opcode;
	b.cb_schema.sc_version = le->le_version;
	b.cb_schema.sc_origin = ETW_FROM_TABLE;
	b.cb_schema.sc_taskname = kernel ? etw_group_name((uint8_t)le->le_group) :
					   others[le->le_group - 0x100].name;
	b.cb_schema.sc_opname = etl_names + le->le_name;
	for (unsigned i = 0; i < le->le_nfields; i++)
		add_field(&b, &etl_fields[le->le_first + i]);
	sc = cat_build_end(&b, false);
	if (!sc)
		return;
	cat_name_event(c, sc, NULL);
	cat_schema_enter(c, sc);
}

void cat_mof(struct etw_catalog *c)
{
	c->ca_mof = true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		struct etw_provider *pr = etw_provider_get(c, &others[i].guid);

		if (pr)
			cat_provider_name(c, pr, others[i].name, ETW_FROM_TABLE);
	}
	for (size_t i = 0; i < etl_nevents; i++)
		enter_event(c, &etl_events[i]);
}
