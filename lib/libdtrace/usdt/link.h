/* The functions of usdt/ for the handle. */
#ifndef DT_USDT_LINK_H
#define DT_USDT_LINK_H

#include "usdt.h"

struct dt_program;

/* Returns false if a probe has an argument that can't be passed, and writes which to err. */
bool dt_usdt_check(const struct dt_lang *, char *err, size_t errlen);
/* -G: rewrites the objects and writes path. Returns 0, or -1 and a message. */
int dt_usdt_link(const struct dt_lang *, const struct dt_program *, const char *path,
	unsigned nobjs, char *const *objs, char *err, size_t errlen);

#endif
