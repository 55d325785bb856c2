/* Counts by name, and the two lists of them that a test compares. */
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>

struct tally;
struct tally *tally_create(void);
void tally_destroy(struct tally *);
void tally_add(struct tally *, const char *key, uint64_t n);
uint64_t tally_get(const struct tally *, const char *key);
uint64_t tally_total(const struct tally *);
/* The number of names whose counts differ; each is named on stderr. */
unsigned tally_diff(const struct tally *want, const struct tally *got);

/*
 * oracle.c: the member of a JSON text, "name": { "key": number, ... }, through edit() into t; -1:
 * no such member
 */
char *oracle_read(const char *path); /* NULL: no such file */
int oracle_counts(const char *json, const char *name, struct tally *t, void (*edit)(char *key));
int64_t oracle_number(const char *json, const char *name); /* -1: no such member */

#endif
