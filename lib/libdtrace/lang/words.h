/*
 * What a word is in its context, for the lexer. Each function returns a token and fills in its
 * value; in a header of C dt_word_plain() and dt_word_top() may return DT_CWORD_* (cword.h).
 */
#ifndef DT_WORDS_H
#define DT_WORDS_H

#include "parse.h"
#include "grammar.h" /* made by bison */

int dt_word_plain(struct dt_lang *, DT_GRAMSTYPE *, const char *, size_t);
int dt_word_scoped(struct dt_lang *, DT_GRAMSTYPE *, const struct dt_loc *, const char *, size_t);
int dt_word_macro(struct dt_lang *, DT_GRAMSTYPE *, const struct dt_loc *, const char *, size_t);
/* At the top level. The word may be shorter than the text: *keep is its length. */
int dt_word_top(struct dt_lang *, DT_GRAMSTYPE *, const char *, size_t, size_t *keep);
/* Whether attributes that follow the last token are those of a structure or a member. */
bool dt_word_takes_attr(const struct dt_parse *);
/* Whether the '/' that was just matched ends a predicate. */
bool dt_word_ends_predicate(struct dt_lang *, const struct dt_loc *);

#endif
