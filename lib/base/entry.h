/* From a member of a structure back to the structure.  Headers only. */
#ifndef BASE_ENTRY_H
#define BASE_ENTRY_H

#include <stddef.h>

/* The structure of type whose member p points to. */
#define BASE_ENTRY(p, type, member) ((type *)(void *)((char *)(p)-offsetof(type, member)))

#endif
