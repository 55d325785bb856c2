/* -x tree: parse trees to stderr. */
#ifndef DT_TREEDUMP_H
#define DT_TREEDUMP_H

struct dt_lang;
struct dt_node;

enum { DT_TREE_PARSED = 1, DT_TREE_COOKED = 2 }; /* bits of the option */

void dt_tree_dump(struct dt_lang *, int pass,
	const struct dt_node *); /* prints if the option has this bit */

#endif
