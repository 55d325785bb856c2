/*
 * Keys of the registry by their key control block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "files.h"
#include "etw_registry.h"

enum { KCB_CREATE = 22, KCB_DELETE = 23 };

static struct etl_regkeys *keys(struct dt_feed *fd)
{
	struct etl_feed *ef = etl_of(fd);

	if (!ef->ef_regkeys && (ef->ef_regkeys = base_calloc(1, sizeof(*ef->ef_regkeys))))
		etl_known_init(&ef->ef_regkeys->ks_names);
	return ef->ef_regkeys;
}

void etl_regkeys_free(struct etl_feed *ef)
{
	if (ef->ef_regkeys)
		etl_known_free(&ef->ef_regkeys->ks_names);
	free(ef->ef_regkeys);
}

static void key_name_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_regkeys *ks = keys(fd);
	struct etw_registry rg;

	if (etw_decode_registry(ev, &rg) < 0)
		etl_broken(fd, ev);
	else if (ks && rg.rg_key != 0)
		etl_known_tell(&ks->ks_names, rg.rg_key, ev->ev_ns,
			ev->ev_opcode == KCB_CREATE	    ? ETL_MADE :
				ev->ev_opcode == KCB_DELETE ? ETL_DROPPED :
							      ETL_SEEN,
			etl_utf8(fd, rg.rg_name, rg.rg_units));
	if (ks)
		etl_known_report(fd, &ks->ks_names, "registry keys");
}

void etl_key_early(struct dt_feed *fd, const struct etw_event *ev)
{
	key_name_event(fd, ev);
	if (keys(fd))
		keys(fd)->ks_names.kn_early = true;
}

void etl_key_event(struct dt_feed *fd, const struct etw_event *ev)
{
	const struct etl_regkeys *ks = keys(fd);

	if (ks && !ks->ks_names.kn_early)
		key_name_event(fd, ev);
}

/* A name is relative to its block; names of blocks, and names without a block, are full paths. */
const char *etl_key_path(struct dt_feed *fd, const struct etw_event *ev, uint64_t kcb,
	const char *name)
{
	struct etl_regkeys *ks = keys(fd);
	const char *block = NULL;

	if (kcb == 0 || *name == '\\' || !ks)
		return *name != '\0' ? name : ETL_NONAME;
	block = etl_known_name(&ks->ks_names, kcb, ev->ev_ns);
	if (!block)
		block = ETL_NONAME;
	if (*name == '\0')
		return block;
	snprintf(ks->ks_path, sizeof(ks->ks_path), "%s\\%s", block, name);
	return ks->ks_path;
}
