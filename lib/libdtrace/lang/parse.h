/*
 * The state of the parser, and what its files share: lexer.l, grammar.y, macro.c, pdesc.c,
 * pragma.c, decl.c.
 *
 * The lexer must know the context, because probe descriptions consist of other words and '/' has
 * two meanings. At the top level (condition INITIAL) it reads descriptions. A '{' there begins a
 * clause, a '/' a predicate, and a keyword or type name a declaration; all three are read in
 * condition EXPR to their end.
 */
#ifndef DT_PARSE_H
#define DT_PARSE_H

#include "index.h"
#include "lang.h"

struct dt_str {
	const char *s; /* NUL-terminated, but may contain NULs */
	size_t len;
};

struct dt_list {
	struct dt_node *head, *tail;
};

enum dt_mode { DT_TOP, DT_PRED, DT_CLAUSE, DT_DECL };

struct dt_name { /* a set of names */
	struct base_link nm_link;
	const char *nm_name;
};

struct dt_pragma { /* attributes or binding, for an identifier that may come later */
	const char *pg_ident;
	struct dt_attr pg_attr;
	bool pg_hasattr;
	uint32_t pg_version; /* binding; 0 none */
	struct dt_loc pg_loc;
	struct dt_pragma *pg_next;
};

struct dt_parse {
	const char *ps_text;   /* permanent copy of the source */
	size_t ps_len, ps_off; /* ps_off: after the current match */
	size_t ps_linestart;   /* offset of the line ps_off is in */
	uint32_t ps_line;
	const char *ps_file;
	/* ps_off and ps_linestart before the current match, for yyless() */
	size_t ps_prevoff, ps_prevstart;
	uint32_t ps_prevline;
	enum dt_mode ps_mode;
	int ps_brace, ps_paren;
	int ps_comment; /* condition to return to */
	struct dt_loc ps_commentloc;
	int ps_prevtok, ps_prevtok2; /* the last token and the one before it */
	struct dt_loc ps_loc;	     /* of the last token */
	size_t ps_tokoff, ps_toklen;
	bool ps_init;	      /* a declaration is past its '=' */
	bool ps_any;	      /* some item has been seen */
	bool ps_included;     /* some file has been included */
	unsigned ps_includes; /* depth of included files: there the text may be C (cword.c) */
	uint32_t ps_pack;     /* of #pragma pack; 0: none */
	uint32_t ps_packs[16], ps_npacks; /* pushed */
	int ps_nest;			  /* of what is skipped */
	int ps_back;			  /* condition to return to */
	bool ps_attr;			  /* it may be attributes of a structure */
	size_t ps_skipped;		  /* where it began */
	bool ps_inline;			  /* the declaration is an inline of D */
	/* "pid1234" of `` pid1234`struct tag ``, until the tag */
	const char *ps_scope;
	struct base_index ps_implicit; /* struct dt_name: names that are assigned */
	struct dt_pragma *ps_pragmas;
	bool ps_skip;		     /* what a depends_on of the library names is missing */
	struct dt_node *ps_provider; /* being declared */
	struct dt_list ps_clauses;
};

/* hint.c: writes "" or what may have been meant; the message is in la_msg */
void dt_hint(struct dt_lang *, const struct dt_loc *, enum dt_errtag, char *out, size_t size);

/* Whether the text is that of an included file, which may be a header of C. */
static inline bool dt_in_header(const struct dt_lang *la)
{
	return la->la_parse && la->la_parse->ps_includes != 0;
}

/* lang_error.c */
void dt_loc_to_eol(struct dt_loc *);

/* lexer.l */
int dt_lex_start(struct dt_lang *);
void dt_lex_end(struct dt_lang *);
struct dt_loc dt_lex_here(struct dt_lang *);
struct dt_str dt_lex_text(struct dt_lang *, const char *, size_t); /* copied */

/* literal.c */
struct dt_node *dt_literal_int(struct dt_lang *, const struct dt_loc *, const char *s, size_t n);
struct dt_node *dt_literal_char(struct dt_lang *, const struct dt_loc *, const char *s, size_t n);
struct dt_str dt_literal_string(struct dt_lang *, const struct dt_loc *, const char *s, size_t n);
const struct dt_type *dt_literal_type(struct dt_lang *, uint64_t v, bool decimal, bool uns,
	int longs);

/* macro.c: the value of a macro variable. name starts with the first '$'. */
enum dt_macrokind { DT_MACRO_INT, DT_MACRO_WORD, DT_MACRO_STRING };
struct dt_macro {
	enum dt_macrokind ma_kind;
	const char *ma_text;
};
struct dt_macro dt_macro_get(struct dt_lang *, const struct dt_loc *, const char *name, size_t n,
	bool in_desc);
void dt_macro_unused(struct dt_lang *);

/* pdesc.c */
struct dt_node *dt_pdesc_parse(struct dt_lang *, const struct dt_loc *, const char *text);
struct dt_node *dt_pdesc_id(struct dt_lang *, const struct dt_loc *, uint64_t id);

/* pragma.c */
void dt_pragma_line(struct dt_lang *, const struct dt_loc *, const char *line, size_t n);
void dt_pragma_prescan(struct dt_lang *, const char *text, size_t n);
/* applies waiting pragmas to a new identifier */
void dt_pragma_apply(struct dt_lang *, struct dt_ident *);
void dt_pragma_unused(struct dt_lang *);

/* stability.c: part is an index into the members of struct dt_provider_attrs */
void dt_provattrs_set(struct dt_lang *, const char *provider, unsigned part, struct dt_attr);

/* const.c */
int64_t dt_const_convert(int64_t v, const struct dt_type *to);

/* names.c */
bool dt_names_has(struct dt_lang *, const char *name);
void dt_names_add(struct dt_lang *, const char *name);

/* spec.c */
#define SP_CLASS_TYPEDEF 1
#define SP_CLASS_EXTERN 2
#define SP_CLASS_SELF 3
#define SP_CLASS_THIS 4
#define SP_CLASS_BAD 5 /* auto, register, static */

struct dt_spec { /* declaration specifiers so far */
	int sp_class;
	unsigned sp_words; /* BT_* */
	const struct dt_type *sp_type;
	bool sp_const, sp_volatile, sp_restrict, sp_userland;
	bool sp_defines; /* names or defines a tag: allowed without a declarator */
	struct dt_loc sp_loc;
};

enum dt_modkind { MOD_POINTER, MOD_ARRAY, MOD_KEYS, MOD_FUNCTION };

struct dt_mod { /* one step of a declarator, nearest to the name first */
	enum dt_modkind md_kind;
	bool md_const, md_volatile, md_userland;
	bool md_open; /* [] */
	uint64_t md_n;
	struct dt_plist *md_params;
	struct dt_loc md_loc;
	struct dt_mod *md_next;
};

struct dt_declr {
	const char *de_name;
	struct dt_loc de_loc;
	struct dt_mod *de_mods, *de_last;
	struct dt_node *de_bits; /* bit-field width, or NULL */
	uint32_t de_align;	 /* of a member, by its attributes */
	struct dt_declr *de_next;
};

struct dt_attrs { /* __attribute__ of a structure */
	bool at_packed;
	uint32_t at_aligned; /* 0: as its members are */
};

struct dt_plist { /* parameters as written */
	struct dt_param *pl_params, *pl_last;
	unsigned pl_n;
	bool pl_varargs;
	struct dt_loc pl_loc;
};

struct dt_spec *dt_spec_new(struct dt_lang *, const struct dt_loc *);
void dt_spec_class(struct dt_lang *, struct dt_spec *, int sclass, const struct dt_loc *);
void dt_spec_word(struct dt_lang *, struct dt_spec *, unsigned word, const struct dt_loc *);
void dt_spec_type(struct dt_lang *, struct dt_spec *, const struct dt_type *,
	const struct dt_loc *);
void dt_spec_qualifier(struct dt_spec *, enum dt_tkind);
const struct dt_type *dt_spec_base(struct dt_lang *, struct dt_spec *);

struct dt_declr *dt_declr_new(struct dt_lang *, const char *name, const struct dt_loc *);
struct dt_mod *dt_mod_new(struct dt_lang *, enum dt_modkind, const struct dt_loc *);
struct dt_mod *dt_mod_array(struct dt_lang *, struct dt_node *dim, const struct dt_loc *);
struct dt_declr *dt_declr_add(struct dt_lang *, struct dt_declr *, struct dt_mod *);
struct dt_plist *dt_plist_add(struct dt_lang *, struct dt_plist *, struct dt_spec *,
	struct dt_declr *, const struct dt_loc *);

const struct dt_type *dt_declr_type(struct dt_lang *, struct dt_spec *, struct dt_declr *,
	struct dt_plist **keys);
const struct dt_type *dt_decl_type(struct dt_lang *, struct dt_spec *,
	struct dt_declr *); /* type_name */
/* Checks a parameter list: `what` names it in messages; DP_*: what it may contain. */
#define DP_VARARGS 1
#define DP_VOID 2
#define DP_ANON 4
#define DP_KEYS 8 /* of an associative array */
#define DP_ANY 16 /* of a C function: types that D can't pass */
unsigned dt_check_params(struct dt_lang *, struct dt_plist *, const char *what, unsigned flags);

/* decl.c */
void dt_decl_declare(struct dt_lang *, struct dt_spec *, struct dt_declr *list);
void dt_decl_useless(struct dt_lang *, struct dt_spec *);
const struct dt_type *dt_decl_tag(struct dt_lang *, enum dt_tkind, const char *tag,
	const struct dt_loc *);
const struct dt_type *dt_decl_typename(struct dt_lang *, const char *name, const struct dt_loc *);
struct dt_type *dt_decl_open(struct dt_lang *, enum dt_tkind, const char *tag,
	const struct dt_loc *);
void dt_decl_members(struct dt_lang *, struct dt_type *, struct dt_spec *, struct dt_declr *);
void dt_decl_enumerator(struct dt_lang *, struct dt_type *, const char *name, struct dt_node *value,
	const struct dt_loc *);
const struct dt_type *dt_decl_close(struct dt_lang *, struct dt_type *, struct dt_attrs,
	const struct dt_loc *);
/* Reports an identifier that exists, unless it is one of the libraries that a program may hide. */
void dt_decl_free(struct dt_lang *, const char *name, const struct dt_loc *);

/* define.c */
void dt_define_inline(struct dt_lang *, struct dt_spec *, struct dt_declr *, struct dt_node *body,
	const struct dt_loc *);
struct dt_xlator *dt_define_xlator(struct dt_lang *, const struct dt_type *out, struct dt_plist *in,
	const struct dt_loc *);
void dt_define_xlmember(struct dt_lang *, struct dt_xlator *, const char *name, struct dt_node *,
	const struct dt_loc *);
void dt_define_provider(struct dt_lang *, const char *name, const struct dt_loc *);
void dt_define_probe(struct dt_lang *, const char *name, struct dt_plist *, struct dt_plist *,
	const struct dt_loc *);
void dt_define_provider_end(struct dt_lang *);

/* lang.c */
void dt_lang_mark(struct dt_lang *);

/* node.c */
struct dt_node *dt_node_name(struct dt_lang *, enum dn_kind, const struct dt_loc *,
	const char *name);
void dt_node_over(struct dt_lang *, struct dt_node *, const struct dt_node *list);

/* clause.c: grammar actions that do more than make a node */
struct dt_node *dt_make_index(struct dt_lang *, const struct dt_loc *, struct dt_node *,
	struct dt_node *args);
struct dt_node *dt_make_call(struct dt_lang *, const struct dt_loc *, struct dt_node *,
	struct dt_node *args);
struct dt_node *dt_make_assign(struct dt_lang *, const struct dt_loc *, int op, struct dt_node *,
	struct dt_node *);
struct dt_node *dt_make_cond(struct dt_lang *, const struct dt_loc *, struct dt_node *,
	struct dt_node *, struct dt_node *);
struct dt_node *dt_make_cast(struct dt_lang *, const struct dt_loc *, struct dt_node *type,
	struct dt_node *);
struct dt_node *dt_make_unary(struct dt_lang *, const struct dt_loc *, int op, struct dt_node *);
struct dt_node *dt_make_typenode(struct dt_lang *, const struct dt_loc *, const struct dt_type *);
struct dt_node *dt_make_stmt(struct dt_lang *, const struct dt_loc *, struct dt_node *);
struct dt_node *dt_make_if(struct dt_lang *, const struct dt_loc *, struct dt_node *,
	struct dt_node *, struct dt_node *);
void dt_make_semicolon(struct dt_lang *); /* an item of its own */
void dt_make_clause(struct dt_lang *, const struct dt_loc *, struct dt_node *pdescs,
	struct dt_node *pred, bool hasbody, struct dt_node *body);

#endif
