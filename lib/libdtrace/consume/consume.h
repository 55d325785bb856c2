/*
 * The consumer: from records to text.
 *
 * Records (record.h) come in with their description, aggregation entries (agg.h) with theirs; text
 * leaves through a struct dt_sink. Nothing here looks at a firing or at a probe's enablings.
 * consume_impl.h says which file does what.
 */
#ifndef DT_CONSUME_H
#define DT_CONSUME_H

#include <stdarg.h>
#include "program.h"
#include "record.h"
#include "agg.h"
#include "format.h"
#include "options.h"
#include "symops.h"

/* Where text goes: a stdio stream, or the handler of buffered output.  A NUL follows the text. */
struct dt_sink {
	void (*sk_write)(struct dt_sink *, const char *, size_t);
	void *sk_arg;
	bool sk_terminal; /* values from the traced system are escaped */
};

struct dt_consumer;
struct dt_value; /* consume_impl.h */
enum { DT_CHEW_ABORT = -1, DT_CHEW_THIS, DT_CHEW_NEXT };
struct dt_consumer_args {
	struct dt_sink *ca_sink;
	struct dt_options *ca_opts;
	struct dt_aggs *ca_aggs;
	const struct dt_symops *ca_syms;
	void *ca_arg;
	/*
	 * lib actions that are not the consumer's own: system, freopen, ftruncate, setopt; returns
	 * 0
	 */
	int (*ca_action)(void *, const struct dt_record *, const struct dt_epdesc *,
		const struct dt_action *);
	void (*ca_exit)(void *, int status);
	/* library-level fault on a record: "couldn't ..." */
	void (*ca_fault)(void *, const struct dt_epdesc *, const char *text);
	/*
	 * Asked before a record is printed, and (with all text so far written) for each operand
	 * before its action is; NULL: everything is printed.  THIS: print it; NEXT: leave it out;
	 * ABORT: leave out the rest of the record. An action without operands has count 0 and no
	 * value; the record's end is asked for with no action.
	 */
	int (*ca_record)(void *, const struct dt_epdesc *, const struct dt_record *);
	int (*ca_operand)(void *, const struct dt_action *, unsigned index, unsigned count,
		const struct dt_value *);
};
struct dt_consumer *dt_consumer_create(const struct dt_consumer_args *);
void dt_consumer_destroy(struct dt_consumer *);
/* Prints one record.  Headings, columns and newline as the quiet and flowindent options say. */
int dt_consume_record(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *);
/*
 * The end of a pass: prints the record that flowindent may hold back until it has seen the one
 * after it.
 */
int dt_consume_flush(struct dt_consumer *);
/* formats the operands of an action into memory (system, freopen); bytes written, NUL excluded */
size_t dt_consume_format(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *,
	const struct dt_action *, char *out, size_t size);
/*
 * The end: every aggregation no printa printed, in default layout.  The newline before them is the
 * command's.
 */
int dt_consume_aggs(struct dt_consumer *);

/*
 * How many entries of an aggregation survive trunc(@a, n): sorts by value and removes the others.
 */
void dt_consume_trunc(struct dt_consumer *, const struct dt_aggdesc *, int64_t n);

#endif
