/* A tree as an S-expression. */
#ifndef DUMP_H
#define DUMP_H
#include "lang.h"
char *dump_node(const struct dt_node *, char *buf, size_t size);
char *dump_program(const struct dt_lang *, char *buf, size_t size);
#endif
