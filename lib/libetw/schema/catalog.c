/* What was learned from a trace's events: providers, and their schemas. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include "alloc.h"
#include "catalog.h"

struct etw_catalog *etw_catalog_create(void)
{
	struct etw_catalog *c = base_calloc(1, sizeof(*c));

	if (c)
		*c = (struct etw_catalog){ .ca_byguid = CAT_TABLE,
			.ca_schemas = CAT_TABLE,
			.ca_resolved = CAT_TABLE,
			.ca_tl = CAT_TABLE,
			.ca_maps = CAT_TABLE,
			.ca_kinds = CAT_TABLE };
	return c;
}

/*
 * Providers.
 */
static bool provider_list(struct etw_catalog *c, struct etw_provider *pr)
{
	if (c->ca_nproviders == c->ca_maxproviders) {
		unsigned max = c->ca_maxproviders ? c->ca_maxproviders * 2 : 64;
		void *p = base_realloc(c->ca_providers, max * sizeof(*c->ca_providers));

		if (!p)
			return false;
		c->ca_providers = p;
		c->ca_maxproviders = max;
	}
	c->ca_providers[c->ca_nproviders++] = pr;
	return true;
}

/* The kernel's groups are providers with their own names. */
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
	cat_layouts(c, pr);
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
	old = base_table_find(&c->ca_byguid, h);
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

/* The first name of a mask is kept. */
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
		pr->pr_keywords[pr->pr_nkeywords++] = (struct etw_keyword){ copy, mask };
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
static bool plain(unsigned char ch)
{
	return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
		ch == '-' || ch == '_' || ch == '.';
}

static size_t canonical(const char *s, bool lower, char with, char *out, size_t size)
{
	size_t n = 0;

	for (; *s && n + 1 < size; s++) {
		unsigned char ch = (unsigned char)*s;

		if (lower && ch >= 'A' && ch <= 'Z')
			ch |= 0x20;
		out[n++] = plain(ch) ? (char)ch : with;
	}
	if (size)
		out[n] = '\0';
	return n;
}

size_t etw_provider_canonical(const struct etw_provider *pr, char *out, size_t size)
{
	char guid[ETW_GUID_STRLEN];
	size_t n = 0;

	if (pr->pr_name)
		return canonical(pr->pr_name, true, '-', out, size);
	for (etw_guid_format(&pr->pr_guid, guid); guid[n] && n + 1 < size; n++)
		out[n] = (char)(guid[n] >= 'A' && guid[n] <= 'F' ? guid[n] | 0x20 : guid[n]);
	if (size)
		out[n] = '\0';
	return n;
}

size_t etw_keyword_canonical(const char *name, char *out, size_t size)
{
	return canonical(name, true, '_', out, size);
}

/* Event names keep their case; lookups ignore it. */
size_t etw_event_canonical(const char *name, char *out, size_t size)
{
	return canonical(name, false, '-', out, size);
}

bool etw_name_eq(const char *a, const char *b)
{
	char x[256], y[256];

	canonical(a, true, '-', x, sizeof(x));
	canonical(b, true, '-', y, sizeof(y));
	return strcmp(x, y) == 0;
}

const char *etw_opcode_name(uint8_t opcode)
{
	static const char *const names[] = { "Info", "Start", "Stop", "DC_Start", "DC_Stop",
		"Extension", "Reply", "Resume", "Suspend", "Send" };

	return opcode < sizeof(names) / sizeof(*names) ? names[opcode] :
		opcode == 240			       ? "Receive" :
							 NULL;
}

static const char *name_copy(struct etw_catalog *c, const char *fmt, const char *a, const char *b)
{
	char text[512], name[512];

	snprintf(text, sizeof(text), fmt, a, b);
	etw_event_canonical(text, name, sizeof(name));
	return cat_strndup(c, name, strlen(name));
}

/* GCStart_V1 is GCStart: another version is the same event. */
static const char *symbol_copy(struct etw_catalog *c, const char *symbol)
{
	const char *v = strrchr(symbol, '_');
	bool version = v && v[1] == 'V' && v[2] && !v[2 + strspn(v + 2, "0123456789")];
	char *base = cat_strndup(c, symbol, version ? (size_t)(v - symbol) : strlen(symbol));

	return base ? name_copy(c, "%s%s", base, "") : NULL;
}

/* If a table knows the event, its names are used everywhere. */
static void name_aliases(struct etw_catalog *c, struct etw_schema *sc, const char *symbol)
{
	const struct layout *ly = cat_layout(sc);
	const char *task = ly ? ly->ly_task : sc->sc_taskname;
	const char *op = ly ? ly->ly_opname : sc->sc_opname, *standard;

	if (sc->sc_classic && !ly)
		return; /* its own name is made of task and opcode */
	symbol = ly ? ly->ly_name : symbol;
	if (symbol && *symbol)
		sc->sc_alias[ETW_ALIAS_SYMBOL] = symbol_copy(c, symbol);
	if (!task || !*task || !op)
		return;
	op = strncasecmp(op, "win:", 4) == 0 ? op + 4 : op;
	sc->sc_alias[ETW_ALIAS_TASK] = name_copy(c, "%s-%s", task, op);
	standard = etw_opcode_name(sc->sc_opcode);
	if (standard && strcasecmp(standard, op) == 0)
		sc->sc_alias[ETW_ALIAS_WIN] = name_copy(c, "%s-win-%s", task, op);
}

bool etw_schema_alias(const struct etw_schema *sc, const char *name)
{
	for (unsigned i = 0; i < ETW_ALIASES; i++)
		if (sc->sc_alias[i] && strcmp(sc->sc_alias[i], name) == 0)
			return true;
	return false;
}

/* Its own name; otherwise task and opcode; otherwise its number. */
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
		snprintf(buf, sizeof(buf), sc->sc_classic ? "Opcode%u" : "Event%u", sc->sc_id);
	sc->sc_name = cat_strndup(c, buf, strlen(buf));
	if (!sc->sc_name)
		sc->sc_name = "";
	name_aliases(c, sc, symbol);
}

/*
 * An event's schema.
 */
static bool classic(const struct etw_event *ev)
{
	return ev->ev_kind != ETW_EVENT || (ev->ev_flags & ETW_FLAG_CLASSIC);
}

/*
 * The schema of the event's version, or of the highest version below it: newer layouts begin with
 * older ones.
 */
static struct etw_schema *schema_search(struct etw_catalog *c, const struct etw_event *ev)
{
	unsigned id = classic(ev) ? ev->ev_opcode : ev->ev_id;

	for (int v = ev->ev_version; v >= 0; v--) {
		void **p = base_table_find(&c->ca_schemas,
			cat_schema_hash(ev->ev_provider, classic(ev), id, (unsigned)v));

		if (p)
			return *p;
	}
	return NULL;
}

/* The only field of an event that is flagged as a single string. */
static struct etw_field text_field = { .fd_name = "Message",
	.fd_type = ETW_T_RESTUTF16,
	.fd_next = ETW_NOFIELD,
	.fd_child = ETW_NOFIELD };
static const struct etw_schema text_schema = { .sc_name = "String",
	.sc_origin = ETW_FROM_EVENT,
	.sc_nfields = 1,
	.sc_fields = &text_field };

static const struct etw_schema *schema_known(struct etw_catalog *c, const struct etw_event *ev)
{
	uint64_t h = cat_schema_hash(ev->ev_provider, classic(ev),
		classic(ev) ? ev->ev_opcode : ev->ev_id, ev->ev_version);
	void **p = base_table_find(&c->ca_resolved, h);
	struct etw_schema *sc;

	if (p)
		return *p;
	etw_provider_get(c, ev->ev_provider); /* with what the tables know about it */
	sc = schema_search(c, ev);
	cat_table_put(&c->ca_resolved, h, sc);
	return sc;
}

const struct etw_schema *etw_schema_of(struct etw_catalog *c, const struct etw_event *ev)
{
	const struct etw_schema *sc;

	if (ev->ev_kind == ETW_WPP || ev->ev_kind == ETW_ERROR)
		return NULL;
	sc = cat_tracelog(c, ev);
	if (sc)
		return sc;
	if (!c->ca_mof)
		cat_mof(c);
	sc = schema_known(c, ev);
	if (!sc && ev->ev_kind == ETW_EVENT && (ev->ev_flags & ETW_FLAG_STRING))
		return &text_schema;
	return sc;
}

/*
 * Learning.
 */
static void learn(struct etw_catalog *c, const struct etw_event *ev)
{
	struct etw_provider *pr;
	struct etw_schema *sc;
	struct etw_ext x;

	pr = etw_provider_get(c, ev->ev_provider);
	if (!pr)
		return;
	pr->pr_seen++;
	pr->pr_seenkw |= ev->ev_kind == ETW_EVENT ? ev->ev_keyword : 0;
	pr->pr_seenstate |= ev->ev_opcode == 3 || ev->ev_opcode == 4;
	if (ev->ev_kind == ETW_FULL && etw_guid_eq(ev->ev_provider, &etw_guid_metadata)) {
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
 * The events of a trace can be listed when all schemas have arrived: one event of each kind is
 * kept.
 */
struct cat_kind {
	struct etw_guid kd_guid;
	struct etw_event kd_event;
	uint64_t kd_count;
	struct cat_kind *kd_next;
};

#define KINDS_MAX 65536

static void note_kind(struct etw_catalog *c, const struct etw_event *ev)
{
	bool old = classic(ev);
	uint64_t h = cat_schema_hash(ev->ev_provider, old, old ? ev->ev_opcode : ev->ev_id,
		ev->ev_version);
	void **p = base_table_find(&c->ca_kinds, h);
	struct cat_kind *kd;

	if (p) {
		((struct cat_kind *)*p)->kd_count++;
		return;
	}
	kd = c->ca_kinds.mp_index.ix_count < KINDS_MAX ? cat_alloc(c, sizeof(*kd)) : NULL;
	if (!kd || !cat_table_put(&c->ca_kinds, h, kd))
		return;
	kd->kd_guid = *ev->ev_provider;
	kd->kd_event = (struct etw_event){ .ev_kind = ev->ev_kind,
		.ev_flags = ev->ev_flags,
		.ev_version = ev->ev_version,
		.ev_opcode = ev->ev_opcode,
		.ev_id = ev->ev_id };
	kd->kd_count = 1;
	kd->kd_next = c->ca_kindlist;
	c->ca_kindlist = kd;
}

void etw_catalog_event(struct etw_catalog *c, const struct etw_event *ev)
{
	struct etw_ext x;

	if (ev->ev_kind == ETW_ERROR || ev->ev_kind == ETW_WPP)
		return;
	learn(c, ev);
	if (!ev->ev_extlen || !etw_ext_find(ev, ETW_EXT_SCHEMA, &x))
		note_kind(c, ev);
}

void etw_catalog_settle(struct etw_catalog *c)
{
	for (struct cat_kind *kd = c->ca_kindlist; kd; kd = kd->kd_next) {
		struct etw_schema *sc;

		kd->kd_event.ev_provider = &kd->kd_guid;
		sc = (struct etw_schema *)etw_schema_of(c, &kd->kd_event);
		if (sc && sc != &text_schema)
			sc->sc_seen += kd->kd_count;
		kd->kd_count = 0;
	}
}

int etw_catalog_scan(struct etw_catalog *c, const char *const *paths, unsigned n, char *err,
	size_t errlen)
{
	struct etw_trace *t = etw_open(paths, n, err, errlen);
	struct etw_event ev;

	if (!t)
		return -1;
	while (etw_next(t, &ev))
		etw_catalog_event(c, &ev);
	etw_catalog_settle(c);
	etw_close(t);
	return 0;
}
