/* The grammar of D. Actions of more than a line are in clause.c, decl.c and define.c. */
%define api.pure full
%define api.prefix {dt_gram}
%define api.location.type {struct dt_loc}
%locations
%parse-param {struct dt_lang *la}
%lex-param {struct dt_lang *la}
%expect 0

%code requires {
#include <ctype.h>
#include "parse.h"
}

%code {
#include <string.h>

int dt_gramlex(DT_GRAMSTYPE *, DT_GRAMLTYPE *, struct dt_lang *);
static void dt_gramerror(DT_GRAMLTYPE *, struct dt_lang *, const char *);

/* The stacks come from the compilation's arena, so that an error may unwind past yyparse(). */
#define YYMALLOC(n) dt_lang_alloc(la, n)
#define YYFREE(p) ((void)(p))
#define YYMAXDEPTH 6000
#define YYLLOC_DEFAULT(cur, rhs, n) ((cur) = span(&(rhs)[(n) ? 1 : 0], &(rhs)[n]))

static struct dt_loc span(const struct dt_loc *from, const struct dt_loc *to)
{
	struct dt_loc loc = *from;

	if (to->lo_text == from->lo_text)
		loc.lo_endcol = to->lo_endcol;
	else if (from->lo_text)
		dt_loc_to_eol(&loc);
	return loc;
}

static struct dt_list one(struct dt_node *n)
{
	return (struct dt_list){n, n};
}

static struct dt_list add(struct dt_list l, struct dt_node *n)
{
	if (!n)
		return l;
	if (!l.tail)
		return one(n);
	l.tail->dn_next = n;
	l.tail = n;
	return l;
}

static struct dt_node *scoped(
	struct dt_lang *la, const struct dt_loc *loc, const char *name, int scope)
{
	struct dt_node *n = dt_node_name(la, DN_IDENT, loc, name);

	n->dn_scope = scope;
	return n;
}

static struct dt_node *step(struct dt_lang *la, const struct dt_loc *loc, int op, struct dt_node *n)
{
	if (n->dn_kind == DN_IDENT && n->dn_scope == 0)
		dt_names_add(la, n->dn_str);
	return dt_node_op1(la, loc, op, n);
}

static struct dt_node *member(struct dt_lang *la, const struct dt_loc *loc, int op,
	struct dt_node *of, const char *name, const struct dt_loc *at)
{
	return dt_node_op2(la, loc, op, of, dt_node_name(la, DN_IDENT, at, name));
}

static void header_only(struct dt_lang *la, const struct dt_loc *loc, const char *text)
{
	if (!dt_in_header(la))
		dt_lang_error(la, loc, D_SYNTAX, "syntax error near \"%s\"", text);
}

static struct dt_attrs both(struct dt_attrs a, struct dt_attrs b)
{
	return (struct dt_attrs){ a.at_packed || b.at_packed,
		a.at_aligned > b.at_aligned ? a.at_aligned : b.at_aligned };
}

static struct dt_node *string(struct dt_lang *la, const struct dt_loc *loc, struct dt_str s)
{
	struct dt_node *n = dt_node_new(la, DN_STRING, loc);

	n->dn_str = s.s;
	n->dn_strlen = s.len;
	return n;
}
}

%union {
	struct dt_str str;
	struct dt_node *node;
	struct dt_list list;
	const struct dt_type *type;
	struct dt_type *newtype;
	struct dt_spec *spec;
	struct dt_declr *declr;
	struct dt_mod *mod;
	struct dt_plist *plist;
	struct dt_xlator *xlator;
	unsigned word;
	struct dt_attrs attrs;
	struct {
		enum dt_tkind kind;
		struct dt_type *type;
		struct dt_attrs attrs;
	} sou;
	int num;
}

%token <str> IDENT TNAME SYM AGG STRING PSPEC
%token <node> INT
%token <word> BASEWORD
%token <attrs> ATTR
%token ALIGNOF CBODY
%token PRED_OPEN PRED_CLOSE RESERVED
%token AUTO CONST ELSE ENUM EXTERN IF INLINE OFFSETOF PROBE PROVIDER RESTRICT SELF
%token SIZEOF STRINGTYPE STRINGOF STRUCT THIS TRANSLATOR TYPEDEF UNION USERLAND VOLATILE XLATE
%token ELLIPSIS ARROW INC DEC LSH RSH LE GE EQ NE LAND LOR LXOR
%token ADDEQ SUBEQ MULEQ DIVEQ MODEQ ANDEQ OREQ XOREQ LSHEQ RSHEQ

%precedence NOELSE
%precedence ELSE
%left LOR
%left LXOR
%left LAND
%left '|'
%left '^'
%left '&'
%left EQ NE
%left '<' '>' LE GE
%left LSH RSH
%left '+' '-'
%left '*' '/' '%'

%type <node> pdesc stmt tail expr assign cond binary cast unary postfix primary
%type <list> pdescs stmts block sub args argsopt
%type <attrs> attrs
%type <num> asgop unop storage qualifier
%type <str> key name tag
%type <type> type typespec tagged enumspec
%type <newtype> enumopen enumbody
%type <sou> sou souopen soubody
%type <spec> specs
%type <declr> declr declrs direct absdeclr abs mdeclr mdeclrs
%type <mod> pointer suffix dim params
%type <plist> plist paramlist
%type <xlator> xlopen

%%

program:
	  %empty
	| program item	{ la->la_parse->ps_any = true; }
	;

item:
	  clause
	| declaration
	| inline
	| translator
	| provider
	| ';'		{ dt_make_semicolon(la); }
	;

/* Clauses. */

clause:
	  pdescs block	{ dt_make_clause(la, &@$, $1.head, NULL, true, $2.head); }
	| pdescs PRED_OPEN expr PRED_CLOSE block
	  { dt_make_clause(la, &@$, $1.head, $3, true, $5.head); }
	| pdescs	{ dt_make_clause(la, &@$, $1.head, NULL, false, NULL); }
	| pdescs PRED_OPEN expr PRED_CLOSE
	  { dt_make_clause(la, &@$, $1.head, $3, false, NULL); }
	;

pdescs:
	  pdesc		{ $$ = one($1); }
	| pdescs ',' pdesc	{ $$ = add($1, $3); }
	;

pdesc:
	  PSPEC		{ $$ = dt_pdesc_parse(la, &@$, $1.s); }
	| INT		{ $$ = dt_pdesc_id(la, &@$, $1->dn_value); }
	;

block:
	  '{' stmts '}'	{ $$ = $2; }
	| '{' stmts tail '}'	{ $$ = add($2, $3); }
	;

stmts:
	  %empty	{ $$ = one(NULL); }
	| stmts stmt	{ $$ = add($1, $2); }
	;

stmt:
	  ';'		{ $$ = NULL; }
	| expr ';'	{ $$ = dt_make_stmt(la, &@1, $1); }
	| IF '(' expr ')' sub %prec NOELSE	{ $$ = dt_make_if(la, &@$, $3, $5.head, NULL); }
	| IF '(' expr ')' sub ELSE sub	{ $$ = dt_make_if(la, &@$, $3, $5.head, $7.head); }
	;

sub:
	  stmt		{ $$ = one($1); }
	| block
	;

tail:	/* the last statement of a block needs no semicolon */
	  expr		{ $$ = dt_make_stmt(la, &@$, $1); }
	| IF '(' expr ')' tail	{ $$ = dt_make_if(la, &@$, $3, $5, NULL); }
	| IF '(' expr ')' sub ELSE tail	{ $$ = dt_make_if(la, &@$, $3, $5.head, $7); }
	;

/* Expressions. */

expr:
	  assign
	| expr ',' assign	{ $$ = dt_node_op2(la, &@$, ',', $1, $3); }
	;

assign:
	  cond
	| unary asgop assign	{ $$ = dt_make_assign(la, &@$, $2, $1, $3); }
	;

asgop:
	  '='		{ $$ = '='; }
	| ADDEQ		{ $$ = OP_ADDEQ; }
	| SUBEQ		{ $$ = OP_SUBEQ; }
	| MULEQ		{ $$ = OP_MULEQ; }
	| DIVEQ		{ $$ = OP_DIVEQ; }
	| MODEQ		{ $$ = OP_MODEQ; }
	| ANDEQ		{ $$ = OP_ANDEQ; }
	| OREQ		{ $$ = OP_OREQ; }
	| XOREQ		{ $$ = OP_XOREQ; }
	| LSHEQ		{ $$ = OP_LSHEQ; }
	| RSHEQ		{ $$ = OP_RSHEQ; }
	;

cond:
	  binary
	| binary '?' expr ':' cond	{ $$ = dt_make_cond(la, &@$, $1, $3, $5); }
	;

binary:
	  cast
	| binary '*' binary	{ $$ = dt_node_op2(la, &@$, '*', $1, $3); }
	| binary '/' binary	{ $$ = dt_node_op2(la, &@$, '/', $1, $3); }
	| binary '%' binary	{ $$ = dt_node_op2(la, &@$, '%', $1, $3); }
	| binary '+' binary	{ $$ = dt_node_op2(la, &@$, '+', $1, $3); }
	| binary '-' binary	{ $$ = dt_node_op2(la, &@$, '-', $1, $3); }
	| binary LSH binary	{ $$ = dt_node_op2(la, &@$, OP_LSH, $1, $3); }
	| binary RSH binary	{ $$ = dt_node_op2(la, &@$, OP_RSH, $1, $3); }
	| binary '<' binary	{ $$ = dt_node_op2(la, &@$, '<', $1, $3); }
	| binary '>' binary	{ $$ = dt_node_op2(la, &@$, '>', $1, $3); }
	| binary LE binary	{ $$ = dt_node_op2(la, &@$, OP_LE, $1, $3); }
	| binary GE binary	{ $$ = dt_node_op2(la, &@$, OP_GE, $1, $3); }
	| binary EQ binary	{ $$ = dt_node_op2(la, &@$, OP_EQ, $1, $3); }
	| binary NE binary	{ $$ = dt_node_op2(la, &@$, OP_NE, $1, $3); }
	| binary '&' binary	{ $$ = dt_node_op2(la, &@$, '&', $1, $3); }
	| binary '^' binary	{ $$ = dt_node_op2(la, &@$, '^', $1, $3); }
	| binary '|' binary	{ $$ = dt_node_op2(la, &@$, '|', $1, $3); }
	| binary LAND binary	{ $$ = dt_node_op2(la, &@$, OP_LAND, $1, $3); }
	| binary LXOR binary	{ $$ = dt_node_op2(la, &@$, OP_LXOR, $1, $3); }
	| binary LOR binary	{ $$ = dt_node_op2(la, &@$, OP_LOR, $1, $3); }
	;

cast:
	  unary
	| '(' type ')' cast
	  { $$ = dt_make_cast(la, &@$, dt_make_typenode(la, &@2, $2), $4); }
	;

unary:
	  postfix
	| INC unary	{ $$ = step(la, &@$, OP_PREINC, $2); }
	| DEC unary	{ $$ = step(la, &@$, OP_PREDEC, $2); }
	| unop cast	{ $$ = dt_make_unary(la, &@$, $1, $2); }
	| SIZEOF unary	{ $$ = dt_node_op1(la, &@$, OP_SIZEOF, $2); }
	| SIZEOF '(' type ')'
	  { $$ = dt_node_op1(la, &@$, OP_SIZEOF, dt_make_typenode(la, &@3, $3)); }
	| ALIGNOF '(' type ')'
	  {
		$$ = dt_node_int(la, &@$, dt_type_align($3),
			dt_types_lookup_typedef(la->la_types, "size_t"));
	  }
	| STRINGOF unary	{ $$ = dt_node_op1(la, &@$, OP_STRINGOF, $2); }
	;

unop:
	  '&'		{ $$ = OP_ADDROF; }
	| '*'		{ $$ = OP_DEREF; }
	| '+'		{ $$ = OP_IPOS; }
	| '-'		{ $$ = OP_INEG; }
	| '~'		{ $$ = '~'; }
	| '!'		{ $$ = '!'; }
	;

postfix:
	  primary
	| postfix '[' args ']'	{ $$ = dt_make_index(la, &@$, $1, $3.head); }
	| postfix '(' argsopt ')'	{ $$ = dt_make_call(la, &@$, $1, $3.head); }
	| postfix '.' key	{ $$ = member(la, &@$, '.', $1, $3.s, &@3); }
	| postfix ARROW key	{ $$ = member(la, &@$, OP_ARROW, $1, $3.s, &@3); }
	| postfix INC	{ $$ = step(la, &@$, OP_POSTINC, $1); }
	| postfix DEC	{ $$ = step(la, &@$, OP_POSTDEC, $1); }
	| OFFSETOF '(' type ',' key ')'
	  {
		$$ = dt_node_op2(la, &@$, OP_OFFSETOF, dt_make_typenode(la, &@3, $3),
			dt_node_name(la, DN_IDENT, &@5, $5.s));
	  }
	| XLATE '<' type '>' '(' expr ')'
	  {
		$$ = dt_node_new(la, DN_XLATE, &@$);
		$$->dn_dtype = $3;
		$$->dn_child = $6;
		dt_node_over(la, $$, $6);
	  }
	;

primary:
	  IDENT		{ $$ = scoped(la, &@$, $1.s, 0); }
	| SELF ARROW key	{ $$ = scoped(la, &@$, $3.s, 's'); }
	| THIS ARROW key	{ $$ = scoped(la, &@$, $3.s, 't'); }
	| SYM		{ $$ = dt_node_name(la, DN_SYM, &@$, $1.s); }
	| AGG		{ $$ = dt_node_name(la, DN_AGG, &@$, $1.s); }
	| INT
	| STRING	{ $$ = string(la, &@$, $1); }
	| '(' expr ')'	{ $$ = $2; }
	;

args:
	  assign	{ $$ = one($1); }
	| args ',' assign	{ $$ = add($1, $3); }
	;

argsopt:
	  %empty	{ $$ = one(NULL); }
	| args
	;

key:	/* a member's name */
	  IDENT
	| TNAME
	| PROBE		{ $$ = (struct dt_str){"probe", 5}; }
	| PROVIDER	{ $$ = (struct dt_str){"provider", 8}; }
	| SELF		{ $$ = (struct dt_str){"self", 4}; }
	| STRINGTYPE	{ $$ = (struct dt_str){"string", 6}; }
	| STRINGOF	{ $$ = (struct dt_str){"stringof", 8}; }
	| USERLAND	{ $$ = (struct dt_str){"userland", 8}; }
	| XLATE		{ $$ = (struct dt_str){"xlate", 5}; }
	| TRANSLATOR	{ $$ = (struct dt_str){"translator", 10}; }
	;

name:
	  IDENT
	| TNAME
	;

/* Declarations. */

declaration:
	  specs ';'	{ dt_decl_useless(la, $1); }
	| specs declrs ';'	{ dt_decl_declare(la, $1, $2); }
	| specs declr CBODY	/* a function in a header of C */
	| INLINE specs declr CBODY
	;

declrs:
	  declr
	| declr ',' declrs	{ $$ = $1; $$->de_next = $3; }
	;

specs:
	  storage	{ dt_spec_class(la, $$ = dt_spec_new(la, &@1), $1, &@1); }
	| BASEWORD	{ dt_spec_word(la, $$ = dt_spec_new(la, &@1), $1, &@1); }
	| typespec	{ dt_spec_type(la, $$ = dt_spec_new(la, &@1), $1, &@1); }
	| tagged
	  {
		dt_spec_type(la, $$ = dt_spec_new(la, &@1), $1, &@1);
		$$->sp_defines = true;
	  }
	| qualifier	{ dt_spec_qualifier($$ = dt_spec_new(la, &@1), $1); }
	| specs storage	{ dt_spec_class(la, $$ = $1, $2, &@2); }
	| specs BASEWORD	{ dt_spec_word(la, $$ = $1, $2, &@2); }
	| specs typespec	{ dt_spec_type(la, $$ = $1, $2, &@2); }
	| specs tagged	{ dt_spec_type(la, $$ = $1, $2, &@2); $$->sp_defines = true; }
	| specs qualifier	{ dt_spec_qualifier($$ = $1, $2); }
	;

storage:
	  AUTO		{ $$ = SP_CLASS_BAD; }
	| EXTERN	{ $$ = SP_CLASS_EXTERN; }
	| TYPEDEF	{ $$ = SP_CLASS_TYPEDEF; }
	| SELF		{ $$ = SP_CLASS_SELF; }
	| THIS		{ $$ = SP_CLASS_THIS; }
	;

qualifier:
	  CONST		{ $$ = TY_CONST; }
	| VOLATILE	{ $$ = TY_VOLATILE; }
	| RESTRICT	{ $$ = TY_RESTRICT; }
	| USERLAND	{ $$ = TY_POINTER; }
	;

typespec:
	  STRINGTYPE	{ $$ = dt_types_lookup_typedef(la->la_types, "string"); }
	| TNAME		{ $$ = dt_decl_typename(la, $1.s, &@1); }
	;

tagged:
	  sou tag	{ $$ = dt_decl_tag(la, $1.kind, $2.s, &@$); }
	| soubody '}' attrs	{ $$ = dt_decl_close(la, $1.type, both($1.attrs, $3), &@$); }
	| souopen '}' attrs
	  {
		header_only(la, &@2, "}");
		$$ = dt_decl_close(la, $1.type, both($1.attrs, $3), &@$);
	  }
	| enumspec
	;

sou:
	  STRUCT attrs	{ $$.kind = TY_STRUCT; $$.attrs = $2; }
	| UNION attrs	{ $$.kind = TY_UNION; $$.attrs = $2; }
	;

attrs:
	  %empty	{ $$ = (struct dt_attrs){ 0 }; }
	| attrs ATTR	{ $$ = both($1, $2); }
	;

tag:
	  IDENT
	| TNAME
	;

souopen:
	  sou '{'
	  { $$.type = dt_decl_open(la, $1.kind, NULL, &@$); $$.attrs = $1.attrs; }
	| sou tag '{'
	  { $$.type = dt_decl_open(la, $1.kind, $2.s, &@$); $$.attrs = $1.attrs; }
	;

soubody:
	  souopen specs mdeclrs ';'	{ $$ = $1; dt_decl_members(la, $$.type, $2, $3); }
	| souopen specs ';'	{ $$ = $1; dt_decl_members(la, $$.type, $2, NULL); }
	| soubody specs mdeclrs ';'	{ $$ = $1; dt_decl_members(la, $$.type, $2, $3); }
	| soubody specs ';'	{ $$ = $1; dt_decl_members(la, $$.type, $2, NULL); }
	| soubody ';'	{ $$ = $1; header_only(la, &@2, ";"); }
	;

mdeclrs:
	  mdeclr
	| mdeclr ',' mdeclrs	{ $$ = $1; $$->de_next = $3; }
	;

mdeclr:
	  declr attrs	{ $$ = $1; $$->de_align = $2.at_aligned; }
	| ':' cond	{ $$ = dt_declr_new(la, NULL, &@$); $$->de_bits = $2; }
	| declr ':' cond	{ $$ = $1; $$->de_bits = $3; }
	;

enumspec:
	  ENUM tag	{ $$ = dt_decl_tag(la, TY_ENUM, $2.s, &@$); }
	| enumbody '}' attrs	{ $$ = dt_decl_close(la, $1, $3, &@$); }
	| enumbody ',' '}' attrs	{ $$ = dt_decl_close(la, $1, $4, &@$); }
	;

enumopen:
	  ENUM '{'	{ $$ = dt_decl_open(la, TY_ENUM, NULL, &@$); }
	| ENUM tag '{'	{ $$ = dt_decl_open(la, TY_ENUM, $2.s, &@$); }
	;

enumbody:
	  enumopen name	{ dt_decl_enumerator(la, $$ = $1, $2.s, NULL, &@2); }
	| enumopen name '=' cond	{ dt_decl_enumerator(la, $$ = $1, $2.s, $4, &@2); }
	| enumbody ',' name	{ dt_decl_enumerator(la, $$ = $1, $3.s, NULL, &@3); }
	| enumbody ',' name '=' cond	{ dt_decl_enumerator(la, $$ = $1, $3.s, $5, &@3); }
	;

declr:
	  direct
	| pointer direct	{ $$ = dt_declr_add(la, $2, $1); }
	;

direct:
	  IDENT		{ $$ = dt_declr_new(la, $1.s, &@1); }
	| SYM
	  {
		dt_lang_error(la, &@1, D_DECL_SCOPE, "a declared name may not have a scope: %s",
			$1.s);
	  }
	| '(' declr ')'	{ $$ = $2; }
	| direct suffix	{ $$ = dt_declr_add(la, $1, $2); }
	;

/* The list runs from the last star, the nearest to the name, to the first. */
pointer:
	  '*'		{ $$ = dt_mod_new(la, MOD_POINTER, &@1); }
	| pointer '*'	{ $$ = dt_mod_new(la, MOD_POINTER, &@2); $$->md_next = $1; }
	| pointer qualifier
	  {
		$$ = $1;
		$$->md_const |= $2 == TY_CONST;
		$$->md_volatile |= $2 == TY_VOLATILE;
		$$->md_userland |= $2 == TY_POINTER;
	  }
	;

suffix:
	  '[' dim ']'	{ $$ = $2; $$->md_loc = @$; }
	| '(' params ')'	{ $$ = $2; $$->md_loc = @$; }
	;

dim:
	  %empty	{ $$ = dt_mod_new(la, MOD_ARRAY, NULL); $$->md_open = true; }
	| cond		{ $$ = dt_mod_array(la, $1, &@1); }
	| plist		{ $$ = dt_mod_new(la, MOD_KEYS, &@1); $$->md_params = $1; }
	;

params:
	  %empty	{ $$ = dt_mod_new(la, MOD_FUNCTION, NULL); }
	| plist		{ $$ = dt_mod_new(la, MOD_FUNCTION, &@1); $$->md_params = $1; }
	;

plist:
	  paramlist
	| paramlist ',' ELLIPSIS	{ $$ = $1; $$->pl_varargs = true; }
	| ELLIPSIS	{ $$ = dt_plist_add(la, NULL, NULL, NULL, &@$); $$->pl_varargs = true; }
	;

paramlist:
	  specs		{ $$ = dt_plist_add(la, NULL, $1, NULL, &@1); }
	| specs declr	{ $$ = dt_plist_add(la, NULL, $1, $2, &@$); }
	| specs absdeclr	{ $$ = dt_plist_add(la, NULL, $1, $2, &@$); }
	| paramlist ',' specs	{ $$ = dt_plist_add(la, $1, $3, NULL, &@3); }
	| paramlist ',' specs declr	{ $$ = dt_plist_add(la, $1, $3, $4, &@3); }
	| paramlist ',' specs absdeclr	{ $$ = dt_plist_add(la, $1, $3, $4, &@3); }
	;

type:
	  specs		{ $$ = dt_decl_type(la, $1, NULL); }
	| specs absdeclr	{ $$ = dt_decl_type(la, $1, $2); }
	;

absdeclr:
	  pointer	{ $$ = dt_declr_add(la, dt_declr_new(la, NULL, &@$), $1); }
	| abs
	| pointer abs	{ $$ = dt_declr_add(la, $2, $1); }
	;

abs:
	  '(' absdeclr ')'	{ $$ = $2; }
	| suffix	{ $$ = dt_declr_add(la, dt_declr_new(la, NULL, &@$), $1); }
	| abs suffix	{ $$ = dt_declr_add(la, $1, $2); }
	;

/* Inlines, translators, providers. */

inline:
	  INLINE specs declr '=' assign ';'	{ dt_define_inline(la, $2, $3, $5, &@$); }
	;

translator:
	  xlopen '}' ';'	{ dt_sema_check_xlator(la, $1); }
	;

xlopen:
	  TRANSLATOR type '<' plist '>' '{'	{ $$ = dt_define_xlator(la, $2, $4, &@$); }
	| xlopen key '=' assign ';'	{ dt_define_xlmember(la, $$ = $1, $2.s, $4, &@$); }
	;

provider:
	  provopen '}' ';'	{ dt_define_provider_end(la); }
	;

provopen:
	  PROVIDER name '{'	{ dt_define_provider(la, $2.s, &@2); }
	| provopen PROBE name '(' params ')' ';'
	  { dt_define_probe(la, $3.s, $5->md_params, NULL, &@3); }
	| provopen PROBE name '(' params ')' ':' '(' params ')' ';'
	  { dt_define_probe(la, $3.s, $5->md_params, $9->md_params, &@3); }
	;

%%

/* A name without a type in a list of parameters. */
static bool is_old_style(const struct dt_parse *ps)
{
	return ps->ps_mode == DT_DECL && !ps->ps_init && ps->ps_prevtok == IDENT && ps->ps_paren > 0 &&
		(ps->ps_prevtok2 == '(' || ps->ps_prevtok2 == ',');
}

static void dt_gramerror(DT_GRAMLTYPE *loc, struct dt_lang *la, const char *msg)
{
	struct dt_parse *ps = la->la_parse;
	const char *text = ps->ps_text + ps->ps_tokoff;
	int n = ps->ps_toklen > 64 ? 64 : (int)ps->ps_toklen;
	bool deep = strcmp(msg, "syntax error") != 0;	/* otherwise the stack is full */

	(void)loc;
	if (ps->ps_prevtok == DT_GRAMEOF)
		dt_lang_error(la, &ps->ps_loc, D_SYNTAX, "syntax error near end of input");
	if (!deep && (ps->ps_prevtok2 == '.' || ps->ps_prevtok2 == ARROW) && !isalpha((unsigned char)*text))
		dt_lang_error(la, &ps->ps_loc, D_OP_IDENT, "operator %s must be followed by the name of a member",
			ps->ps_prevtok2 == '.' ? "." : "->");
	if (!deep && is_old_style(ps))
		dt_lang_error(la, &ps->ps_loc, D_DECL_IDENT,
			"old-style declaration or unknown type near \"%.*s\"", n, text);
	dt_lang_error(la, &ps->ps_loc, D_SYNTAX, "%s near \"%.*s\"",
		deep ? "program is nested too deeply" : "syntax error", n, text);
}
