/* Words that the C of header files has and D has not. See cword.c. */
#ifndef DT_CWORD_H
#define DT_CWORD_H

#include "parse.h"
#include "grammar.h" /* made by bison */

/* Other results than tokens. */
#define DT_CWORD_NONE 0	   /* the word is none of these */
#define DT_CWORD_SKIP -1   /* it says nothing about types */
#define DT_CWORD_PARENS -2 /* neither does what follows in parentheses */
#define DT_CWORD_ATTR -3   /* attributes in parentheses: dt_cword_attr() */

/* What a word means in a header, as a token with its value or one of DT_CWORD_*. */
int dt_cword(struct dt_lang *, DT_GRAMSTYPE *, const char *);
/* Reads the text of an attribute, with its parentheses. False if it changes no layout. */
bool dt_cword_attr(struct dt_types *, struct dt_attrs *, const char *, size_t);
/* A keyword of D alone, which C may use as a name. */
bool dt_cword_is_free(const char *);

#endif
