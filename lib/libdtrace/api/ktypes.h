/* The running kernel's types for the compiler: ktypes.c. */
#ifndef DT_KTYPES_H
#define DT_KTYPES_H

#include "dtrace_provider.h"
#include "types.h"

struct dt_ktypes;
/* Returns NULL if there is no memory. */
struct dt_ktypes *dt_ktypes_create(const struct dt_feed_ops *, struct dt_engine *);
void dt_ktypes_destroy(struct dt_ktypes *); /* after the store it is attached to */
void dt_ktypes_attach(struct dt_ktypes *, struct dt_types *);

#endif
