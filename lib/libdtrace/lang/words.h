/* What a word is where it stands; the lexer asks. Each returns a token and fills its value. */
#ifndef DT_WORDS_H
#define DT_WORDS_H

#include "parse.h"
#include "grammar.h" /* made by bison */

int dt_word_plain(struct dt_lang *, DT_GRAMSTYPE *, const char *, size_t);
int dt_word_scoped(struct dt_lang *, DT_GRAMSTYPE *, const char *, size_t);
int dt_word_macro(struct dt_lang *, DT_GRAMSTYPE *, const struct dt_loc *, const char *, size_t);
/* Outside of everything.  A word may take less than its text: *keep. */
int dt_word_top(struct dt_lang *, DT_GRAMSTYPE *, const char *, size_t, size_t *keep);
/* Is the '/' just matched a predicate's end? */
bool dt_word_ends_predicate(struct dt_lang *, const struct dt_loc *);

#endif
