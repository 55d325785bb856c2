/*
 * Which database an image has: by the address it lies at, for one process and another image may have the same number.
 * Databases are shared, and what was not found is not looked for again.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "replay.h"

struct database {
	struct dt_pdbid da_id;
	struct dt_pdb *da_pdb;
	bool da_tried;
	struct database *da_next;
};

struct debugid {
	uint32_t di_pid;
	uint64_t di_base;
	struct database *di_database;
	struct debugid *di_next;
};

#define BUCKETS 4096

struct dt_debugids {
	struct debugid *ds_ids[BUCKETS];
	struct database *ds_databases[BUCKETS];
};

struct dt_debugids *dt_debugids_create(void)
{
	return base_calloc(1, sizeof(struct dt_debugids));
}

void dt_debugids_destroy(struct dt_debugids *ds)
{
	for (unsigned i = 0; ds && i < BUCKETS; i++) {
		for (struct debugid *di = ds->ds_ids[i], *next; di; di = next) {
			next = di->di_next;
			free(di);
		}
		for (struct database *da = ds->ds_databases[i], *next; da; da = next) {
			next = da->da_next;
			dt_pdb_destroy(da->da_pdb);
			free(da);
		}
	}
	free(ds);
}

static struct database *database(struct dt_debugids *ds, const struct dt_pdbid *id)
{
	uint32_t hash;
	struct database *da;

	memcpy(&hash, id->pi_guid + 8, sizeof(hash));
	hash %= BUCKETS;
	for (da = ds->ds_databases[hash]; da; da = da->da_next)
		if (!memcmp(da->da_id.pi_guid, id->pi_guid, sizeof(id->pi_guid)) && da->da_id.pi_age == id->pi_age &&
			!strcmp(da->da_id.pi_name, id->pi_name))
			return da;
	da = base_calloc(1, sizeof(*da));
	if (!da)
		return NULL;
	da->da_id = *id;
	da->da_next = ds->ds_databases[hash];
	ds->ds_databases[hash] = da;
	return da;
}

static struct debugid **bucket(struct dt_debugids *ds, uint64_t base)
{
	return &ds->ds_ids[(base >> 16 ^ base >> 28) % BUCKETS];
}

void dt_debugids_add(struct dt_debugids *ds, uint32_t pid, uint64_t base, const struct dt_pdbid *id)
{
	struct database *da = database(ds, id);
	struct debugid *di;

	for (di = *bucket(ds, base); di; di = di->di_next)
		if (di->di_pid == pid && di->di_base == base)
			break;
	if (!da || (!di && !(di = base_calloc(1, sizeof(*di)))))
		return;
	if (!di->di_database) {
		di->di_pid = pid;
		di->di_base = base;
		di->di_next = *bucket(ds, base);
		*bucket(ds, base) = di;
	}
	di->di_database = da;
}

const struct dt_pdb *dt_debugids_find(struct dt_debugids *ds, struct dt_sympath *sp, uint32_t pid, uint64_t base)
{
	struct database *da = NULL;

	for (const struct debugid *di = *bucket(ds, base); di; di = di->di_next)
		if (di->di_base == base && di->di_pid == pid)
			da = di->di_database;
	if (!da)
		return NULL;
	if (!da->da_tried)
		da->da_pdb = dt_sympath_find(sp, &da->da_id);
	da->da_tried = true;
	return da->da_pdb;
}
