/* The words of C's base types, in any order: "long unsigned int". */
#ifndef DT_BASETYPE_H
#define DT_BASETYPE_H

#include "types.h"

#define BT_VOID 0x001
#define BT_CHAR 0x002
#define BT_SHORT 0x004
#define BT_INT 0x008
#define BT_LONG 0x010
#define BT_LONGLONG 0x020
#define BT_SIGNED 0x040
#define BT_UNSIGNED 0x080
#define BT_FLOAT 0x100
#define BT_DOUBLE 0x200
#define BT_INT128 0x400 /* of C */

/* Returns the bit of a word ("long" is BT_LONG), or 0 if it isn't a word of a base type. */
unsigned dt_basetype_word(const char *word, size_t len);
int dt_basetype_add(unsigned *words, unsigned word); /* -1 if *words has it already */
const char *dt_basetype_name(unsigned words);	     /* NULL if C has no such type */

#endif
