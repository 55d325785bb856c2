/*
 * .NET event sources send their manifest through the stream, in events of id FFFE: u8 format (1),
 * u8 major, u8 minor, u8 5B, u16 pieces, u16 this piece, XML. It is sent again whenever a session
 * asks, so after a loss the next piece 0 begins a new set.
 */
#include <stdlib.h>
#include "alloc.h"
#include "catalog.h"

#define MANIFEST_ID 0xfffe
#define MANIFEST_MAX (16u << 20)
#define PENDING_MAX (64u << 20) /* of all incomplete manifests */

struct cat_pending {
	struct etw_guid pe_guid;
	uint32_t pe_pid;
	unsigned pe_total, pe_next;
	uint8_t *pe_text;
	size_t pe_len;
	struct cat_pending *pe_link;
};

static struct cat_pending *pending_of(struct etw_catalog *c, const struct etw_event *ev)
{
	struct cat_pending *pe = c->ca_pending;
	unsigned n = 0;

	for (; pe; pe = pe->pe_link, n++)
		if (pe->pe_pid == ev->ev_pid && etw_guid_eq(&pe->pe_guid, ev->ev_provider))
			return pe;
	pe = n < 1024 ? base_calloc(1, sizeof(*pe)) : NULL;
	if (pe) {
		pe->pe_guid = *ev->ev_provider;
		pe->pe_pid = ev->ev_pid;
		pe->pe_link = c->ca_pending;
		c->ca_pending = pe;
	}
	return pe;
}

static void pending_reset(struct etw_catalog *c, struct cat_pending *pe)
{
	c->ca_pendinglen -= pe->pe_len;
	free(pe->pe_text);
	pe->pe_text = NULL;
	pe->pe_len = 0;
	pe->pe_next = 0;
}

static bool pending_add(struct etw_catalog *c, struct cat_pending *pe, const uint8_t *p, size_t n)
{
	uint8_t *grown = NULL;

	if (pe->pe_len + n <= MANIFEST_MAX && c->ca_pendinglen + n <= PENDING_MAX)
		grown = base_realloc(pe->pe_text, pe->pe_len + n + 1);
	if (!grown)
		return false;
	memcpy(grown + pe->pe_len, p, n);
	pe->pe_text = grown;
	pe->pe_len += n;
	c->ca_pendinglen += n;
	pe->pe_next++;
	return true;
}

bool cat_eventsource(struct etw_catalog *c, const struct etw_event *ev)
{
	const uint8_t *p = ev->ev_payload;
	struct cat_pending *pe;
	unsigned piece;

	if (ev->ev_kind != ETW_EVENT || ev->ev_id != MANIFEST_ID || ev->ev_paylen < 8 ||
		p[0] != 1 || p[3] != 0x5b)
		return false;
	pe = pending_of(c, ev);
	if (!pe)
		return true;
	piece = base_u16(p + 6);
	if (piece == 0) {
		pending_reset(c, pe);
		pe->pe_total = base_u16(p + 4);
	}
	if (piece != pe->pe_next || !pending_add(c, pe, p + 8, ev->ev_paylen - 8)) {
		pending_reset(c, pe);
		pe->pe_next = UINT32_MAX; /* until a piece 0 */
		return true;
	}
	if (pe->pe_next == pe->pe_total) {
		char err[128];

		etw_catalog_manifest(c, (const char *)pe->pe_text, pe->pe_len, ETW_FROM_STREAM, err,
			sizeof(err));
		pending_reset(c, pe);
		pe->pe_next = UINT32_MAX;
	}
	return true;
}

void cat_eventsource_free(struct etw_catalog *c)
{
	while (c->ca_pending) {
		struct cat_pending *pe = c->ca_pending;

		c->ca_pending = pe->pe_link;
		free(pe->pe_text);
		free(pe);
	}
}
