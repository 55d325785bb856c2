/*
 * The providers of a trace file.  Each ETW provider is one here, by its name in lower case, or by
 * {guid} if its name is unknown.  A provider is made when a description names it.
 *
 *	NAME::event:events	all its events
 *	NAME:::KEYWORD		its events with that keyword
 *	NAME:::capturestate	events that report its state (a rundown: opcodes DC_Start and
 *				DC_Stop)
 *	NAME::EVENT:event	its events of that name; args[0] has their fields as members.  An
 *				event may have several names (etw_schema.h)
 *
 * arg0 event id, arg1 opcode, arg2 payload, arg3 its length, arg4 version of the event.  Four bytes
 * precede the payload: event id (16 bits), version, and 0 for a 32-bit or 1 for a 64-bit writer.
 */
#include <stdlib.h>
#include <string.h>
#include "glob.h"
#include "alloc.h"
#include "program.h"
#include "etw_schema.h"
#include "providers.h"
#include "hash.h"
#include "windows.h"

enum { ETW_EVENTS, ETW_CAPTURESTATE, ETW_FIRST }; /* tags; from ETW_FIRST on keywords and names */

#define ETW_NAMELEN 128
#define ETW_KEYWORDLEN 64 /* a longer name is cut to the length of a description's field */
#define ETW_MAXGUIDS 16	  /* of one name */
#define ETW_MAXPROVIDERS \
	4096 /* limit of providers of a trace, and of events of each: others have no probes */
#define ETW_MAXCHOICES 8192

struct etw_choice {	  /* what a probe with its own tag fires for */
	uint64_t ch_mask; /* keyword; 0: an event's name */
	char *ch_event;
	bool ch_alias;	  /* it is an alternative name of events */
	uint64_t ch_hash; /* of the event's name */
};

struct etw_own { /* a provider made here */
	struct dt_provider ow_pv;
	char ow_name[ETW_NAMELEN];
	struct dt_etw_source ow_src[ETW_MAXGUIDS + 1];
	struct etw_provider *ow_etw[ETW_MAXGUIDS];
	unsigned ow_nguids;
	struct etw_choice *ow_choices;
	unsigned ow_nchoices;
	const struct etw_schema *ow_last; /* the last schema, and its event's name */
	char ow_lastname[256];
	uint64_t ow_lasthash;
};

static const struct dt_arg etw_args[] = { { "uint16_t", NULL, 0 }, { "uint8_t", NULL, 1 },
	{ "char *", NULL, 2 }, { "uint32_t", NULL, 3 }, { "uint8_t", NULL, 4 } };

/*
 * Events.
 */
struct etw_delivery {
	const struct etw_event *dl_event;
	struct etw_own *dl_own;
	const struct etw_schema *dl_schema;
	struct dt_firing dl_firing;
	bool dl_ready, dl_payload;
};

static bool etw_named(struct etw_own *ow, const struct etw_choice *ch, const struct etw_schema *sc)
{
	if (!sc)
		return false;
	if (ch->ch_alias && etw_schema_alias(sc, ch->ch_event))
		return true;
	if (ow->ow_last != sc) {
		etw_event_canonical(sc->sc_name, ow->ow_lastname, sizeof(ow->ow_lastname));
		ow->ow_lasthash = base_hash_text(ow->ow_lastname);
		ow->ow_last = sc;
	}
	return ow->ow_lasthash == ch->ch_hash && strcmp(ow->ow_lastname, ch->ch_event) == 0;
}

static bool etw_chosen(struct dt_feed *fd, struct etw_delivery *dl, int tag)
{
	const struct etw_choice *ch;

	if (tag == ETW_EVENTS)
		return true;
	if (tag == ETW_CAPTURESTATE)
		return dl->dl_event->ev_opcode == 3 || dl->dl_event->ev_opcode == 4;
	ch = &dl->dl_own->ow_choices[tag - ETW_FIRST];
	if (!ch->ch_event)
		return (dl->dl_event->ev_keyword & ch->ch_mask) != 0;
	if (!dl->dl_schema)
		dl->dl_schema = etw_schema_of(etl_catalog(fd), dl->dl_event);
	return etw_named(dl->dl_own, ch, dl->dl_schema);
}

static void etw_prepare(struct dt_feed *fd, struct etw_delivery *dl)
{
	const struct etw_event *ev = dl->dl_event;
	struct dt_firing *fi = &dl->dl_firing;

	etl_firing(fd, ev, etl_context(fd, ev), fi);
	fi->fi_args[0] = ev->ev_id;
	fi->fi_args[1] = ev->ev_opcode;
	fi->fi_args[3] = ev->ev_paylen;
	fi->fi_args[4] = ev->ev_version;
	dl->dl_ready = true;
}

/* Payloads are copied only if a clause reads them. */
static bool etw_wants_payload(const struct dt_probe *pr)
{
	const struct dt_plan *plan = dt_probe_plan(pr);

	return !plan || (plan->pl_args & 1 << 2) || (plan->pl_vars & DT_PLAN_ARGS);
}

static void etw_add_payload(struct dt_feed *fd, struct etw_delivery *dl)
{
	struct dt_firing *fi = &dl->dl_firing;

	fi->fi_payload = etl_payload(fd, dl->dl_event);
	fi->fi_paylen = fi->fi_payload ? dl->dl_event->ev_paylen : 0;
	fi->fi_args[2] = (uintptr_t)fi->fi_payload;
	dl->dl_payload = true;
}

static void etw_deliver(struct dt_feed *fd, struct dt_probe *pr, void *arg)
{
	struct etw_delivery *dl = arg;

	if (!etw_chosen(fd, dl, dt_probe_tag(pr)))
		return;
	if (!dl->dl_ready)
		etw_prepare(fd, dl);
	if (!dl->dl_payload && etw_wants_payload(pr))
		etw_add_payload(fd, dl);
	dt_fire(fd->fd_engine, pr, &dl->dl_firing);
}

static void etw_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_delivery dl = { .dl_event = ev, .dl_own = etl_arg(fd) };

	etl_all(fd, etw_deliver, &dl);
}

/*
 * Making providers.
 */
static struct etw_own *etw_own_make(struct dt_engine *en, struct dt_feed *fd, const char *name)
{
	struct etw_own *ow = base_calloc(1, sizeof(*ow));

	if (!ow)
		return NULL;
	snprintf(ow->ow_name, sizeof(ow->ow_name), "%s", name);
	ow->ow_pv = (struct dt_provider){ .pv_name = ow->ow_name,
		.pv_attrs = PROVIDER_ATTRS,
		.pv_etw = ow->ow_src,
		.pv_offline_only = true,
		.pv_nocase = true };
	etl_provider_own(fd, ow);
	if (dt_provider_add(en, &ow->ow_pv) < 0)
		return NULL;
	etl_of(fd)->ef_nown++;
	return ow;
}

/* Whether one more is allowed; if not, reports it once. */
static bool etw_room(struct dt_feed *fd, unsigned count, unsigned max)
{
	struct etl_feed *ef = etl_of(fd);

	if (count < max)
		return true;
	if (!ef->ef_saidown)
		dt_warn(fd->fd_engine,
			"the trace names more than %u providers, or %u events of one: the rest have no probes",
			ETW_MAXPROVIDERS, ETW_MAXCHOICES);
	ef->ef_saidown = true;
	return false;
}

static struct etw_own *etw_own_find(struct dt_engine *en, const char *name)
{
	const struct dt_provider *pv;

	for (unsigned i = 0; (pv = dt_provider_at(en, i)); i++)
		if (pv->pv_nocase && strcmp(pv->pv_name, name) == 0)
			return (struct etw_own *)pv;
	return NULL;
}

/* A provider that is asked for by its GUID has the GUID as its name. */
static struct etw_own *etw_own_of(struct dt_engine *en, struct dt_feed *fd, struct etw_provider *pr,
	bool by_guid)
{
	struct etl_feed *ef = etl_of(fd);
	char name[ETW_NAMELEN];
	struct etw_own *ow;

	if (by_guid)
		etw_provider_canonical(&(struct etw_provider){ .pr_guid = pr->pr_guid }, name,
			sizeof(name));
	else
		etw_provider_canonical(pr, name, sizeof(name));
	ow = etw_own_find(en, name);
	if (!ow && etw_room(fd, ef->ef_nown, ETW_MAXPROVIDERS))
		ow = etw_own_make(en, fd, name);
	for (unsigned i = 0; ow && i < ow->ow_nguids; i++)
		if (ow->ow_etw[i] == pr)
			return ow;
	if (!ow || ow->ow_nguids == ETW_MAXGUIDS)
		return NULL;
	ow->ow_src[ow->ow_nguids] = (struct dt_etw_source){ .es_guid = &pr->pr_guid,
		.es_opcode = -1,
		.es_handle = etw_event,
		.es_arg = ow };
	ow->ow_etw[ow->ow_nguids++] = pr;
	return ow;
}

static void etw_probe(struct dt_engine *en, struct etw_own *ow, const char *func, const char *name,
	int tag, const char *record)
{
	struct dt_probe_spec ps = { .ps_func = func, .ps_name = name, .ps_tag = tag };

	if (tag < 0)
		return;
	memcpy(ps.ps_args, etw_args, sizeof(etw_args));
	if (record)
		ps.ps_args[0] = (struct dt_arg){ "char *", record, 2 };
	dt_probe_create(en, &ow->ow_pv, &ps);
}

/* The tag of a new choice, or -1 if there are too many, or no memory. */
static int etw_choice(struct dt_feed *fd, struct etw_own *ow, uint64_t mask, const char *event)
{
	struct etw_choice *grown;

	if (!etw_room(fd, ow->ow_nchoices, ETW_MAXCHOICES))
		return -1;
	/* full, or empty; the old list may be in use */
	if ((ow->ow_nchoices & (ow->ow_nchoices - 1)) == 0) {
		grown = base_calloc(ow->ow_nchoices != 0 ? ow->ow_nchoices * 2 : 1, sizeof(*grown));
		if (!grown)
			return -1;
		if (ow->ow_nchoices != 0)
			memcpy(grown, ow->ow_choices, ow->ow_nchoices * sizeof(*grown));
		etl_provider_own(fd, grown);
		ow->ow_choices = grown;
	}
	grown = &ow->ow_choices[ow->ow_nchoices];
	*grown = (struct etw_choice){ .ch_mask = mask,
		.ch_event = event ? base_strdup(event) : NULL };
	if (event && !grown->ch_event)
		return -1;
	if (event) {
		grown->ch_hash = base_hash_text(event);
		etl_provider_own(fd, grown->ch_event);
	}
	return ETW_FIRST + (int)ow->ow_nchoices++;
}

/*
 * Whether the probe is asked for by its name, and not by a pattern, which only lists what the trace
 * can fire.
 */
static bool etw_asked(const char *pattern, const char *name)
{
	return etw_name_eq(pattern, name);
}

/* Without a trace, everything that is known is listed. */
static bool etw_untraced(struct dt_feed *fd)
{
	return !etl_of(fd)->ef_trace;
}

static void etw_keywords(struct dt_engine *en, struct dt_feed *fd, struct etw_own *ow,
	const struct etw_provider *pr, const char *pattern)
{
	for (uint32_t i = 0; i < pr->pr_nkeywords; i++) {
		const struct etw_keyword *kw = &pr->pr_keywords[i];
		char name[ETW_KEYWORDLEN];

		if (strchr(kw->kw_name, '/'))
			continue; /* a channel's own */
		etw_keyword_canonical(kw->kw_name, name, sizeof(name));
		if (!(kw->kw_mask & pr->pr_seenkw) && !etw_asked(pattern, name) &&
			!etw_untraced(fd))
			continue;
		if (!dt_probe_find(en, ow->ow_name, "", "", name))
			etw_probe(en, ow, "", name, etw_choice(fd, ow, kw->kw_mask, NULL), NULL);
	}
}

/*
 * Whether the name is the own name of an event, and an alternative name of another one: then the
 * probe is for the first only.
 */
static bool etw_ambiguous(const struct etw_provider *pr, const char *name)
{
	const struct etw_schema *own = NULL;

	for (uint32_t i = 0; i < pr->pr_nschemas && !own; i++)
		if (etw_name_eq(pr->pr_schemas[i]->sc_name, name))
			own = pr->pr_schemas[i];
	for (uint32_t i = 0; own && i < pr->pr_nschemas; i++)
		if (pr->pr_schemas[i]->sc_id != own->sc_id &&
			etw_schema_alias(pr->pr_schemas[i], name))
			return true;
	return false;
}

static void etw_name(struct dt_engine *en, struct dt_feed *fd, struct etw_own *ow,
	struct etw_provider *pr, const char *name, bool seen, bool asked)
{
	bool alias;
	int tag;

	if (name[0] == '\0' || dt_probe_find(en, ow->ow_name, "", name, "event"))
		return;
	alias = asked && !etw_ambiguous(pr, name);
	tag = etw_choice(fd, ow, 0, name);
	if (tag < 0)
		return;
	ow->ow_choices[tag - ETW_FIRST].ch_alias = alias;
	etw_probe(en, ow, name, "event", tag, etl_record(fd, pr, name, seen, alias));
}

/*
 * Alternative names have no probes until they are asked for: so a pattern fires once for an event.
 */
static void etw_event_names(struct dt_engine *en, struct dt_feed *fd, struct etw_own *ow,
	struct etw_provider *pr, const struct etw_schema *sc, const char *pattern)
{
	bool seen = sc->sc_seen != 0, asked;
	char name[192];

	etw_event_canonical(sc->sc_name, name, sizeof(name));
	asked = etw_asked(pattern, name);
	if (seen || asked || etw_untraced(fd))
		etw_name(en, fd, ow, pr, name, seen, asked);
	for (unsigned i = 0; i < ETW_ALIASES; i++)
		if (sc->sc_alias[i] && etw_asked(pattern, sc->sc_alias[i]))
			etw_name(en, fd, ow, pr, sc->sc_alias[i], seen, true);
}

static void etw_names(struct dt_engine *en, struct dt_feed *fd, struct etw_own *ow,
	struct etw_provider *pr, const char *pattern)
{
	for (unsigned seen = 2;
		seen-- > 0;) /* those in the trace first: they decide about the fields */
		for (uint32_t i = 0; i < pr->pr_nschemas; i++)
			if ((pr->pr_schemas[i]->sc_seen != 0) == seen)
				etw_event_names(en, fd, ow, pr, pr->pr_schemas[i], pattern);
}

static void etw_make(struct dt_engine *en, struct dt_feed *fd, struct etw_provider *pr,
	const char *const field[4])
{
	struct etw_own *ow = etw_own_of(en, fd, pr, field[0][0] == '{');

	if (!ow)
		return;
	if (pr->pr_seen != 0 || etw_asked(field[3], "events") || etw_untraced(fd))
		etw_probe(en, ow, "event", "events", ETW_EVENTS, NULL);
	if (pr->pr_seenstate || etw_asked(field[3], "capturestate"))
		etw_probe(en, ow, "", "capturestate", ETW_CAPTURESTATE, NULL);
	etw_keywords(en, fd, ow, pr, field[3]);
	etw_names(en, fd, ow, pr, field[2]);
}

static bool etw_is_builtin(const char *s)
{
	for (unsigned i = 0; dt_providers[i]; i++)
		if (strcmp(dt_providers[i]->pv_name, s) == 0)
			return true;
	return false;
}

static void etw_discover(struct dt_engine *en, const struct dt_provider *pv,
	const char *const field[4])
{
	struct dt_feed *fd = dt_engine_feed(en);
	struct etw_catalog *c = NULL;
	struct etw_provider *pr;

	(void)pv;
	/* the catalog costs a pass, which a built-in provider doesn't need */
	if (fd && fd->fd_ops == &dt_feed_etl && !etw_is_builtin(field[0]))
		c = etl_catalog(fd);
	if (!c)
		return;
	if (base_is_name(field[0])) {
		pr = etw_provider_named(c, field[0]);
		if (!pr)
			return;
		etw_make(en, fd, pr, field);
	}
	for (unsigned i = 0; i < etw_provider_count(c); i++) {
		pr = etw_provider_at(c, i);
		if ((pr->pr_seen != 0 || etw_untraced(fd)) &&
			(!base_is_name(field[0]) ||
				(pr->pr_name && etw_name_eq(pr->pr_name, field[0]))))
			etw_make(en, fd, pr, field);
	}
}

const struct dt_provider dt_prov_etw = {
	.pv_name = "etw",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_discover = etw_discover,
	.pv_offline_only = true,
	.pv_missing = "providers of Windows are in trace files: name one with -E",
};
