/*
 * What the fuzzers share.
 *
 *   room.c       a compiler whose libraries are loaded once, an engine for each input with probes
 *                of its own, and what makes the probes fire
 *   object.c     DIF objects as bytes and back
 *   fuzz_lang.c  a D text is compiled and, if it is good, enabled and fired
 *   fuzz_options.c   the same, under options that the input names
 *   fuzz_dif.c   an object goes through the verifier and, if it is let pass, runs
 *   difseed.c    the objects of D files, as seeds of fuzz_dif
 *
 * An input leaves nothing behind: options are set anew, what it declared is undone.  The compiler
 * itself is made anew now and then, as texts and types stay in its memory.
 */
#ifndef FUZZ_ROOM_H
#define FUZZ_ROOM_H

#include <stddef.h>
#include <stdint.h>
#include "consume.h"
#include "engine.h"
#include "lang.h"

struct room {
	struct dt_options ro_opts;
	struct dt_lang *ro_lang;
	struct dt_engine *ro_engine;
	struct dt_consumer *ro_consumer;
	struct dt_sink ro_sink;
	unsigned ro_used; /* inputs the compiler has seen */
	/* sets options of the input's own; NULL for none */
	void (*ro_setopts)(struct dt_options *, void *arg);
	void *ro_setarg;
};

/* NULL: it does not compile.  To be followed by room_clear() in any case. */
struct dt_program *room_compile(struct room *, const char *text, size_t len);
void room_run(struct room *, struct dt_program *);
void room_clear(struct room *, struct dt_program *);

/* object.c: NULL when the bytes end too early */
struct dif_object *object_read(const uint8_t *data, size_t size);
size_t object_write(const struct dif_object *, uint8_t *out, size_t size);

#endif
