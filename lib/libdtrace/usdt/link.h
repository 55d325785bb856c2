/* What the handle asks of this room. */
#ifndef DT_USDT_LINK_H
#define DT_USDT_LINK_H

#include "usdt.h"

struct dt_program;

/* False: a probe has an argument that can't be passed; says which. */
bool dt_usdt_check(const struct dt_lang *, char *err, size_t errlen);
/* -G: rewrites the objects, writes path.  0, or -1 and a message. */
int dt_usdt_link(const struct dt_lang *, const struct dt_program *, const char *path,
	unsigned nobjs, char *const *objs, char *err, size_t errlen);

#endif
