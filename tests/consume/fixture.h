/* A consumer with a sink that remembers, made-up symbols and probes, and records built by hand. */
#ifndef CONSUME_FIXTURE_H
#define CONSUME_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "consume.h"

struct dt_probe {
	uint32_t id;
	const char *prov, *mod, *func, *name;
};

/* One clause's record under construction: actions, their operands and bytes. */
struct rec {
	struct dt_clause clause;
	struct dt_epdesc ep;
	struct dt_action acts[16];
	struct dt_operand ops[32];
	struct dt_recdesc recs[32];
	struct dt_record *rc;
	unsigned nacts, nops;
};

struct fixture {
	struct dt_options opts;
	struct dt_sink sink;
	struct dt_consumer *co;
	struct dt_aggs *aggs;
	char *out;
	size_t len;
	int status;	  /* of the last exit() */
	unsigned actions; /* passed on */
	char lastfault[128];
};

struct fixture *fx_new(void);
void fx_free(struct fixture *);
void fx_set(struct fixture *, const char *opt, const char *value);
void fx_expect(struct fixture *, const char *text); /* all output since the last time */

extern struct dt_probe probe_begin, probe_entry, probe_return, probe_sysentry, probe_sysreturn;

enum { T_UNSIGNED, T_SIGNED, T_STRING, T_UNTYPED };
struct rec *rec_new(struct dt_probe *, uint32_t epid);
void rec_free(struct rec *);
struct dt_action *rec_act(struct rec *, uint16_t kind);
void rec_op(struct rec *, uint16_t kind, int type, const void *data, size_t size);
void rec_int(struct rec *, int type, size_t size,
	uint64_t v); /* EXPR operand of the action at hand */
void rec_str(struct rec *, const char *text, size_t size);
int rec_consume(struct fixture *, struct rec *);

/* An action printf(fmt) at the end of a quiet record; operands follow by rec_*(). */
struct rec *rec_printf(const char *fmt);

struct dif_object *type_object(int type);

#endif
