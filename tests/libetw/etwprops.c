/*
 * etwprops [--manifests PATH] FILE... - one line for each record: provider, event's name, bytes
 * that its schema leaves over (-1: it ends too early, "-": nobody knows it), kind of the schema's
 * origin, properties.  For tests/replay/etw.py.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "etw_schema.h"

static bool nothing(void *arg, enum etw_visit what, const struct etw_value *v)
{
	(void)arg, (void)what, (void)v;
	return true;
}

static void print_event(struct etw_catalog *c, const struct etw_event *ev)
{
	static const char *const origins[] = { "event", "stream", "metadata", "manifest", "table" };
	static char props[1 << 16];
	const struct etw_schema *sc = etw_schema_of(c, ev);
	char prov[128], left[32] = "-";

	etw_provider_canonical(etw_provider_get(c, ev->ev_provider), prov, sizeof(prov));
	*props = '\0';
	if (sc) {
		int64_t used = etw_walk(sc, ev, nothing, NULL);

		snprintf(left, sizeof(left), "%" PRId64, used < 0 ? -1 : ev->ev_paylen - used);
		etw_props_text(sc, ev, ETW_PLAIN, props, sizeof(props));
	}
	for (char *p = props; *p; p++)
		if (*p == '\n' || *p == '\r' || *p == '\t')
			*p = ' ';
	printf("%s\t%s\t%u\t%u\t%u\t%s\t%s\t%s\n", prov, sc ? sc->sc_name : "-", ev->ev_id,
		ev->ev_opcode, ev->ev_version, left, sc ? origins[sc->sc_origin] : "-", props);
}

int main(int argc, char **argv)
{
	struct etw_catalog *c = etw_catalog_create();
	struct etw_trace *t;
	struct etw_event ev;
	char err[512];
	int at = 1;

	if (argc > 3 && strcmp(argv[1], "--manifests") == 0) {
		if (etw_catalog_manifests(c, argv[2], err, sizeof(err)) < 0) {
			fprintf(stderr, "etwprops: %s\n", err);
			return 1;
		}
		at = 3;
	}
	t = etw_open((const char *const *)argv + at, (unsigned)(argc - at), err, sizeof(err));
	if (!t ||
		etw_catalog_scan(c, (const char *const *)argv + at, (unsigned)(argc - at), err,
			sizeof(err)) < 0) {
		fprintf(stderr, "etwprops: %s\n", err);
		return 1;
	}
	while (etw_next(t, &ev))
		print_event(c, &ev);
	etw_close(t);
	etw_catalog_close(c);
	return 0;
}
