/*
 * The Linux feed under test: the real engine, with dt_fire() and dt_probe_plan() replaced by the
 * linker (--wrap), so that a test says what is captured and sees every firing.
 */
#ifndef TESTS_LINUX_LIVE_H
#define TESTS_LINUX_LIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "engine.h"
#include "providers.h"

#define LIVE_MAXPLANS 16

struct live {
	struct dt_engine *lv_en;
	struct dt_options lv_opts;
	struct dt_feed *lv_feed;
	void (*lv_fire)(struct dt_probe *, struct dt_firing *);
	struct dt_plan lv_plans[LIVE_MAXPLANS];
	struct dt_probe *lv_planned[LIVE_MAXPLANS]; /* the plan's probe; NULL: all others */
	unsigned lv_nplans;
	struct dt_clause lv_clauses[LIVE_MAXPLANS];
	unsigned lv_nclauses;
	size_t lv_bufsize; /* of a ring */
};
extern struct live live;

int live_setup(void **);
int live_teardown(void **);
/* Enables the probes of a description, with what they capture. */
unsigned live_enable(const char *prov, const char *func, const char *name, const struct dt_plan *);
void live_start(void (*fire)(struct dt_probe *, struct dt_firing *));
void live_poll(unsigned ms);
void live_stop(void);
uint64_t live_drops(void);
uint64_t live_now(void);
bool live_permitted(void); /* may this process trace? */
/* Runs fn in a child which waits until live_go() */
pid_t live_child(void (*fn)(void));
void live_gate(void); /* lets it run */
void live_go(pid_t);  /* lets it run and waits for its end, polling */

#endif
