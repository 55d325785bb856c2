/*
 * The program database of an image, by process and load address. Databases are shared, and one that
 * was not found is not searched for again.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "index.h"
#include "oldest.h"
#include "replay.h"

struct database {
	struct base_link da_link;
	struct dt_pdbid da_id;
	struct dt_pdb *da_pdb;
	bool da_tried;
};

struct debugid {
	struct base_aged di_age;
	struct base_link di_link;
	uint32_t di_pid;
	uint64_t di_base;
	struct database *di_database;
};

#define IDS_MAX (1u << 18)
#define DATABASES_MAX (1u << 16)

struct dt_debugids {
	struct base_index ds_ids;	/* struct debugid, by process and address */
	struct base_index ds_databases; /* struct database */
	struct base_ages ds_ages;	/* of ids */
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

static void id_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct debugid, di_link));
}

static void database_free(struct base_link *ln)
{
	struct database *da = BASE_ENTRY(ln, struct database, da_link);

	dt_pdb_destroy(da->da_pdb);
	free(da);
}

void dt_debugids_destroy(struct dt_debugids *ds)
{
	if (!ds)
		return;
	base_index_clear(&ds->ds_ids, id_free);
	base_index_clear(&ds->ds_databases, database_free);
	free(ds);
}

static struct database *database(struct dt_debugids *ds, const struct dt_pdbid *id)
{
	uint64_t hash = base_hash_more(base_hash_key(id->pi_age), id->pi_name);
	struct base_link *ln;
	struct database *da;

	hash = base_hash_bytes(hash, id->pi_guid, sizeof(id->pi_guid));
	for (ln = base_index_first(&ds->ds_databases, hash); ln; ln = base_index_next(ln)) {
		da = BASE_ENTRY(ln, struct database, da_link);
		if (!memcmp(da->da_id.pi_guid, id->pi_guid, sizeof(id->pi_guid)) &&
			da->da_id.pi_age == id->pi_age && !strcmp(da->da_id.pi_name, id->pi_name))
			return da;
	}
	if (ds->ds_databases.ix_count == DATABASES_MAX) {
		ds->ds_forgot = true;
		return NULL;
	}
	da = base_calloc(1, sizeof(*da));
	if (!da)
		return NULL;
	da->da_id = *id;
	base_index_add(&ds->ds_databases, &da->da_link, hash);
	return da;
}

static uint64_t id_hash(uint32_t pid, uint64_t base)
{
	return base_hash_u64(base_hash_key(pid), base);
}

static struct debugid *id_find(const struct dt_debugids *ds, uint32_t pid, uint64_t base)
{
	struct base_link *ln = base_index_first(&ds->ds_ids, id_hash(pid, base));

	for (; ln; ln = base_index_next(ln)) {
		struct debugid *di = BASE_ENTRY(ln, struct debugid, di_link);

		if (di->di_pid == pid && di->di_base == base)
			return di;
	}
	return NULL;
}

static void forget_oldest(struct dt_debugids *ds)
{
	struct base_aged *ag = base_ages_victim(&ds->ds_ages);
	struct debugid *di = ag ? BASE_ENTRY(ag, struct debugid, di_age) : NULL;

	if (!di)
		return;
	ds->ds_forgot = true;
	base_index_remove(&ds->ds_ids, &di->di_link);
	base_ages_remove(&ds->ds_ages, ag);
	free(di);
}

void dt_debugids_add(struct dt_debugids *ds, uint32_t pid, uint64_t base, const struct dt_pdbid *id)
{
	struct database *da = database(ds, id);
	struct debugid *di = id_find(ds, pid, base);

	if (da && !di)
		forget_oldest(ds);
	if (!da || (!di && !(di = base_calloc(1, sizeof(*di)))))
		return;
	if (!di->di_database) {
		di->di_pid = pid;
		di->di_base = base;
		base_index_add(&ds->ds_ids, &di->di_link, id_hash(pid, base));
		base_ages_add(&ds->ds_ages, &di->di_age);
	}
	di->di_database = da;
}

const struct dt_pdb *dt_debugids_find(struct dt_debugids *ds, struct dt_sympath *sp, uint32_t pid,
	uint64_t base)
{
	const struct debugid *di = id_find(ds, pid, base);
	struct database *da = di ? di->di_database : NULL;

	if (!da)
		return NULL;
	if (!da->da_tried)
		da->da_pdb = dt_sympath_find(sp, &da->da_id);
	da->da_tried = true;
	return da->da_pdb;
}
