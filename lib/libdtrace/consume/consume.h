/*
 * The consumer: from records to text.
 *
 * The input is records (record.h) and aggregation entries (agg.h), each with its description; the
 * output is text for a struct dt_sink. Firings and enablings are not used here. consume_impl.h says
 * which file does what.
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

enum dt_flowkind { DT_FLOW_NONE, DT_FLOW_ENTRY, DT_FLOW_RETURN };
/* Where a record is in flowindent's picture of calls. */
struct dt_flowpoint {
	enum dt_flowkind fp_kind;
	unsigned fp_indent;
	const char *fp_prefix;
};

typedef int dt_operand_f(void *, const struct dt_action *, unsigned index, const struct dt_value *);

struct dt_consumer_args {
	struct dt_sink *ca_sink;
	struct dt_options *ca_opts;
	struct dt_aggs *ca_aggs;
	const struct dt_symops *ca_syms;
	void *ca_arg;
	/*
	 * actions that the consumer doesn't run itself: system, freopen, ftruncate, setopt; returns
	 * 0
	 */
	int (*ca_action)(void *, const struct dt_record *, const struct dt_epdesc *,
		const struct dt_action *);
	void (*ca_exit)(void *, int status);
	/* a fault of the library at a record: "couldn't ..." */
	void (*ca_fault)(void *, const struct dt_epdesc *, const char *text);
	/*
	 * Called before a record is printed; NULL: everything is printed. THIS: print it; NEXT:
	 * leave it out; ABORT: leave out the rest.
	 */
	int (*ca_record)(void *, const struct dt_epdesc *, const struct dt_record *,
		const struct dt_flowpoint *);
	/*
	 * Called for each operand, when all earlier text is written; NULL as above. THIS: print the
	 * action, without a call for its other operands; NEXT: leave it out. index is the number of
	 * the operand in the record. An action without operands has no value; at the end of a
	 * record there is no action.
	 */
	dt_operand_f *ca_operand;
};
struct dt_consumer *dt_consumer_create(const struct dt_consumer_args *);
void dt_consumer_destroy(struct dt_consumer *);
/* From now on: whether columns are printed before a record and a newline after it; ca_operand. */
void dt_consumer_mode(struct dt_consumer *, bool columns, dt_operand_f *);
/* Prints one record, with headings, columns and newline as the options quiet and flowindent ask. */
int dt_consume_record(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *);
/* At the end of a pass: prints the record that flowindent keeps back until it sees the next one. */
int dt_consume_flush(struct dt_consumer *);
/*
 * formats the operands of an action to memory (system, freopen); returns the length without the NUL
 */
size_t dt_consume_format(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *,
	const struct dt_action *, char *out, size_t size);
/*
 * At the end: prints every aggregation that no printa() printed, in the default layout. The command
 * prints the newline before them.
 */
int dt_consume_aggs(struct dt_consumer *);

/* trunc(@a, n): sorts the entries by value and removes all but n. */
void dt_consume_trunc(struct dt_consumer *, const struct dt_aggdesc *, int64_t n);

#endif
