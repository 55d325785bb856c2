/* The handle: creation and end, and parsing one text to a tree. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "arena.h"
#include "numbers.h"
#include "parse.h"
#include "treedump.h"

int dt_gramparse(struct dt_lang *);

void *dt_lang_alloc(struct dt_lang *la, size_t n)
{
	return la->la_arena ? dt_arena_alloc(la->la_arena, n) : dt_types_alloc(la->la_types, n);
}

char *dt_lang_strdup(struct dt_lang *la, const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(dt_lang_alloc(la, n), s, n);
}

static void add_null(struct dt_lang *la)
{
	struct dt_ident *id = dt_ident_insert(la->la_globals, "NULL", ID_INLINE);

	id->id_type = dt_types_lookup_typedef(la->la_types, "int");
	id->id_const = true;
	id->id_flags = IDF_LIBRARY | IDF_WRITTEN | IDF_DECLARED;
	id->id_body = dt_node_int(la, NULL, 0, id->id_type);
}

struct dt_lang *dt_lang_create(const struct dt_lang_env *env, struct dt_options *opts)
{
	struct dt_lang *la = base_calloc(1, sizeof(*la));

	if (!la)
		return NULL;
	la->la_env = *env;
	la->la_opts = opts;
	la->la_types = dt_types_create();
	la->la_globals = dt_idtab_create();
	la->la_self = dt_idtab_create();
	la->la_this = dt_idtab_create();
	la->la_aggs = dt_idtab_create();
	la->la_nextglobal = DIF_VAR_OTHER_UMIN;
	la->la_nextagg = 1;
	dt_builtins_add(la->la_globals);
	add_null(la);
	return la;
}

void dt_lang_destroy(struct dt_lang *la)
{
	if (!la)
		return;
	dt_lang_end(la);
	dt_idtab_destroy(la->la_globals);
	dt_idtab_destroy(la->la_self);
	dt_idtab_destroy(la->la_this);
	dt_idtab_destroy(la->la_aggs);
	dt_types_destroy(la->la_types);
	free(la);
}

static struct dt_idtab *table(struct dt_lang *la, enum dt_scope scope, uint32_t **next)
{
	switch (scope) {
	case SC_SELF: *next = &la->la_nextself; return la->la_self;
	case SC_THIS: *next = &la->la_nextthis; return la->la_this;
	default: *next = &la->la_nextglobal; return la->la_globals;
	}
}

struct dt_ident *dt_lang_newvar(struct dt_lang *la, const struct dt_loc *loc, enum dt_scope scope,
	const char *name, enum dt_idkind kind)
{
	uint32_t *next;
	struct dt_idtab *tab = table(la, scope, &next);
	struct dt_ident *id;

	if (*next > UINT16_MAX)
		dt_lang_error(la, loc, D_ID_OFLOW, "too many variables: no number is left for %s",
			name);
	id = dt_ident_insert(tab, name, kind);
	id->id_scope = scope;
	id->id_num = (*next)++;
	id->id_seq = loc->lo_seq;
	if (la->la_context == CTX_LIBRARY)
		id->id_flags |= IDF_LIBRARY;
	if (scope == SC_GLOBAL && la->la_parse)
		dt_pragma_apply(la, id);
	return id;
}

/* Undo. */

void dt_lang_mark(struct dt_lang *la)
{
	la->la_mark.mk_globals = dt_idtab_mark(la->la_globals);
	la->la_mark.mk_self = dt_idtab_mark(la->la_self);
	la->la_mark.mk_this = dt_idtab_mark(la->la_this);
	la->la_mark.mk_aggs = dt_idtab_mark(la->la_aggs);
	la->la_mark.mk_types = dt_types_mark(la->la_types);
	la->la_mark.mk_nextglobal = la->la_nextglobal;
	la->la_mark.mk_nextself = la->la_nextself;
	la->la_mark.mk_nextthis = la->la_nextthis;
	la->la_mark.mk_nextagg = la->la_nextagg;
	la->la_mark.mk_xlators = la->la_xlators;
	la->la_mark.mk_providers = la->la_providers;
	la->la_mark.mk_provattrs = la->la_provattrs;
	la->la_mark.mk_seq = la->la_seq;
}

void dt_lang_undo(struct dt_lang *la)
{
	dt_idtab_rewind(la->la_globals, la->la_mark.mk_globals);
	dt_idtab_rewind(la->la_self, la->la_mark.mk_self);
	dt_idtab_rewind(la->la_this, la->la_mark.mk_this);
	dt_idtab_rewind(la->la_aggs, la->la_mark.mk_aggs);
	dt_types_rewind(la->la_types, la->la_mark.mk_types);
	la->la_nextglobal = la->la_mark.mk_nextglobal;
	la->la_nextself = la->la_mark.mk_nextself;
	la->la_nextthis = la->la_mark.mk_nextthis;
	la->la_nextagg = la->la_mark.mk_nextagg;
	la->la_xlators = la->la_mark.mk_xlators;
	la->la_providers = la->la_mark.mk_providers;
	la->la_provattrs = la->la_mark.mk_provattrs;
	dt_lang_end(la);
}

void dt_lang_end(struct dt_lang *la)
{
	dt_lex_end(la);
	if (la->la_parse)
		base_index_clear(&la->la_parse->ps_implicit, NULL);
	dt_arena_destroy(la->la_arena);
	la->la_arena = NULL;
	la->la_parse = NULL;
	la->la_prog = la->la_clause = NULL;
	la->la_pdesc = NULL;
}

/* Parsing. */

static void begin(struct dt_lang *la, enum dt_context ctx, const char *name, const char *text,
	size_t len)
{
	char *copy = dt_types_alloc(la->la_types,
		len + 1); /* messages and nodes that are kept point into it */
	struct dt_parse *ps;

	memcpy(copy, text, len);
	la->la_arena = dt_arena_create();
	la->la_context = ctx;
	la->la_filename = name;
	la->la_argused = 0;
	la->la_prog = la->la_clause = NULL;
	la->la_pdesc = NULL;
	memset(&la->la_msg, 0, sizeof(la->la_msg));
	la->la_parse = ps = dt_lang_alloc(la, sizeof(*ps));
	ps->ps_text = copy;
	ps->ps_len = len;
	ps->ps_line = 1;
	dt_idtab_set_version(la->la_globals,
		ctx == CTX_LIBRARY ? UINT32_MAX : (uint32_t)dt_opt(la->la_opts, DT_OPT_VERSION));
	if (ctx == CTX_LIBRARY)
		ps->ps_file = dt_types_strdup(la->la_types, name);
	dt_lang_mark(la);
}

static void check_end(struct dt_lang *la)
{
	struct dt_parse *ps = la->la_parse;

	dt_pragma_unused(la);
	if (la->la_context == CTX_LIBRARY)
		return;
	dt_macro_unused(la);
	if (!ps->ps_any && dt_opt(la->la_opts, DT_OPT_EMPTY) <= 0)
		dt_lang_error(la, NULL, D_EMPTY, "empty D program");
}

static void parse(struct dt_lang *la)
{
	struct dt_loc none = { 0 };

	if (dt_lex_start(la) != 0)
		dt_lang_error(la, &none, D_UNKNOWN, "cannot start the scanner: out of memory");
	if (dt_gramparse(la) != 0)
		dt_lang_error(la, &la->la_parse->ps_loc, D_SYNTAX, "program is nested too deeply");
	if (la->la_parse->ps_skip)
		return;
	check_end(la);
	la->la_prog = dt_node_new(la, DN_PROG, &none);
	la->la_prog->dn_list = la->la_parse->ps_clauses.head;
	dt_tree_dump(la, DT_TREE_PARSED, la->la_prog);
}

/* From now on the option is the size of every string. */
static void set_strsize(struct dt_lang *la)
{
	dt_types_set_strsize(la->la_types, dt_strsize(la->la_opts));
}

int dt_lang_parse(struct dt_lang *la, enum dt_context ctx, const char *name, const char *text,
	size_t len, int argc, char *const *argv)
{
	dt_lang_end(la);
	dt_pragma_prescan(la, text, len);
	set_strsize(la);
	if (ctx != CTX_LIBRARY && dt_lang_load_libraries(la) != 0)
		return -1;
	la->la_argc = argc;
	la->la_argv = argv;
	begin(la, ctx, name, text, len);
	dt_over_push(&la->la_over);
	if (setjmp(la->la_over.ov_jmp) != 0) {
		dt_over_pop(&la->la_over);
		dt_lang_undo(la);
		return -1;
	}
	parse(la);
	dt_over_pop(&la->la_over);
	dt_lex_end(la);
	if (la->la_parse->ps_skip)
		dt_lang_undo(la);
	return 0;
}
