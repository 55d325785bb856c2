/*
 * Identifiers: all that a name can mean.
 *
 * Tables of one handle, kept across compilations: globals (built-ins, variables, inlines,
 * functions, enumerators), thread-locals (self->), aggregations (@).  Clause-locals (this->) are
 * kept as well, because all clauses of a firing share them.
 */
#ifndef DT_IDENT_H
#define DT_IDENT_H

#include "index.h"
#include "tree.h"

enum dt_idkind {
	ID_BUILTIN, /* scalar built-in variable; id_num is enum dif_var */
	ID_ARGS,    /* args[] */
	ID_ARRAY,   /* scalar array built-in: uregs[] */
	ID_SCALAR,  /* D variable */
	ID_ASSOC,   /* D associative array: id_keys */
	ID_FUNC,    /* subroutine; id_num is enum dif_subr */
	ID_ACTION,  /* action function; id_num is enum dt_actkind, id_lib enum dt_libact */
	ID_AGGFUNC, /* aggregating function; id_num is enum dt_actkind */
	ID_AGG,	    /* aggregation; id_agg */
	ID_ENUM,    /* enumerator; id_value */
	ID_INLINE,  /* id_body, id_params */
	ID_XLARG,   /* input of the translator being compiled */
	ID_SYMBOL,
	ID_PROVIDER
};

enum dt_scope { SC_GLOBAL, SC_SELF, SC_THIS, SC_AGG };

#define IDF_WRITTEN 0x1	 /* a declaration or assignment has been seen */
#define IDF_DECLARED 0x2 /* it was declared: its type is fixed */
#define IDF_LIBRARY 0x4
#define IDF_READ 0x8
#define IDF_ATTR \
	0x10 /* a pragma set id_attr: for an inline it overrides the attributes of its body */

struct dt_aggdesc;

struct dt_ident {
	struct base_link id_link; /* in its table, by name */
	const char *id_name;
	enum dt_idkind id_kind;
	enum dt_scope id_scope;
	uint32_t id_flags;
	uint32_t id_num;
	int id_lib;
	const struct dt_type *id_type; /* NULL: no type yet */
	const char *id_typename;       /* built-ins: the type's D name, resolved when first used */
	struct dt_attr id_attr;
	const char *id_proto;	  /* functions and actions: "result(args)" as in subrs.def */
	struct dt_param *id_keys; /* ASSOC, AGG: types of the keys, fixed at first use */
	uint32_t id_nkeys;
	bool id_keysfixed;
	struct dt_node *id_body; /* INLINE: uncooked; copied at each use */
	struct dt_param *id_params;
	uint64_t id_value; /* ENUM; folded INLINE */
	bool id_const;	   /* INLINE that folds to id_value */
	struct dt_aggdesc *id_agg;
	int64_t id_limit; /* of its lquantize(), as written */
	/* visible to nodes whose lo_seq is at least this; 0: to all (lang.h) */
	uint32_t id_seq;
	uint32_t id_version; /* #pragma D binding; 0: in every version */
};

struct dt_idtab;
struct dt_idtab *dt_idtab_create(void);
void dt_idtab_destroy(struct dt_idtab *);
struct dt_ident *dt_ident_lookup(struct dt_idtab *, const char *name);
/* The last one of that name that is visible to a node whose lo_seq is seq (lang.h). */
struct dt_ident *dt_ident_at(struct dt_idtab *, const char *name, uint32_t seq);
/* Also what the version of dt_idtab_set_version() hides. */
struct dt_ident *dt_ident_lookup_any(struct dt_idtab *, const char *name);
struct dt_ident *dt_ident_insert(struct dt_idtab *, const char *name,
	enum dt_idkind); /* permanent; name is copied */
/* The one that was made before the given one (NULL: the last one), or NULL. */
struct dt_ident *dt_ident_before(struct dt_idtab *, struct dt_ident *);
/* When a compilation fails, dt_idtab_rewind() removes what was inserted after the mark. */
unsigned dt_idtab_mark(struct dt_idtab *);
void dt_idtab_rewind(struct dt_idtab *, unsigned mark);

/* hides identifiers that are bound to a later version */
void dt_idtab_set_version(struct dt_idtab *, uint32_t);

void dt_builtins_add(struct dt_idtab *globals); /* builtin.c: the predefined identifiers */

#endif
