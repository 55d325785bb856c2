/*
 * Which database an image has: by the address it lies at, for one process and another image may
 * have the same number. Databases are shared, and what was not found is not looked for again.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "hash.h"
#include "oldest.h"
#include "replay.h"

struct database {
	struct dt_pdbid da_id;
	struct dt_pdb *da_pdb;
	bool da_tried;
	struct database *da_next;
};

struct debugid {
	struct base_aged di_age;
	uint32_t di_pid;
	uint64_t di_base;
	struct database *di_database;
	struct debugid *di_next;
};

#define BUCKETS 16384
#define IDS_MAX (1u << 18)
#define DATABASES_MAX (1u << 16)

struct dt_debugids {
	struct debugid *ds_ids[BUCKETS];
	struct database *ds_databases[BUCKETS];
	struct base_ages ds_ages;
	uint32_t ds_ndatabases;
	bool ds_forgot;
};

struct dt_debugids *dt_debugids_create(void)
{
	struct dt_debugids *ds = base_calloc(1, sizeof(struct dt_debugids));

	if (ds)
		base_ages_init(&ds->ds_ages, IDS_MAX);
	return ds;
}

bool dt_debugids_forgot(const struct dt_debugids *ds)
{
	return ds->ds_forgot;
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
	uint64_t hash = base_hash_bytes(base_secret(), id->pi_guid, sizeof(id->pi_guid));
	struct database *da;

	hash = base_hash_u64(base_hash_bytes(hash, id->pi_name, strlen(id->pi_name)), id->pi_age) %
		BUCKETS;
	for (da = ds->ds_databases[hash]; da; da = da->da_next)
		if (!memcmp(da->da_id.pi_guid, id->pi_guid, sizeof(id->pi_guid)) &&
			da->da_id.pi_age == id->pi_age && !strcmp(da->da_id.pi_name, id->pi_name))
			return da;
	if (ds->ds_ndatabases == DATABASES_MAX) {
		ds->ds_forgot = true;
		return NULL;
	}
	da = base_calloc(1, sizeof(*da));
	if (!da)
		return NULL;
	ds->ds_ndatabases++;
	da->da_id = *id;
	da->da_next = ds->ds_databases[hash];
	ds->ds_databases[hash] = da;
	return da;
}

static struct debugid **bucket(struct dt_debugids *ds, uint32_t pid, uint64_t base)
{
	return &ds->ds_ids[base_hash_u64(base_hash_key(pid), base) % BUCKETS];
}

static void forget_oldest(struct dt_debugids *ds)
{
	struct base_aged *ag = base_ages_victim(&ds->ds_ages);
	struct debugid *di = ag ? BASE_AGED(ag, struct debugid, di_age) : NULL, **link;

	if (!di)
		return;
	ds->ds_forgot = true;
	for (link = bucket(ds, di->di_pid, di->di_base); *link != di; link = &(*link)->di_next)
		;
	*link = di->di_next;
	base_ages_remove(&ds->ds_ages, ag);
	free(di);
}

void dt_debugids_add(struct dt_debugids *ds, uint32_t pid, uint64_t base, const struct dt_pdbid *id)
{
	struct database *da = database(ds, id);
	struct debugid *di;

	for (di = *bucket(ds, pid, base); di; di = di->di_next)
		if (di->di_pid == pid && di->di_base == base)
			break;
	if (da && !di)
		forget_oldest(ds);
	if (!da || (!di && !(di = base_calloc(1, sizeof(*di)))))
		return;
	if (!di->di_database) {
		di->di_pid = pid;
		di->di_base = base;
		di->di_next = *bucket(ds, pid, base);
		*bucket(ds, pid, base) = di;
		base_ages_add(&ds->ds_ages, &di->di_age);
	}
	di->di_database = da;
}

const struct dt_pdb *dt_debugids_find(struct dt_debugids *ds, struct dt_sympath *sp, uint32_t pid,
	uint64_t base)
{
	struct database *da = NULL;

	for (const struct debugid *di = *bucket(ds, pid, base); di; di = di->di_next)
		if (di->di_base == base && di->di_pid == pid)
			da = di->di_database;
	if (!da)
		return NULL;
	if (!da->da_tried)
		da->da_pdb = dt_sympath_find(sp, &da->da_id);
	da->da_tried = true;
	return da->da_pdb;
}
