/* What a trace's events have taught: providers, their schemas, whose schema is whose. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include "catalog.h"

struct etw_catalog *etw_catalog_create(void)
{
	return calloc(1, sizeof(struct etw_catalog));
}

/*
 * Providers.
 */
static bool provider_list(struct etw_catalog *c, struct etw_provider *pr)
{
	if (c->ca_nproviders == c->ca_maxproviders) {
		unsigned max = c->ca_maxproviders ? c->ca_maxproviders * 2 : 64;
		void *p = realloc(c->ca_providers, max * sizeof(*c->ca_providers));

		if (!p)
			return false;
		c->ca_providers = p;
		c->ca_maxproviders = max;
	}
	c->ca_providers[c->ca_nproviders++] = pr;
	return true;
}

/* The kernel's groups are providers by their names. */
static void provider_kernel(struct etw_catalog *c, struct etw_provider *pr)
{
	for (unsigned group = 0; group < 0x20; group++) {
		const char *name = etw_group_name((uint8_t)group);
		char buf[64];

		if (!name || !etw_guid_eq(etw_group_guid((uint8_t)group), &pr->pr_guid))
			continue;
		snprintf(buf, sizeof(buf), "Windows-Kernel-%s", name);
		pr->pr_name = cat_strndup(c, buf, strlen(buf));
		pr->pr_origin = ETW_FROM_EVENT;
		pr->pr_kernel = pr->pr_classic = true;
	}
}

static struct etw_provider *provider_make(struct etw_catalog *c, const struct etw_guid *g,
	uint64_t h)
{
	struct etw_provider *pr = c->ca_full ? NULL : cat_alloc(c, sizeof(*pr));

	if (!pr)
		return NULL;
	pr->pr_guid = *g;
	pr->pr_origin = ETW_FROM_TABLE + 1;
	if (!cat_table_put(&c->ca_byguid, h, pr) || !provider_list(c, pr))
		return NULL;
	provider_kernel(c, pr);
	cat_provlist(c, pr);
	return pr;
}

struct etw_provider *etw_provider_get(struct etw_catalog *c, const struct etw_guid *g)
{
	struct etw_provider *pr = c->ca_lastprov;
	uint64_t h;
	void **old;

	if (pr && etw_guid_eq(&pr->pr_guid, g))
		return pr;
	h = cat_hash(g, sizeof(*g), 0);
	old = cat_table_find(&c->ca_byguid, h);
	pr = old ? *old : provider_make(c, g, h);
	if (pr)
		c->ca_lastprov = pr;
	return pr;
}

void cat_provider_name(struct etw_catalog *c, struct etw_provider *pr, const char *name,
	enum etw_origin from)
{
	(void)c;
	if (!name || !*name || from >= pr->pr_origin)
		return;
	pr->pr_name = name;
	pr->pr_origin = from;
}

/* Whoever names a mask first has named it. */
void cat_provider_keyword(struct etw_catalog *c, struct etw_provider *pr, const char *name,
	size_t len, uint64_t mask)
{
	struct etw_keyword *v;
	uint32_t n = pr->pr_nkeywords;
	char *copy;

	for (uint32_t i = 0; i < n; i++)
		if (pr->pr_keywords[i].kw_mask == mask ||
			(strncasecmp(pr->pr_keywords[i].kw_name, name, len) == 0 &&
				pr->pr_keywords[i].kw_name[len] == '\0'))
			return;
	if (n >= 256 || !len)
		return;
	if ((n & (n - 1)) == 0) { /* full, or empty */
		v = cat_alloc(c, (n ? n * 2 : 1) * sizeof(*v));
		if (!v)
			return;
		if (n)
			memcpy(v, pr->pr_keywords, n * sizeof(*v));
		pr->pr_keywords = v;
	}
	copy = cat_strndup(c, name, len);
	if (copy)
		pr->pr_keywords[pr->pr_nkeywords++] = (struct etw_keyword){copy, mask};
}

unsigned etw_provider_count(const struct etw_catalog *c)
{
	return c->ca_nproviders;
}

struct etw_provider *etw_provider_at(const struct etw_catalog *c, unsigned i)
{
	return c->ca_providers[i];
}

struct etw_provider *etw_provider_named(struct etw_catalog *c, const char *name)
{
	struct etw_guid g;

	if (name[0] == '{')
		return etw_guid_parse(name, &g) == 0 ? etw_provider_get(c, &g) : NULL;
	for (unsigned i = 0; i < c->ca_nproviders; i++) {
		struct etw_provider *pr = c->ca_providers[i];

		if (pr->pr_name && pr->pr_seen && etw_name_eq(pr->pr_name, name))
			return pr;
	}
	for (unsigned i = 0; i < c->ca_nproviders; i++)
		if (c->ca_providers[i]->pr_name && etw_name_eq(c->ca_providers[i]->pr_name, name))
			return c->ca_providers[i];
	return cat_provlist_named(name, &g) ? etw_provider_get(c, &g) : NULL;
}

/*
 * Names as probes have them.
 */
static size_t canonical(const char *s, const char *odd, char with, char *out, size_t size)
{
	size_t n = 0;

	for (; *s && n + 1 < size; s++) {
		unsigned char ch = (unsigned char)*s;

		if (ch >= 'A' && ch <= 'Z')
			out[n++] = (char)(ch | 0x20);
		else
			out[n++] = ch <= ' ' || ch == 0x7f || strchr(odd, ch) ? with : (char)ch;
	}
	if (size)
		out[n] = '\0';
	return n;
}

#define ODD ";:()\"'`*?[]\\,{}$/"

size_t etw_provider_canonical(const struct etw_provider *pr, char *out, size_t size)
{
	char guid[ETW_GUID_STRLEN];

	if (pr->pr_name)
		return canonical(pr->pr_name, ODD, '-', out, size);
	return canonical(etw_guid_format(&pr->pr_guid, guid), "", '-', out, size);
}

size_t etw_keyword_canonical(const char *name, char *out, size_t size)
{
	return canonical(name, ODD, '_', out, size);
}

/* The case of event names stays: they are looked up in any. */
size_t etw_event_canonical(const char *name, char *out, size_t size)
{
	size_t n = 0;

	for (; *name && n + 1 < size; name++)
		out[n++] = (unsigned char)*name <= ' ' || strchr(";:()\"'`*?[]\\,{}$", *name) ? '-' : *name;
	if (size)
		out[n] = '\0';
	return n;
}

bool etw_name_eq(const char *a, const char *b)
{
	char x[256], y[256];

	canonical(a, ODD, '-', x, sizeof(x));
	canonical(b, ODD, '-', y, sizeof(y));
	return strcmp(x, y) == 0;
}

const char *etw_opcode_name(uint8_t opcode)
{
	static const char *const names[] = {"Info", "Start", "Stop", "DC_Start", "DC_Stop",
		"Extension", "Reply", "Resume", "Suspend", "Send"};

	return opcode < sizeof(names) / sizeof(*names) ? names[opcode]
	       : opcode == 240			       ? "Receive"
						       : NULL;
}

/* Its own name; else what it is about and what of it; else its number. */
void cat_name_event(struct etw_catalog *c, struct etw_schema *sc, const char *symbol)
{
	const char *op = sc->sc_opname ? sc->sc_opname : etw_opcode_name(sc->sc_opcode);
	char buf[512];

	if (!sc->sc_opname)
		sc->sc_opname = op;
	if (sc->sc_opcode == 0)
		op = NULL;
	if (symbol && (sc->sc_origin == ETW_FROM_STREAM || sc->sc_origin == ETW_FROM_METADATA))
		snprintf(buf, sizeof(buf), "%s", symbol);
	else if (sc->sc_taskname)
		snprintf(buf, sizeof(buf), op ? "%s/%s" : "%s", sc->sc_taskname, op);
	else if (symbol)
		snprintf(buf, sizeof(buf), "%s", symbol);
	else
		snprintf(buf, sizeof(buf), sc->sc_classic ? "Opcode(%u)" : "Event(%u)", sc->sc_id);
	sc->sc_name = cat_strndup(c, buf, strlen(buf));
	if (!sc->sc_name)
		sc->sc_name = "";
}

/*
 * An event's schema.
 */
static bool classic(const struct etw_event *ev)
{
	return ev->ev_kind != ETW_EVENT || (ev->ev_flags & ETW_FLAG_CLASSIC);
}

/* The event's version, or the highest below it, whose layout the newer ones begin with. */
static struct etw_schema *schema_search(struct etw_catalog *c, const struct etw_event *ev)
{
	unsigned id = classic(ev) ? ev->ev_opcode : ev->ev_id;

	for (int v = ev->ev_version; v >= 0; v--) {
		void **p = cat_table_find(&c->ca_schemas,
			cat_schema_hash(ev->ev_provider, classic(ev), id, (unsigned)v));

		if (p)
			return *p;
	}
	return NULL;
}

const struct etw_schema *etw_schema_of(struct etw_catalog *c, const struct etw_event *ev)
{
	struct etw_schema *sc;
	uint64_t h;
	void **p;

	if (ev->ev_kind == ETW_WPP || ev->ev_kind == ETW_ERROR)
		return NULL;
	sc = cat_tracelog(c, ev);
	if (sc)
		return sc;
	if (!c->ca_mof)
		cat_mof(c);
	h = cat_schema_hash(ev->ev_provider, classic(ev), classic(ev) ? ev->ev_opcode : ev->ev_id,
		ev->ev_version);
	p = cat_table_find(&c->ca_resolved, h);
	if (p)
		return *p;
	sc = schema_search(c, ev);
	cat_table_put(&c->ca_resolved, h, sc);
	return sc;
}

/*
 * Learning.
 */
void etw_catalog_event(struct etw_catalog *c, const struct etw_event *ev)
{
	struct etw_provider *pr;
	struct etw_schema *sc;
	struct etw_ext x;

	if (ev->ev_kind == ETW_ERROR)
		return;
	pr = etw_provider_get(c, ev->ev_provider);
	if (!pr)
		return;
	pr->pr_seen++;
	if (ev->ev_kind == ETW_FULL && etw_guid_eq(ev->ev_provider, &cat_guid_metadata)) {
		cat_metadata(c, ev->ev_opcode, ev->ev_payload, ev->ev_paylen);
		return;
	}
	if (ev->ev_kind != ETW_EVENT) {
		pr->pr_classic = true;
		return;
	}
	cat_eventsource(c, ev);
	if (!ev->ev_extlen)
		return;
	if (pr->pr_origin > ETW_FROM_EVENT && etw_ext_find(ev, ETW_EXT_TRAITS, &x))
		cat_provider_name(c, pr, cat_traits_name(c, x.xt_data, x.xt_len), ETW_FROM_EVENT);
	sc = cat_tracelog(c, ev);
	if (sc)
		sc->sc_seen++;
}

/*
 * Which events a trace has can be told once all schemas have come: one of each kind is kept.
 */
struct seen {
	struct etw_guid se_guid;
	struct etw_event se_event;
	uint64_t se_count;
	struct seen *se_next;
};

struct scan {
	struct etw_catalog *sn_cat;
	struct cat_table sn_kinds;
	struct seen *sn_list;
	uint32_t sn_n;
};

static void scan_note(struct scan *sn, const struct etw_event *ev)
{
	bool old = classic(ev);
	uint64_t h = cat_schema_hash(ev->ev_provider, old, old ? ev->ev_opcode : ev->ev_id,
		ev->ev_version);
	void **p = cat_table_find(&sn->sn_kinds, h);
	struct seen *se;

	if (p) {
		((struct seen *)*p)->se_count++;
		return;
	}
	se = sn->sn_n < 65536 ? calloc(1, sizeof(*se)) : NULL;
	if (!se || !cat_table_put(&sn->sn_kinds, h, se)) {
		free(se);
		return;
	}
	sn->sn_n++;
	se->se_guid = *ev->ev_provider;
	se->se_event = *ev;
	se->se_event.ev_provider = &se->se_guid;
	se->se_event.ev_extlen = 0;
	se->se_event.ev_ext = NULL;
	se->se_count = 1;
	se->se_next = sn->sn_list;
	sn->sn_list = se;
}

static void scan_end(struct scan *sn)
{
	for (struct seen *se = sn->sn_list, *next; se; se = next) {
		struct etw_schema *sc = (struct etw_schema *)etw_schema_of(sn->sn_cat, &se->se_event);

		next = se->se_next;
		if (sc)
			sc->sc_seen += se->se_count;
		free(se);
	}
	free(sn->sn_kinds.tb_slots);
}

int etw_catalog_scan(struct etw_catalog *c, const char *const *paths, unsigned n, char *err,
	size_t errlen)
{
	struct etw_trace *t = etw_open(paths, n, err, errlen);
	struct scan sn = {.sn_cat = c};
	struct etw_event ev;

	if (!t)
		return -1;
	while (etw_next(t, &ev)) {
		etw_catalog_event(c, &ev);
		if (ev.ev_kind == ETW_EVENT && ev.ev_extlen &&
			etw_ext_find(&ev, ETW_EXT_SCHEMA, &(struct etw_ext){0}))
			continue;
		scan_note(&sn, &ev);
	}
	scan_end(&sn);
	etw_close(t);
	return 0;
}
