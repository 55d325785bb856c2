/*
 * Names of events, and values of their fields.
 *
 * The catalog is made at the first use, which costs a pass over the trace, because schemas and
 * names may be anywhere in it. What was learned about providers is kept in the user's cache, for
 * traces that have less.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "etw_schema.h"
#include "windows.h"

struct schema_record {
	char *sr_name; /* "struct etw_... *" */
	struct etw_provider *sr_provider;
	char *sr_event;
	bool sr_seen;  /* the trace has such events: versions without events don't count */
	bool sr_alias; /* events with this alternative name are meant, too */
};

struct etl_schema {
	struct etw_catalog *es_cat;
	struct schema_record *es_records;
	unsigned es_nrecords;
	void **es_owned;
	unsigned es_nowned;
	bool es_bad; /* unreadable manifests have been reported */
};

/* Makes the folder if it doesn't exist. A folder that others control is not written to. */
static bool own_folder(const char *path)
{
	struct stat st;

	mkdir(path, 0700);
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
		!(st.st_mode & 022);
}

/*
 * The cache: $XDG_CACHE_HOME/dtrace, if $XDG_CACHE_HOME exists, otherwise ~/.cache/dtrace. Nothing
 * depends on it.
 */
static bool schema_cache(char *path, size_t size, bool make)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char dir[3072];

	if (xdg && xdg[0] == '/') {
		snprintf(dir, sizeof(dir), "%s", xdg);
	} else if (home && home[0] == '/') {
		snprintf(dir, sizeof(dir), "%s/.cache", home);
		if (make)
			mkdir(dir, 0700);
	} else {
		return false;
	}
	snprintf(path, size, "%s/dtrace", dir);
	if (make && !own_folder(path))
		return false;
	return (size_t)snprintf(path, size, "%s/dtrace/dt_provlist.dat", dir) < size;
}

static void schema_learn(struct etl_feed *ef, const struct etw_event *ev, void *arg)
{
	(void)ef;
	etw_catalog_event(arg, ev);
}

static void schema_read(struct etl_feed *ef, struct etl_schema *es)
{
	const char *manifests = dt_engine_option(ef->ef_feed.fd_engine, "manifests");
	struct etw_filter *all = etw_filter_create();
	char err[512], path[4096];

	if (manifests && etw_catalog_manifests(es->es_cat, manifests, err, sizeof(err)) < 0) {
		dt_warn(ef->ef_feed.fd_engine, "option manifests: %s", err);
		es->es_bad = true;
	}
	if (schema_cache(path, sizeof(path), false))
		etw_catalog_load(es->es_cat, path);
	if (!ef->ef_trace)
		etw_catalog_all(es->es_cat);
	if (all) {
		etw_filter_all(all);
		etl_scan(ef, all, schema_learn, es->es_cat);
	}
	etw_filter_free(all);
	etw_catalog_settle(es->es_cat);
	if (etw_catalog_lacks(es->es_cat))
		dt_warn(ef->ef_feed.fd_engine, "names of events are missing: %s",
			etw_catalog_lacks(es->es_cat));
	if (schema_cache(path, sizeof(path), true))
		etw_catalog_save(es->es_cat, path);
}

static struct etl_schema *schema_of(struct dt_feed *fd)
{
	struct etl_feed *ef = etl_of(fd);
	struct etl_schema *es = ef->ef_schema;

	if (es)
		return es;
	es = base_calloc(1, sizeof(*es));
	if (!es || !(es->es_cat = etw_catalog_create())) {
		free(es);
		return NULL;
	}
	ef->ef_schema = es;
	schema_read(ef, es);
	return es;
}

struct etw_catalog *etl_catalog(struct dt_feed *fd)
{
	struct etl_schema *es = schema_of(fd);

	return es ? es->es_cat : NULL;
}

bool etl_schema_ok(const struct etl_feed *ef)
{
	return !ef->ef_schema || !ef->ef_schema->es_bad;
}

void etl_provider_own(struct dt_feed *fd, void *p)
{
	struct etl_schema *es = etl_of(fd)->ef_schema;

	if (!base_more(es->es_owned, es->es_nowned))
		return; /* it isn't kept */
	es->es_owned[es->es_nowned++] = p;
}

void etl_schema_free(struct etl_feed *ef)
{
	struct etl_schema *es = ef->ef_schema;

	if (!es)
		return;
	for (unsigned i = 0; i < es->es_nrecords; i++) {
		free(es->es_records[i].sr_name);
		free(es->es_records[i].sr_event);
	}
	for (unsigned i = 0; i < es->es_nowned; i++)
		free(es->es_owned[i]);
	free(es->es_owned);
	free(es->es_records);
	etw_catalog_close(es->es_cat);
	free(es);
	ef->ef_schema = NULL;
}

/*
 * Words.
 */
static size_t words_put(char *buf, size_t size, const char *s)
{
	size_t n = strlen(s);

	if (n >= size)
		n = size - 1;
	memcpy(buf, s, n);
	buf[n] = '\0';
	return n;
}

static size_t words_number(char *buf, size_t size, const char *fmt, unsigned n)
{
	char text[64];

	snprintf(text, sizeof(text), fmt, n);
	return words_put(buf, size, text);
}

static bool words_classic(const struct etw_event *ev)
{
	return ev->ev_kind != ETW_EVENT || (ev->ev_flags & ETW_FLAG_CLASSIC);
}

static size_t words_name(const struct etw_schema *sc, const struct etw_event *ev, char *buf,
	size_t size)
{
	const char *hook = ev->ev_hookid != ETW_NOHOOK ? etw_hook_name(ev->ev_hookid) : NULL;

	if (sc)
		return words_put(buf, size, sc->sc_name);
	if (hook)
		return words_put(buf, size, hook);
	if (ev->ev_kind == ETW_WPP)
		return words_number(buf, size, "Message%u", ev->ev_id);
	return words_classic(ev) ? words_number(buf, size, "Opcode%u", ev->ev_opcode) :
				   words_number(buf, size, "Event%u", ev->ev_id);
}

static size_t words_task(const struct etw_schema *sc, const struct etw_event *ev, char *buf,
	size_t size)
{
	const char *group = ev->ev_hookid != ETW_NOHOOK ?
		etw_group_name((uint8_t)(ev->ev_hookid >> 8)) :
		NULL;

	return words_put(buf, size,
		sc && sc->sc_taskname ? sc->sc_taskname :
			group != NULL ? group :
					"");
}

static size_t words_opcode(const struct etw_schema *sc, const struct etw_event *ev, char *buf,
	size_t size)
{
	const char *name = sc && sc->sc_opcode == ev->ev_opcode ? sc->sc_opname : NULL;

	if (!name && !words_classic(ev))
		name = etw_opcode_name(ev->ev_opcode);
	return name ? words_put(buf, size, name) : words_number(buf, size, "%u", ev->ev_opcode);
}

static size_t words_provider(struct etw_catalog *c, const struct etw_event *ev, char *buf,
	size_t size)
{
	const struct etw_provider *pr = etw_provider_get(c, ev->ev_provider);

	return pr ? etw_provider_canonical(pr, buf, size) : words_put(buf, size, "");
}

static enum etw_style words_style(const char *s)
{
	return strcmp(s, "csv") == 0 ? ETW_CSV : strcmp(s, "json") == 0 ? ETW_JSON : ETW_PLAIN;
}

size_t etl_text(struct dt_feed *fd, const struct etw_event *ev, enum dt_word word, const char *arg,
	char *buf, size_t size)
{
	struct etw_catalog *c = etl_catalog(fd);
	const struct etw_schema *sc = c ? etw_schema_of(c, ev) : NULL;

	buf[0] = '\0';
	switch (word) {
	case DT_WORD_NAME: return words_name(sc, ev, buf, size);
	case DT_WORD_PROVIDER: return c ? words_provider(c, ev, buf, size) : 0;
	case DT_WORD_TASK: return words_task(sc, ev, buf, size);
	case DT_WORD_OPCODE: return words_opcode(sc, ev, buf, size);
	case DT_WORD_PROPS: return sc ? etw_props_text(sc, ev, words_style(arg), buf, size) : 0;
	case DT_WORD_FIELD:
		return sc ? etw_field_text(sc, ev, etw_schema_field(sc, arg), buf, size) : 0;
	default: return 0;
	}
}

int64_t etl_number(struct dt_feed *fd, const struct etw_event *ev, enum dt_word word,
	const char *arg)
{
	struct etw_catalog *c;
	const struct etw_schema *sc;
	struct etw_value v;

	switch (word) {
	case DT_WORD_ID: return ev->ev_id;
	case DT_WORD_LEVEL: return ev->ev_level;
	case DT_WORD_KEYWORDS: return (int64_t)ev->ev_keyword;
	default:
		c = etl_catalog(fd);
		sc = c ? etw_schema_of(c, ev) : NULL;
		return sc && etw_take(sc, ev, etw_schema_field(sc, arg), &v) ? etw_value_int(&v) :
									       0;
	}
}

/* Names that exist. */
static bool provider_has(const struct etw_provider *pr, const char *name)
{
	for (uint32_t i = 0; i < pr->pr_nschemas; i++)
		if (etw_schema_field(pr->pr_schemas[i], name) != ETW_NOFIELD)
			return true;
	return false;
}

/* Providers of one name are one provider to a script. */
static bool provider_is(const struct etw_provider *pr, const struct dt_provider *pv)
{
	char name[128];

	etw_provider_canonical(pr, name, sizeof(name));
	return strcmp(name, pv->pv_name) == 0;
}

bool etl_has_field(struct dt_feed *fd, const struct dt_provider *pv, const char *name)
{
	struct etw_catalog *c = etl_catalog(fd);
	bool known = false;

	if (!c || etl_of(fd)->ef_passes < 2 || !pv->pv_etw)
		return true; /* unknown, or the probe has no event */
	for (unsigned i = 0; i < etw_provider_count(c); i++) {
		const struct etw_provider *pr = etw_provider_at(c, i);

		if (pv->pv_nocase && !provider_is(pr, pv))
			continue;
		known |= pr->pr_nschemas != 0;
		if (provider_has(pr, name))
			return true;
	}
	return !known;
}

/*
 * Records.
 */
static void record_word(char **out, const char *s)
{
	*(*out)++ = '_';
	for (; *s != '\0'; s++)
		*(*out)++ = (char)(isalnum((unsigned char)*s) ? *s : '_');
	**out = '\0';
}

static char *record_name(const struct etw_provider *pr, const char *event)
{
	char prov[128], *name, *end;

	etw_provider_canonical(pr, prov, sizeof(prov));
	name = base_malloc(sizeof("struct etw *") + strlen(prov) + strlen(event) + 2);
	if (!name)
		return NULL;
	end = name + sprintf(name, "struct etw");
	record_word(&end, prov);
	record_word(&end, event);
	strcpy(end, " *");
	return name;
}

static const struct schema_record *record_find(const struct etl_schema *es, const char *name)
{
	for (unsigned i = 0; es && i < es->es_nrecords; i++)
		if (strcmp(es->es_records[i].sr_name, name) == 0)
			return &es->es_records[i];
	return NULL;
}

const char *etl_record(struct dt_feed *fd, struct etw_provider *pr, const char *event, bool seen,
	bool alias)
{
	struct etl_schema *es = schema_of(fd);
	struct schema_record *sr;

	if (!es || !base_more(es->es_records, es->es_nrecords))
		return NULL;
	sr = &es->es_records[es->es_nrecords];
	*sr = (struct schema_record){ record_name(pr, event), pr, base_strdup(event), seen, alias };
	if (!sr->sr_name || !sr->sr_event) {
		free(sr->sr_name);
		free(sr->sr_event);
		return NULL;
	}
	es->es_nrecords++;
	return sr->sr_name;
}

static bool is_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return *s == '\0';
}

static const char *member_type(const struct etw_field *fd)
{
	static const char *const types[2][9] = {
		{ [1] = "uint8_t", [2] = "uint16_t", [4] = "uint32_t", [8] = "uint64_t" },
		{ [1] = "int8_t", [2] = "int16_t", [4] = "int32_t", [8] = "int64_t" }
	};
	unsigned size;
	bool is_signed;

	return etw_type_is_int(fd, &size, &is_signed) ? types[is_signed][size] : "string";
}

struct member_walk {
	const struct schema_record *mw_record;
	unsigned mw_left;
	struct dt_named_member *mw_out;
};

static bool named_so(const struct etw_schema *sc, const struct schema_record *sr)
{
	char name[256];

	etw_event_canonical(sc->sc_name, name, sizeof(name));
	return (strcmp(name, sr->sr_event) == 0 ||
		       (sr->sr_alias && etw_schema_alias(sc, sr->sr_event))) &&
		(sc->sc_seen != 0 || !sr->sr_seen);
}

/* Whether an earlier schema of the same name, or this one before, has a field of that name. */
static bool member_old(const struct schema_record *sr, uint32_t at, unsigned field)
{
	const struct etw_provider *pr = sr->sr_provider;
	const char *name = pr->pr_schemas[at]->sc_fields[field].fd_name;

	for (uint32_t i = 0; i < at; i++)
		if (named_so(pr->pr_schemas[i], sr) &&
			etw_schema_field(pr->pr_schemas[i], name) != ETW_NOFIELD)
			return true;
	return etw_schema_field(pr->pr_schemas[at], name) != field;
}

static bool member_walk(struct member_walk *mw, uint32_t at)
{
	const struct etw_schema *sc = mw->mw_record->sr_provider->pr_schemas[at];

	for (unsigned f = sc->sc_first; f < sc->sc_nfields; f = sc->sc_fields[f].fd_next) {
		const struct etw_field *fd = &sc->sc_fields[f];

		if (!is_identifier(fd->fd_name) || member_old(mw->mw_record, at, f))
			continue;
		if (mw->mw_left-- == 0) {
			*mw->mw_out = (struct dt_named_member){ fd->fd_name, member_type(fd) };
			return true;
		}
	}
	return false;
}

bool etl_member(struct dt_feed *fd, const char *record, unsigned i, struct dt_named_member *out)
{
	struct member_walk mw = { record_find(etl_of(fd)->ef_schema, record), i, out };

	if (!mw.mw_record)
		return false;
	for (uint32_t at = 0; at < mw.mw_record->sr_provider->pr_nschemas; at++)
		if (named_so(mw.mw_record->sr_provider->pr_schemas[at], mw.mw_record) &&
			member_walk(&mw, at))
			return true;
	return false;
}
